# shellcheck shell=sh disable=SC2154,SC2034
# Formatting and mounting of a data disk. Functions only. `format_disk` is the only place that makes a file system.

# Precondition: the disk is proven empty.
format_disk() {
  case $fs in
    auto) if can_xfs; then type=xfs; else type=ext4; fi ;;
    *) type=$fs ;;
  esac
  # Neither is told to overwrite: what the tools find on the disk stops them too.
  case $type in
    xfs) set -- mkfs.xfs -q "$device" ;;
    *) set -- mkfs.ext4 -q "$device" ;;
  esac
  if ! make_place; then
    warn "$path: its disk is empty, but cannot be mounted there ($(tail -n 1 "$work/said"))"
  elif ! command -v "$1" >/dev/null; then
    warn "$path: its disk is empty, but the guest has no $1"
  elif ! "$@" >"$work/said" 2>&1; then
    warn "$path: its disk could not be formatted ($(tail -n 1 "$work/said"))"
  elif mount_disk "$type"; then
    printf 'formatted %s %s\n' "$serial" "$type"
  else
    warn "$path: its disk was formatted but not mounted ($(tail -n 1 "$work/said"))"
  fi
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

keep_mounted() {
  printf '/dev/disk/by-id/virtio-%s %s %s discard,nofail 0 0\n' "$serial" "$path" "$1" >>"$work/fstab"
}

# By the serial: the order of devices is no identity.
write_fstab() {
  [ -s "$work/fstab" ] || grep -q '^# paddock begin$' /etc/fstab 2>/dev/null || return 0
  {
    without_block /etc/fstab
    echo '# paddock begin'
    cat "$work/fstab"
    echo '# paddock end'
  } | replace /etc/fstab 644 0:0
}

# A file system that does not mount is not yet damaged: only what the checker says, in a word and a number, can tell.
diagnose() {
  why=$(tail -n 1 "$work/said")
  warn "$path: its $type file system does not mount and is left alone (${why:-no reason given})"
}
