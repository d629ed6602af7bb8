# shellcheck shell=sh disable=SC2154,SC2034
# Mounting of host folders. Functions only. Nothing of a share is ever formatted, checked or deleted.

# Lines `share TAG ro|rw PATH`.
stage_shares() {
  : >"$work/shares"
  find_way
  while read -r _ tag mode path; do prepare_share </dev/null; done
  keep_fstab 'paddock shares' "$work/shares" || warn '/etc/fstab cannot be written, so shares are not mounted after a restart of the guest'
}

# Sets type and options, by the devices that are there: all shares of a VM come the same way. virtio has a number for each
# kind of device, and that of 9p is nine.
find_way() {
  type=virtiofs options=''
  for device in /sys/bus/virtio/devices/*/device; do
    kind=''
    [ ! -r "$device" ] || read -r kind <"$device"
    [ "$kind" != 0x0009 ] || type=9p options=,trans=virtio,version=9p2000.L,msize=262144
  done
}

knows_type() {
  [ "$type" != 9p ] || modprobe 9pnet_virtio 2>/dev/null
  grep -qw "$type" /proc/filesystems || modprobe "$type" 2>/dev/null
}

prepare_share() {
  mounted_at || return 0
  if ! knows_type; then
    warn "$path: the kernel of the guest has no $type"
  elif [ "$over" = "$tag" ] || mount_share; then
    printf '%s %s %s %s%s,nofail 0 0\n' "$tag" "$shown" "$type" "$mode" "$options" >>"$work/shares"
    allow_writes
  fi
}

# Sets shown, as tables of mounts write the path, and over, what is mounted there.
mounted_at() {
  shown=$(printf '%s' "$path" | sed 's/\\/\\134/g; s/ /\\040/g')
  over=$(SHOWN=$shown awk '$2 == ENVIRON["SHOWN"] { from = $1 } END { print from }' /proc/self/mounts)
  [ -z "$over" ] || [ "$over" = "$tag" ] || {
    warn "$path: something else is mounted there, so the share is not"
    return 1
  }
}

mount_share() {
  if [ -L "$path" ] || { [ -e "$path" ] && [ ! -d "$path" ]; }; then
    warn "$path: is no folder, so the share is not mounted"
    return 1
  fi
  if mkdir -p "$path" 2>"$work/said" && timeout 30 mount -t "$type" -o "$mode$options" "$tag" "$path" >"$work/said" 2>&1; then
    return 0
  fi
  warn "$path: the share is not mounted ($(tail -n 1 "$work/said"))"
  return 1
}

# A share that may be written, and yet not by the user it is for, is better read-only than half of both.
allow_writes() {
  if [ "$mode" = ro ]; then
    set_mode ro
  elif set_mode rw && sudo -n -u "$user" test -w "$path" 2>/dev/null; then
    return 0
  else
    set_mode ro
    warn "$path: $user may not write to the folder on the host, so the share is read-only"
  fi
}

set_mode() {
  now=$(SHOWN=$shown awk '$2 == ENVIRON["SHOWN"] { options = $4 } END { print options }' /proc/self/mounts)
  case ,$now, in *",$1,"*) return 0 ;; esac
  timeout 30 mount -o "remount,$1" "$path" >"$work/said" 2>&1
}
