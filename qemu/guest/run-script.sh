#!/bin/sh
# Takes a script and its input from stdin, checks both, and runs the script as root. Stdin is the line
# `SECONDS SCRIPT_BYTES SHA256`, so many bytes of script, and the input; SHA256 is over both. Nothing at all runs nothing.
# run-script.sh [ARGUMENT...]
# Travels as the one word of `sh -c`, with these comments left out. On stdout `paddock: begin` stands before what the script
# says and `paddock: end STATUS in-time|late` after it: without the first nothing ran, without the second nobody knows.
# A program that is started costs an emulated guest a hundredth of a second: few are.
set -u
umask 077
export LC_ALL=C PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

refuse() {
  printf '%s\n' "$*" >&2
  exit 1
}
look_at_clock() {
  read -r now _ </proc/uptime
  now=${now%%.*}
}

read -r limit script_bytes sha256 || exit 0
folder=$(mktemp -d /run/paddock.XXXXXX) || refuse 'no folder can be made in /run'
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT PIPE TERM
# The script ends with `exit`, so what stands behind it in its file is never read as script.
cat >"$folder/script" || refuse 'there is no room in /run for the script'
[ "$(sha256sum <"$folder/script")" = "$sha256  -" ] || refuse 'the script did not arrive as it was sent'
tail -c "+$((script_bytes + 1))" "$folder/script" >"$folder/input" || refuse 'there is no room in /run for the input'

command -v flock >/dev/null || refuse 'the guest has no flock'
# The lock goes with the last process of the script: one that outlived its connection is not met by a second one.
exec 9>/run/paddock.lock
look_at_clock
begun=$now
until flock -n 9; do
  look_at_clock
  [ $((now - begun)) -lt "$limit" ] || refuse 'an earlier script is still running in the guest'
  sleep 1
done

printf 'paddock: begin\n'
look_at_clock
begun=$now
timeout -k 5 "$limit" sh "$folder/script" "$@" <"$folder/input"
status=$?
when=in-time
look_at_clock
[ $((now - begun)) -lt "$limit" ] || when=late
printf 'paddock: end %s %s\n' "$status" "$when"
