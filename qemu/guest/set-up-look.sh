# shellcheck shell=sh disable=SC2154,SC2034
# How a disk is looked at without a write to it. Functions only. What stands between the two marks goes into the guest as
# mount.paddock too, which mounts data disks at boot: a mount as usual would write to a damaged one before anybody has kept
# its bytes.

# mount.paddock begin
# Where the disk is mounted.
mount_of_disk() { awk -v number="$number" '$3 == number { print $5; exit }' /proc/self/mountinfo; }

# Device mapper, RAID and the like.
holders() {
  for folder in "/sys/block/$name/holders"/*; do [ ! -e "$folder" ] || printf '%s ' "${folder##*/}"; done
}

# looks_whole TYPE: mounts it for a moment in the one way that writes nothing; says in $work/said why that fails. A mount as
# usual writes to a damaged XFS before it fails, and ext4 notes errors in its superblock even when it is mounted read-only:
# only a device that takes no writes keeps its bytes. One that was left so by a death in between is released by the next look.
looks_whole() {
  if ! blockdev --setro "$device" >/dev/null 2>&1; then
    echo 'the guest cannot make it read-only to look at it' >"$work/said"
    return 1
  fi
  mounts_for_a_moment "$1"
  whole=$?
  blockdev --setrw "$device" >/dev/null 2>&1 || echo 'the guest cannot make it writable again' >"$work/said"
  return "$whole"
}

mounts_for_a_moment() {
  options=ro
  case $1 in
    ext4) options=ro,noload ;;
    xfs) options=ro,norecovery ;;
  esac
  mkdir -p "$work/look" &&
    mount -t "$1" -o "$options" "$device" "$work/look" >"$work/said" 2>&1 &&
    umount "$work/look"
}

# Less than the 90 s after which systemd ends a mount without a word of why; where mounts are made one after the other, as by
# busybox, the boot is held up for as long.
turn_limit=60

# By uptime, for the clock may be set meanwhile.
look_at_clock() {
  read -r now _ </proc/uptime
  now=${now%%.*}
}

# Not every flock knows of a limit itself.
wait_for_turn() {
  look_at_clock
  turn_until=$((now + turn_limit))
  until flock -n 9; do
    look_at_clock
    [ "$now" -lt "$turn_until" ] || return 1
    sleep 1
  done
}

# As mount(8) calls it: DEVICE PATH [-o OPTIONS] and flags that do not matter here. Ends as mount does, 32 for a failure.
mount_when_whole() {
  export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
  device=$(readlink -f "$1") path=$2 asked=defaults
  while [ $# -gt 1 ]; do
    [ "$1" != -o ] || asked=$2
    shift
  done
  name=${device##*/}
  number=$(cat "/sys/class/block/$name/dev") || return 32
  # A set-up that is at work looks at the same disks, and mounts this one too when it comes to it.
  exec 9>/run/paddock.lock
  if ! wait_for_turn; then
    echo "$path: something else has been at work on the disks for $turn_limit s, so it is not mounted before the next set-up" >&2
    return 32
  fi
  work=$(mktemp -d /run/paddock.XXXXXX) || return 32
  mount_unless_done
  ended=$?
  [ "$ended" -eq 0 ] || sed "s|^|$path: |" "$work/said" >&2
  rm -f "$work/said"
  rmdir "$work/look" "$work" 2>/dev/null
  return "$ended"
}

mount_unless_done() {
  : >"$work/said"
  at=$(mount_of_disk)
  [ "$at" != "$path" ] || return 0
  type=$(blkid -p -o value -s TYPE "$device")
  case $type in
    ext4 | xfs) ;;
    *)
      echo "its disk holds ${type:-nothing that is known}, so it is not mounted" >"$work/said"
      return 32
      ;;
  esac
  if [ -z "$at" ] && [ -z "$(holders)" ]; then looks_whole "$type" || return 32; fi
  mount -t "$type" -o "$asked" "$device" "$path" >"$work/said" 2>&1 || return 32
}
# mount.paddock end
