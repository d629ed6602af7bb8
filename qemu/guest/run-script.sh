#!/bin/sh
# Takes a script and its input from stdin, checks both, and runs the script as root within SECONDS.
# run-script.sh SECONDS SCRIPT_BYTES SCRIPT_SHA256 INPUT_SHA256 [ARGUMENT...]
# Travels as the one word of `sh -c`, with these comments left out. On stdout `paddock: begin` stands before what the script
# says and `paddock: end STATUS in-time|late` after it: without the first nothing ran, without the second nobody knows.
set -u
umask 077
export LC_ALL=C PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
limit=$1 script_bytes=$2 script_sha256=$3 input_sha256=$4
shift 4

refuse() {
  printf '%s\n' "$*" >&2
  exit 1
}
uptime_seconds() {
  read -r up _ </proc/uptime
  printf '%s' "${up%%.*}"
}

folder=$(mktemp -d /run/paddock.XXXXXX) || refuse 'no folder can be made in /run'
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT PIPE TERM
cat >"$folder/all" || refuse 'there is no room in /run for the script'
head -c "$script_bytes" "$folder/all" >"$folder/script"
tail -c "+$((script_bytes + 1))" "$folder/all" >"$folder/input"
[ "$(sha256sum <"$folder/script")" = "$script_sha256  -" ] || refuse 'the script did not arrive as it was sent'
[ "$(sha256sum <"$folder/input")" = "$input_sha256  -" ] || refuse 'the input did not arrive as it was sent'

command -v flock >/dev/null || refuse 'the guest has no flock'
# The lock goes with the last process of the script: one that outlived its connection is not met by a second one.
exec 9>/run/paddock.lock
begun=$(uptime_seconds)
until flock -n 9; do
  [ $(($(uptime_seconds) - begun)) -lt "$limit" ] || refuse 'an earlier script is still running in the guest'
  sleep 1
done

printf 'paddock: begin\n'
begun=$(uptime_seconds)
timeout -k 5 "$limit" sh "$folder/script" "$@" <"$folder/input"
status=$?
when=in-time
[ $(($(uptime_seconds) - begun)) -lt "$limit" ] || when=late
printf 'paddock: end %s %s\n' "$status" "$when"
