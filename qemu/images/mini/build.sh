#!/bin/sh
# Builds the mini guest from the distribution's own packages: build.sh OUTPUT.qcow2 CACHE_FOLDER
#
# Needs neither root, nor a loop device, nor a network image. Progress is one line a stage on stdout; what went wrong is
# the last line on stderr. Exit 3: the host lacks a tool, a package list or a package. Nothing is left at OUTPUT on failure.
set -eu
umask 022
LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin
# One moment for every time stamp in the image, so that the same packages give the same image.
SOURCE_DATE_EPOCH=1700000000
E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH
export LC_ALL PATH SOURCE_DATE_EPOCH E2FSPROGS_FAKE_TIME

recipe=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
output=${1:?usage: build.sh OUTPUT.qcow2 CACHE_FOLDER}
cache=${2:?usage: build.sh OUTPUT.qcow2 CACHE_FOLDER}

say() { printf '%s\n' "$*"; }
lack() { printf '%s\n' "$*" >&2; exit 3; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# shellcheck source=lib/packages.sh
. "$recipe/lib/packages.sh"
# shellcheck source=lib/root.sh
. "$recipe/lib/root.sh"
# shellcheck source=lib/boot.sh
. "$recipe/lib/boot.sh"
# shellcheck source=lib/disk.sh
. "$recipe/lib/disk.sh"

[ "$(uname -s)/$(uname -m)" = Linux/x86_64 ] || lack "the mini recipe builds on Linux on x86_64 only, this is $(uname -s) on $(uname -m)"
check_tools
mkdir -p "$cache"
# A build that was killed could not remove its folder.
find "$cache" -maxdepth 1 -name 'build.*' -mmin +1440 -exec rm -rf {} +
work=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

say 'fetching packages'
resolve_packages
fetch_packages
say 'unpacking packages'
unpack_packages
say "making the root file system (kernel $kernel_version)"
make_root
say 'making the initramfs'
make_initramfs
say 'making the boot partition'
make_boot_partition
say 'writing the disk'
make_disk
