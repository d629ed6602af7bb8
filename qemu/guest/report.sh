#!/bin/sh
# What this guest has to work with, one fact a line: for support, and for whoever wonders what a custom image lacks.
set -u
printf 'kernel %s\n' "$(uname -r)"
printf 'cpus %s\n' "$(nproc)"
sed -n 's/^MemTotal: *\([0-9]*\) kB$/memory-kib \1/p' /proc/meminfo
for tool in blkid mkfs.ext4 mkfs.xfs e2fsck xfs_repair resize2fs xfs_growfs ssh flock; do
  command -v "$tool" >/dev/null 2>&1 || printf 'lacks %s\n' "$tool"
done
