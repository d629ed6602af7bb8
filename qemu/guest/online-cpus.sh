#!/bin/sh
# Brings every CPU online that was plugged in, and says how many work: online-cpus.sh CPUS SECONDS
# A guest that gets a CPU starts to use it by itself or not at all; this one tells it to.
set -u
wanted=$1 left=$2
while :; do
  for cpu in /sys/devices/system/cpu/cpu[0-9]*/online; do
    [ -f "$cpu" ] || continue
    read -r state <"$cpu"
    [ "$state" = 1 ] || echo 1 2>/dev/null >"$cpu"
  done
  cpus=$(nproc)
  if [ "$cpus" -ge "$wanted" ] || [ "$left" -le 0 ]; then break; fi
  left=$((left - 1))
  sleep 1
done
printf 'cpus %s\n' "$cpus"
