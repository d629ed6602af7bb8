#!/bin/sh
# Takes disks into use that have grown: grow-disks.sh SERIAL=BYTES...
# For each disk one line on stdout: its serial, then `grown BYTES` (its file system reaches to the end), `blank` (nothing on
# it), or `failed` with the reason. Only ever makes larger; a disk that is right already is `grown` again.
set -u

grow_disk() {
  serial=$1 bytes=$2
  disk=$(disk_of "$serial") || return 1
  await_size "$disk" "$bytes" || return 1
  place=$(mounted_on "$disk")
  if [ -z "$place" ]; then
    [ -z "$(blkid "/dev/$disk" 2>/dev/null)" ] || { echo 'failed its file system is not mounted'; return 1; }
    [ -z "$(ls -d "/sys/block/$disk/$disk"* 2>/dev/null)" ] || { echo 'failed no partition of it is mounted'; return 1; }
    echo blank
    return
  fi
  # shellcheck disable=SC2086
  set -- $place
  device=$1 type=$2 mount=$3
  grow_partition "$disk" "$device" || return 1
  grow_filesystem "$device" "$type" "$mount" || return 1
  confirm "$device" "$type" "$mount"
}

disk_of() {
  for place in /sys/block/*/serial; do
    [ -f "$place" ] || continue
    # The attribute has no line end.
    seen=''
    read -r seen <"$place" || :
    [ "$seen" != "$1" ] || { basename "$(dirname "$place")"; return; }
  done
  echo 'failed no disk has this serial' >&3
  return 1
}

sectors_of() { cat "/sys/class/block/$1/size"; }

await_size() {
  left=15
  until [ $(($(sectors_of "$1") * 512)) -ge "$2" ]; do
    [ "$left" -gt 0 ] || { echo "failed the guest sees $(($(sectors_of "$1") * 512)) bytes of it"; return 1; }
    left=$((left - 1))
    sleep 1
  done
}

# `DEVICE TYPE MOUNT` of what is mounted from the disk: itself, or its last partition that is mounted.
mounted_on() {
  last=-1 found=''
  for name in "$1" $(cd "/sys/block/$1" && ls -d "$1"* 2>/dev/null); do
    number=$(cat "/sys/class/block/$name/dev")
    # Fields of mountinfo: the third is the device, the fifth the mount point, the type comes after a lone dash.
    line=$(awk -v number="$number" '$3 == number { for (i = 7; i < NF; i++) if ($i == "-") { print $(i + 1), $5; exit } }' /proc/self/mountinfo)
    [ -n "$line" ] || continue
    start=$(cat "/sys/class/block/$name/start" 2>/dev/null || echo 0)
    [ "$start" -gt "$last" ] || continue
    last=$start found="$name $line"
  done
  printf '%s' "$found"
}

grow_partition() {
  [ "$1" != "$2" ] || return 0
  before=$(sectors_of "$2")
  start=$(cat "/sys/class/block/$2/start")
  # Room for the second table of GPT and a started megabyte at the end is not worth a change.
  [ $((start + before + 4096)) -lt "$(sectors_of "$1")" ] || return 0
  number=$(cat "/sys/class/block/$2/partition")
  for other in "/sys/block/$1/$1"*; do
    [ "$(cat "$other/start")" -le "$start" ] || { echo 'failed another partition lies behind the one that is to grow'; return 1; }
  done
  if command -v growpart >/dev/null 2>&1; then
    growpart "/dev/$1" "$number" >/dev/null 2>"$log"
  elif command -v sfdisk >/dev/null 2>&1; then
    echo ',+' | sfdisk -q --no-reread --force -N "$number" "/dev/$1" >/dev/null 2>"$log"
    partx -u --nr "$number" "/dev/$1" >/dev/null 2>>"$log"
  else
    echo 'failed the guest has neither growpart nor sfdisk'
    return 1
  fi
  [ "$(sectors_of "$2")" -gt "$before" ] || { echo "failed the partition did not grow: $(tail -n 1 "$log")"; return 1; }
}

grow_filesystem() {
  case $2 in
    ext2 | ext3 | ext4) grow_with "$1" resize2fs "/dev/$1" ;;
    xfs) grow_with "$1" xfs_growfs "$3" ;;
    *) echo "failed a file system of type $2 cannot be grown"; return 1 ;;
  esac
}

grow_with() {
  shift
  command -v "$1" >/dev/null 2>&1 || { echo "failed the guest has no $1"; return 1; }
  "$@" >/dev/null 2>"$log" || { echo "failed $1: $(tail -n 1 "$log")"; return 1; }
}

# The size by the file system's own account, which reaches to the end of its device but for a started block.
confirm() {
  device_bytes=$(($(sectors_of "$1") * 512))
  case $2 in
    xfs) bytes=$(xfs_info "$3" | sed -n 's/^data .*bsize=\([0-9]*\) *blocks=\([0-9]*\).*/\1 \2/p' | awk '{ printf "%.0f", $1 * $2 }') ;;
    *) bytes=$(dumpe2fs -h "/dev/$1" 2>/dev/null | awk '/^Block count:/ { n = $3 } /^Block size:/ { printf "%.0f", n * $3 }') ;;
  esac
  [ "${bytes:-0}" -gt $((device_bytes - 1048576)) ] || { echo "failed its file system has ${bytes:-0} of $device_bytes bytes"; return 1; }
  echo "grown $bytes"
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
for pair in "$@"; do
  printf '%s %s\n' "${pair%=*}" "$(grow_disk "${pair%=*}" "${pair##*=}" 3>&1)"
done
