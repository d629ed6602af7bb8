# shellcheck shell=sh disable=SC2154,SC2034
# The disk: MBR, boot partition, root partition last so that it can grow. Sourced by build.sh.

disk_sectors=$((512 * 2048))
boot_start=2048
boot_sectors=$((48 * 2048))
root_start=$((boot_start + boot_sectors))
root_sectors=$((disk_sectors - root_start))

make_disk() {
  disk=$work/disk.raw
  "$busybox" truncate -s $((disk_sectors * 512)) "$disk"
  write_mbr
  "$busybox" dd if="$work/boot.fat" of="$disk" bs=1M seek=$((boot_start / 2048)) conv=notrunc 2>/dev/null
  make_root_filesystem
  "$busybox" dd if="$work/root.ext4" of="$disk" bs=1M seek=$((root_start / 2048)) conv=notrunc 2>/dev/null
  qemu-img convert -O qcow2 -o compat=1.1,lazy_refcounts=off "$disk" "$work/mini.qcow2"
  mv "$work/mini.qcow2" "$output"
}

# A classic partition table: both firmwares boot from it, and growing the last partition is four bytes.
write_mbr() {
  mbr=$work/x/boot/usr/lib/syslinux/mbr/mbr.bin
  [ -f "$mbr" ] || die 'the packages hold no mbr.bin'
  "$busybox" dd if="$mbr" of="$disk" conv=notrunc 2>/dev/null
  {
    printf 'MINI\000\000'
    # Type EF is what UEFI looks for; the active flag is what the BIOS loader looks for.
    partition_entry 200 357 "$boot_start" "$boot_sectors"
    partition_entry 000 203 "$root_start" "$root_sectors"
    "$busybox" dd if=/dev/zero bs=32 count=1 2>/dev/null
    printf '\125\252'
  } >"$work/mbr-tail"
  "$busybox" dd if="$work/mbr-tail" of="$disk" bs=1 seek=440 conv=notrunc 2>/dev/null
}

# partition_entry FLAG TYPE START SECTORS; flag and type as three octal digits. Cylinders are marked as out of range.
partition_entry() {
  # shellcheck disable=SC2059
  printf "\\$1\\376\\377\\377\\$2\\376\\377\\377"
  little_endian "$3"
  little_endian "$4"
}

little_endian() {
  for shift in 0 8 16 24; do
    # shellcheck disable=SC2059
    printf "\\$(printf '%03o' $((($1 >> shift) & 255)))"
  done
}

make_root_filesystem() {
  find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  "$busybox" truncate -s $((root_sectors * 512)) "$work/root.ext4"
  # One inode for 32 KiB: a disk grown to 64 GiB then has inode tables of half a gigabyte that are never written ahead.
  mke2fs -q -F -t ext4 -b 4096 -L mini-root -U 6d696e69-0000-4000-8000-000000000001 -i 32768 -m 0 \
    -E hash_seed=6d696e69-0000-4000-8000-000000000002,lazy_itable_init=1,root_owner=0:0 -d "$root" "$work/root.ext4"
  own_by_root
}

# mke2fs -d keeps the builder's own ids: give every inode to root, then the modes that only root may set.
own_by_root() {
  (cd "$root" && find . -mindepth 1) | sed 's/^\.//' >"$work/paths"
  {
    while read -r path; do printf 'sif "%s" uid 0\nsif "%s" gid 0\n' "$path" "$path"; done <"$work/paths"
    printf 'sif /usr/bin/sudo mode 0104755\nsif /tmp mode 041777\nsif /var/tmp mode 041777\nsif /root mode 040700\n'
    printf 'sif /lost+found mode 040700\n'
  } >"$work/ownership"
  debugfs -w -f "$work/ownership" "$work/root.ext4" >"$work/debugfs-log" 2>&1 || die "debugfs failed: $(tail -n 1 "$work/debugfs-log")"
}
