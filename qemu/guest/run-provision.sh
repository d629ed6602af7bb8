#!/bin/sh
# Takes a person's script of BYTES from stdin and runs it by its own first line, with nothing to read, for at most SECONDS.
# run-provision.sh SECONDS BYTES
# Travels as the one word of `sh -c`, with these comments left out. Whoever sends it keeps stdin open as long as the script
# is wanted: at the end of stdin, as at the limit, everything in the script's session is ended. At the limit the status is 124.
set -u
umask 077
limit=$1 bytes=$2
session=''
end_session() { [ -z "$session" ] || kill -s "$1" -- "-$session" 2>/dev/null; }
folder=$(mktemp -d) || exit
trap 'end_session KILL; rm -rf "$folder"' EXIT
trap 'exit 129' HUP INT PIPE TERM

head -c "$bytes" >"$folder/script"
[ "$(wc -c <"$folder/script")" -eq "$bytes" ] || {
  echo 'the script did not arrive whole, so none of it was run' >&2
  exit 1
}
chmod 700 "$folder/script"

exec 3<&0
setsid "$folder/script" </dev/null 3<&- &
session=$!
{
  timeout "$limit" cat <&3
  : >"$folder/ended"
  end_session TERM
  tries=0
  while kill -0 -- "-$session" && [ "$tries" -lt 50 ]; do
    tries=$((tries + 1))
    sleep 0.1
  done
  end_session KILL
} >/dev/null 2>&1 &
watch=$!

wait "$session"
status=$?
# The leader may have ended at once, and others of its session not.
if [ -e "$folder/ended" ]; then
  wait "$watch"
  status=124
fi
kill "$watch" 2>/dev/null
# What the script left running on purpose goes on.
session=''
exit "$status"
