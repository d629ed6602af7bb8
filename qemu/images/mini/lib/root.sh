# shellcheck shell=sh disable=SC2154,SC2034
# The root file system, as a folder in $work/root. Sourced by build.sh.

# Kernel modules of the guest, without what is built in; each brings the modules that it needs.
root_modules='virtio_net virtio_mem virtio_rng virtio_balloon virtio_scsi virtio_console virtiofs sd_mod evdev button
  vfat nls_cp437 nls_ascii nls_iso8859-1 nls_utf8 xfs overlay loop dm_mod tun'
initramfs_modules='virtio_pci virtio_blk'

make_root() {
  root=$work/root
  mkdir -p "$root/usr/bin" "$root/usr/lib/x86_64-linux-gnu" "$root/usr/lib64"
  ln -s usr/bin "$root/bin"
  ln -s usr/bin "$root/sbin"
  ln -s bin "$root/usr/sbin"
  ln -s usr/lib "$root/lib"
  ln -s usr/lib64 "$root/lib64"
  for folder in proc sys dev run tmp root home mnt srv etc var/lib var/log var/empty var/tmp; do mkdir -p "$root/$folder"; done
  ln -s /run "$root/var/run"
  install_programs
  install_busybox
  install_modules
  cp -R "$recipe/root/." "$root/"
  ln -s /proc/self/mounts "$root/etc/mtab"
  ln -s /run/resolv.conf "$root/etc/resolv.conf"
}

# Real programs first: busybox gives only the names that are still free. Its shell would run its own applets whatever lies
# on PATH, so it serves the boot scripts only.
install_programs() {
  for name in bash ping dropbear dropbearkey dropbearconvert dbclient ssh scp sudo e2fsck mke2fs mkfs.ext4 fsck.ext4 resize2fs \
    tune2fs dumpe2fs debugfs badblocks e2label chattr lsattr blkid flock resizepart; do
    file=$(find "$work/x/root" -path "*bin/$name" | head -n 1)
    [ -n "$file" ] || die "the packages hold no $name"
    cp -P "$file" "$root/usr/bin/$name"
  done
  for folder in usr/libexec/sudo usr/lib/sudo; do
    [ ! -d "$work/x/root/$folder" ] || { mkdir -p "$root/$folder" && cp -RP "$work/x/root/$folder/." "$root/$folder/"; }
  done
  cp "$(find "$work/x/root" -type f -name sftp-server | head -n 1)" "$root/usr/lib/sftp-server"
  mkdir -p "$root/usr/lib/x86_64-linux-gnu/security"
  for name in pam_permit.so pam_deny.so; do
    cp "$(find "$work/x/root" -name "$name" | head -n 1)" "$root/usr/lib/x86_64-linux-gnu/security/$name"
  done
  loader=$(find "$work/x/root" -name 'ld-linux-x86-64.so.2' | head -n 1)
  cp -L "$loader" "$root/usr/lib64/ld-linux-x86-64.so.2"
  find "$root/usr" -type f \( -perm -100 -o -name '*.so*' \) ! -name 'ld-linux*' >"$work/programs"
  while read -r file; do install_libraries "$file"; done <"$work/programs"
  install_shell
}

# lksh, which is made to be sh, has no libraries: an emulated guest starts it in a tenth of the time of one that has.
install_shell() {
  file=$(find "$work/x/root" -path '*bin/lksh' | head -n 1)
  [ -n "$file" ] || die 'the packages hold no lksh'
  cp "$file" "$root/usr/bin/lksh"
  ln -s lksh "$root/usr/bin/sh"
}

# Copies every shared library that FILE loads, as the guest's own loader finds it.
install_libraries() {
  from=$work/x/root
  "$loader" --library-path "$from/usr/lib/x86_64-linux-gnu:$from/lib/x86_64-linux-gnu:$from/usr/libexec/sudo:$from/usr/lib/sudo" \
    --list "$1" >"$work/libraries" 2>&1 || die "the libraries of $(basename "$1") are incomplete: $(tail -n 1 "$work/libraries")"
  ! grep -q 'not found' "$work/libraries" || die "a library of $(basename "$1") is missing: $(grep 'not found' "$work/libraries" | head -n 1)"
  sed -n 's/^[[:space:]]*\([^ /]*\) => \([^ ].*\) (0x.*/\1 \2/p' "$work/libraries" | while read -r name path; do
    [ -e "$root/usr/lib/x86_64-linux-gnu/$name" ] || cp -L "$path" "$root/usr/lib/x86_64-linux-gnu/$name"
  done
}

install_busybox() {
  cp "$busybox" "$root/usr/bin/busybox"
  "$busybox" --list >"$work/applets"
  while read -r applet; do
    case $applet in busybox | dpkg* | rpm* | linux32 | linux64) continue ;; esac
    [ -e "$root/usr/bin/$applet" ] || [ -L "$root/usr/bin/$applet" ] || ln -s busybox "$root/usr/bin/$applet"
  done <"$work/applets"
}

install_modules() {
  # Module tools of every release read a merged lib; the packages of some still carry /lib.
  mkdir -p "$work/depmod/lib/modules"
  mv "$modules_from/$kernel_version" "$work/depmod/lib/modules/"
  tree=$work/depmod/lib/modules/$kernel_version
  rm -f "$tree/build" "$tree/source"
  expand_modules
  # shellcheck disable=SC2086
  echo $initramfs_modules >"$work/initramfs-wanted"
  # shellcheck disable=SC2086
  echo $root_modules $initramfs_modules >"$work/root-wanted"
  (cd "$work/depmod" && "$busybox" depmod -b "$work/depmod" "$kernel_version") || die 'depmod failed'
  module_files "$work/root-wanted" | while read -r path; do
    mkdir -p "$root/usr/lib/modules/$kernel_version/$(dirname "$path")"
    cp "$tree/$path" "$root/usr/lib/modules/$kernel_version/$path"
  done
  for list in modules.builtin modules.order; do
    [ ! -f "$tree/$list" ] || cp "$tree/$list" "$root/usr/lib/modules/$kernel_version/"
  done
  "$busybox" depmod -b "$root" "$kernel_version" || die 'depmod failed'
}

# busybox loads plain modules only.
expand_modules() {
  find "$tree" -name '*.ko.*' >"$work/compressed"
  while read -r file; do
    case $file in
      *.xz) "$busybox" unxz "$file" ;;
      *.gz) "$busybox" gunzip "$file" ;;
      *.zst) command -v zstd >/dev/null || lack 'missing host tools: zstd; install it with: apt-get install zstd'; zstd -q -d --rm "$file" ;;
    esac
  done <"$work/compressed"
}

# Paths of the modules named in FILE, each after the modules it needs; names that are built in are skipped.
module_files() {
  tr ' ' '\n' <"$1" | while read -r name; do
    pattern=$(printf '%s' "$name" | sed 's/[-_]/[-_]/g')
    sed -n "s|^\(\(.*/\)\{0,1\}$pattern\.ko\): *\(.*\)|\1 \3|p" "$tree/modules.dep"
  done | awk '{ for (i = NF; i >= 1; i--) if (!seen[$i]++) print $i }'
}
