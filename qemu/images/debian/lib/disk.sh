# shellcheck shell=sh disable=SC2154,SC2034
# The disk: MBR, boot partition, root partition last so that it can grow. Sourced by build.sh.

# Devices are made by the guest's kernel, and only root could make them here.
unpack_root() {
  root=$work/root
  mkdir "$root"
  tar -C "$root" --exclude='./dev/*' -xpf "$work/root.tar" --no-same-owner --delay-directory-restore
  tar -tvf "$work/root.tar" --numeric-owner --exclude='./dev/*' | awk '$2 != "0/0"' |
    sed "s|^h\(.*\) link to .*|h\1|; s|^l\(.*\) -> .*|l\1|" >"$work/owned"
  mv "$root/boot/boot.fat" "$work/boot.fat"
  mv "$root/boot/first-mib" "$work/disk.raw"
  rm "$work/root.tar"
}

make_disk() {
  disk=$work/disk.raw
  truncate -s "${disk_mib}M" "$disk"
  dd if="$work/boot.fat" of="$disk" bs=1M seek=1 conv=notrunc,sparse 2>/dev/null
  make_root_filesystem
  dd if="$work/root.ext4" of="$disk" bs=1M seek=$((1 + boot_mib)) conv=notrunc,sparse 2>/dev/null
  qemu-img convert -O qcow2 -o compat=1.1,lazy_refcounts=off "$disk" "$work/debian.qcow2"
  mv "$work/debian.qcow2" "$output"
}

make_root_filesystem() {
  truncate -s "$((disk_mib - 1 - boot_mib))M" "$work/root.ext4"
  # One inode for 32 KiB: a disk grown to 64 GiB then has inode tables of half a gigabyte that are never written ahead.
  mke2fs -q -F -t ext4 -b 4096 -L debian-root -U 64656269-616e-4000-8000-000000000001 -i 32768 -m 1 \
    -E hash_seed=64656269-616e-4000-8000-000000000002,lazy_itable_init=1,root_owner=0:0 -d "$root" "$work/root.ext4" >"$work/log" 2>&1 ||
    die "mke2fs failed: $(tail -n 1 "$work/log")"
  own_as_in_the_guest
}

# mke2fs -d keeps the builder's own ids: give every inode to root, then the few others to whom they belong in the archive.
own_as_in_the_guest() {
  {
    # A person's own ids are on every file; root's are right already.
    [ "$mode" = root ] || (cd "$root" && find . -mindepth 1) | sed 's/^\.//; s/.*/sif "&" uid 0\nsif "&" gid 0/'
    printf 'sif /lost+found uid 0\nsif /lost+found gid 0\n'
    sed -E 's|^[^ ]+ +([0-9]+)/([0-9]+) +[0-9]+ [^ ]+ [^ ]+ \.(/.*[^/])/?$|sif "\3" uid \1\nsif "\3" gid \2|' "$work/owned"
  } >"$work/ownership"
  debugfs -w -f "$work/ownership" "$work/root.ext4" >"$work/log" 2>&1 || die "debugfs failed: $(tail -n 1 "$work/log")"
  ! grep -q 'File not found' "$work/log" || die "debugfs missed a file: $(grep 'File not found' "$work/log" | head -n 1)"
}
