#!/bin/sh
# Takes memory into use that was plugged in, and says how much there is: online-memory.sh LEAST_KIB MOST_KIB SECONDS
# Movable, so that it can be given back.
set -u
least=$1 most=$2 left=$3
while :; do
  for block in /sys/devices/system/memory/memory[0-9]*/state; do
    [ -f "$block" ] || continue
    read -r state <"$block"
    [ "$state" != offline ] || echo online_movable 2>/dev/null >"$block"
  done
  kib=$(sed -n 's/^MemTotal: *\([0-9]*\) kB$/\1/p' /proc/meminfo)
  if [ "$left" -le 0 ]; then break; fi
  if [ "$kib" -ge "$least" ] && [ "$kib" -le "$most" ]; then break; fi
  left=$((left - 1))
  sleep 1
done
printf 'memory-kib %s\n' "$kib"
