# shellcheck shell=sh disable=SC2154,SC2034
# The initramfs and the boot partition, in $work/boot.fat. Sourced by build.sh.

# Serial console only: drawing on a VGA console costs seconds in software emulation. Memory that is plugged in later
# becomes movable, so that it can be taken away again. No audit: nobody reads it here, and it is a third of what sudo takes.
command_line='console=ttyS0 quiet loglevel=4 audit=0 rw panic=10 mitigations=off memhp_default_state=online_movable'

make_initramfs() {
  tree_cpio=$work/initramfs
  mkdir -p "$tree_cpio/bin" "$tree_cpio/modules" "$tree_cpio/dev" "$tree_cpio/proc" "$tree_cpio/sys" "$tree_cpio/new"
  cp "$busybox" "$tree_cpio/bin/busybox"
  cp "$recipe/initramfs/init" "$tree_cpio/init"
  chmod 755 "$tree_cpio/init"
  number=10
  # shellcheck disable=SC2046
  for path in $(module_files "$work/initramfs-wanted"); do
    cp "$tree/$path" "$tree_cpio/modules/$number-$(basename "$path")"
    number=$((number + 1))
  done
  find "$tree_cpio" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  # Not compressed: unpacking costs more under emulation than reading three megabytes.
  (cd "$tree_cpio" && find . | sort | "$busybox" cpio -o -H newc -R 0:0 2>/dev/null) >"$work/initrd.img"
}

# One FAT file system serves both firmwares: syslinux for BIOS, systemd-boot for UEFI.
make_boot_partition() {
  fat=$work/boot.fat
  "$busybox" truncate -s $((boot_sectors * 512)) "$fat"
  mformat -i "$fat" -T "$boot_sectors" -h 16 -s 63 -H "$boot_start" -N 4d494e49 -v MINIBOOT ::
  kernel=$(find "$work/x/kernel/boot" -name 'vmlinuz-*' | head -n 1)
  printf 'DEFAULT mini\nPROMPT 0\nTIMEOUT 0\nLABEL mini\n  LINUX /vmlinuz\n  INITRD /initrd.img\n  APPEND %s\n' "$command_line" >"$work/syslinux.cfg"
  printf 'default mini.conf\ntimeout 0\n' >"$work/loader.conf"
  printf 'title mini\nlinux /vmlinuz\ninitrd /initrd.img\noptions %s\n' "$command_line" >"$work/mini.conf"
  efi=$(find "$work/x/boot" -name 'systemd-bootx64.efi' | head -n 1)
  [ -n "$efi" ] || die 'the packages hold no systemd-bootx64.efi'
  for file in syslinux.cfg loader.conf mini.conf initrd.img; do touch -d "@$SOURCE_DATE_EPOCH" "$work/$file"; done
  mmd -i "$fat" ::/EFI ::/EFI/BOOT ::/loader ::/loader/entries
  mcopy -m -i "$fat" "$kernel" ::/vmlinuz
  mcopy -m -i "$fat" "$work/initrd.img" "$work/syslinux.cfg" ::/
  mcopy -m -i "$fat" "$efi" ::/EFI/BOOT/BOOTX64.EFI
  mcopy -m -i "$fat" "$work/loader.conf" ::/loader/loader.conf
  mcopy -m -i "$fat" "$work/mini.conf" ::/loader/entries/mini.conf
  # This syslinux writes through mtools, so it needs no mount.
  "$work/x/boot/usr/bin/syslinux" --install "$fat" || die 'syslinux did not install its loader'
}
