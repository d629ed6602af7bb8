# shellcheck shell=sh disable=SC2154,SC2034
# Formatting and mounting of a data disk. Functions only. `make_filesystem` is the only place that makes one.

# Precondition: the disk is proven empty.
format_disk() {
  choose_type
  if ! make_place; then
    warn "$path: its disk is empty, but cannot be mounted there ($(said))"
  elif ! command -v "mkfs.$type" >/dev/null; then
    warn "$path: its disk is empty, but the guest has no mkfs.$type"
  elif ! make_filesystem empty; then
    warn "$path: its disk could not be formatted ($(said))"
  elif mount_disk "$type"; then
    printf 'formatted %s %s\n' "$serial" "$type"
  else
    warn "$path: its disk was formatted but not mounted ($(said))"
  fi
}

choose_type() {
  case $fs in
    auto) if can_xfs; then type=xfs; else type=ext4; fi ;;
    *) type=$fs ;;
  esac
}

# make_filesystem empty|damaged: of $type on $device. Only over what is proven to be damaged are the tools told to
# overwrite; otherwise what they find on the disk stops them too.
make_filesystem() {
  force=''
  case $1-$type in
    damaged-xfs) force=-f ;;
    damaged-*) force=-F ;;
  esac
  "mkfs.$type" -q ${force:+"$force"} "$device" >"$work/said" 2>&1 </dev/null
}

# XFS wants at least 300 MiB.
can_xfs() {
  command -v mkfs.xfs >/dev/null || return 1
  [ "$(cat "/sys/block/$name/size")" -ge $((300 * 2048)) ] || return 1
  grep -qw xfs /proc/filesystems || modprobe xfs 2>/dev/null
}

# The folder that the disk is mounted at; says in $work/said why there is none.
make_place() {
  if [ -L "$path" ] || { [ -e "$path" ] && [ ! -d "$path" ]; }; then
    echo "$path is no folder" >"$work/said"
    return 1
  fi
  mkdir -p "$path" 2>"$work/said"
}

# mount_disk TYPE: says in $work/said why not.
mount_disk() {
  make_place || return 1
  mount -t "$1" -o discard "$device" "$path" >"$work/said" 2>&1 || return 1
  keep_mounted "$1"
}

# What a program said, in one line. mount(8) sends the reader on to dmesg at the end.
said() { grep -v 'dmesg(1) may have more' "$work/said" | tail -n 1; }

# keep_mounted TYPE: at the next boot a disk of ours is looked at before it is mounted, which type `paddock` stands for.
keep_mounted() {
  case $1 in
    ext4 | xfs) by=paddock ;;
    *) by=$1 ;;
  esac
  # By the serial: the order of devices is no identity.
  printf '/dev/disk/by-id/virtio-%s %s %s discard,nofail 0 0\n' "$serial" "$path" "$by" >>"$work/fstab"
}

# mount(8) runs it for lines of its type. Before those lines: without it nothing of them is mounted.
keep_mounts() {
  if [ -s "$work/fstab" ]; then
    functions=$(sed -n '/^# mount.paddock begin/,/^# mount.paddock end/p; /^# mount.paddock end/q' "$0")
    put /sbin/mount.paddock 755 0:0 "#!/bin/sh$nl$functions${nl}mount_when_whole \"\$@\"$nl" || return 1
  fi
  keep_fstab paddock "$work/fstab"
}
