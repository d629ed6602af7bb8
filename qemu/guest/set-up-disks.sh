# shellcheck shell=sh disable=SC2154,SC2034
# What is on a data disk, and what follows from it. Functions only. Anything that is not known for certain is left alone.

# Lines `disk SERIAL FS blank|unproven PATH`; `blank` when the host has seen that nothing was ever written to the disk.
stage_disks() {
  : >"$work/fstab"
  while read -r _ serial fs blank path; do prepare_disk </dev/null; done
  keep_mounts || warn 'data disks are not mounted after a restart of the guest: /etc/fstab or /sbin/mount.paddock cannot be written'
}

prepare_disk() {
  find_device || {
    warn "$path: no disk with the serial $serial appeared"
    return
  }
  # What is mounted is told by device number: names and links of devices change.
  at=$(mount_of_disk)
  over=$(awk -v path="$path" '$5 == path { found = $3 } END { print found }' /proc/self/mountinfo)
  if [ "$at" = "$path" ]; then
    keep_mounted "$(awk -v number="$number" '$3 == number { for (i = 7; i < NF; i++) if ($i == "-") { print $(i + 1); exit } }' /proc/self/mountinfo)"
  elif [ -n "$at" ]; then
    warn "$path: its disk is mounted at $at, and is left there"
  elif [ -n "$over" ]; then
    warn "$path: something else is mounted there, so its disk is left alone"
  elif held_by=$(holders) && [ -n "$held_by" ]; then
    warn "$path: its disk is in use by $held_by and is left alone"
  else
    look_inside
  fi
}

# Sets device, name and number. A disk may come a moment after the guest.
find_device() {
  tries=0
  while [ "$tries" -lt 20 ]; do
    for folder in /sys/block/*; do
      [ "$(cat "$folder/serial" 2>/dev/null)" = "$serial" ] || continue
      name=${folder##*/}
      device=/dev/$name
      number=$(cat "$folder/dev")
      return 0
    done
    tries=$((tries + 1))
    sleep 0.25
  done
  return 1
}

look_inside() {
  blkid -p -o export "$device" >"$work/found" 2>"$work/said"
  probed=$?
  type=$(sed -n 's/^TYPE=//p' "$work/found")
  usage=$(sed -n 's/^USAGE=//p' "$work/found")
  table=$(sed -n 's/^PTTYPE=//p' "$work/found")
  case $probed in
    0)
      if [ -n "$table" ]; then
        warn "$path: its disk has a partition table ($table) and is left alone"
      elif [ "$usage" = filesystem ] && { [ "$type" = ext4 ] || [ "$type" = xfs ]; }; then
        mount_found
      else
        warn "$path: its disk holds ${type:-something unknown} and is left alone"
      fi
      ;;
    2) format_when_blank ;;
    8) warn "$path: its disk has several signatures and is left alone" ;;
    *) warn "$path: blkid cannot tell what its disk holds (exit status $probed) and it is left alone" ;;
  esac
}

mount_found() {
  if [ "$fs" != auto ] && [ "$fs" != "$type" ]; then warn "$path: its disk holds $type, not $fs, and is used as it is"; fi
  if ! looks_whole "$type"; then
    diagnose
  elif ! mount_disk "$type"; then
    warn "$path: its $type file system does not mount and is left alone ($(said))"
  fi
}

# No signature is only half of the answer: a disk may hold data that no tool has a name for, and blkid finds none without a
# word where it cannot read.
format_when_blank() {
  [ -s "$work/said" ] || dd if="$device" bs=65536 count=1 of=/dev/null 2>"$work/dd" || grep -v records "$work/dd" >"$work/said"
  if [ -s "$work/said" ]; then
    warn "$path: its disk cannot be read and is left alone ($(said))"
  elif [ "$blank" != blank ]; then
    warn "$path: its disk has no signature but was written to, and is left alone"
  elif reads_as_zero; then
    format_disk
  else
    warn "$path: its disk has no signature but is not proven empty, and is left alone"
  fi
}

# The ends, where signatures live, and a sample of what lies between. An error while reading is no zero.
reads_as_zero() {
  kib=$(($(cat "/sys/block/$name/size") / 2))
  [ "$kib" -ge 1 ] || return 1
  zero_at 0 64 || return 1
  zero_at "$((kib > 4096 ? kib / 64 - 64 : 0))" 65 || return 1
  part=1
  while [ "$part" -lt 16 ]; do
    zero_at "$((kib * part / 1024))" 1 || return 1
    part=$((part + 1))
  done
}

# zero_at START COUNT, in units of 64 KiB
zero_at() {
  other=$({ dd if="$device" bs=65536 skip="$1" count="$2" 2>/dev/null || echo unreadable; } | tr -d '\000' | head -c 1 | wc -c)
  [ "$other" -eq 0 ]
}
