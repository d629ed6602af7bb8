# shellcheck shell=sh disable=SC2154,SC2034
# Makes a damaged data disk anew: reset-disk.sh SERIAL FS PROOF PATH
# Only when all that was found before is found again; the host has kept its bytes by then. Says `reset TYPE` or
# `kept REASON`. The last of its files.
set -u
work=${0%/*}
serial=$1 fs=$2 expected=$3 path=$4

keep() {
  printf 'kept %s\n' "$*"
  exit 0
}

find_device || keep 'its disk is not there any more'
[ -z "$(mount_of_disk)" ] || keep 'it is mounted by now'
in_use_by=$(holders)
[ -z "$in_use_by" ] || keep "its disk is in use by $in_use_by"
blkid -p -o export "$device" >"$work/found" 2>"$work/said" || keep "blkid does not know it any more ($(said))"
type=$(sed -n 's/^TYPE=//p' "$work/found")
make_place || keep "it could not be mounted afterwards ($(said))"
! looks_whole "$type" || keep 'it mounts by now'
is_damaged "$type" || keep "it is not found damaged again (${why:-no reason given})"
[ "$proof" = "$expected" ] || keep 'what is found now is not what was found before'
[ "$fs" = auto ] || type=$fs
command -v "mkfs.$type" >/dev/null || keep "the guest has no mkfs.$type"
make_filesystem damaged || keep "mkfs.$type failed ($(said))"
printf 'reset %s\n' "$type"
