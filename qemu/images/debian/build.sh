#!/bin/sh
# Builds the debian guest from the distribution's own packages: build.sh OUTPUT.qcow2 CACHE_FOLDER
#
# Needs no loop device, no network image, and root only where the host allows no user namespaces. Progress is one line a
# stage on stdout; what went wrong is the last line on stderr. Exit 3: the host lacks a tool or a right. Nothing is left at
# OUTPUT on failure.
set -eu
umask 022
LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin
# Sizes of the disk and of its boot partition; finish.sh reads them too.
disk_mib=1024
boot_mib=96
export LC_ALL PATH disk_mib boot_mib

recipe=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
output=${1:?usage: build.sh OUTPUT.qcow2 CACHE_FOLDER}
cache=${2:?usage: build.sh OUTPUT.qcow2 CACHE_FOLDER}

say() { printf '%s\n' "$*"; }
lack() { printf '%s\n' "$*" >&2; exit 3; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# shellcheck source=lib/needs.sh
. "$recipe/lib/needs.sh"
# shellcheck source=lib/bootstrap.sh
. "$recipe/lib/bootstrap.sh"
# shellcheck source=lib/disk.sh
. "$recipe/lib/disk.sh"

[ "$(uname -s)/$(uname -m)" = Linux/x86_64 ] || lack "the debian recipe builds on Linux on x86_64 only, this is $(uname -s) on $(uname -m)"
check_tools
check_rights
mkdir -p "$cache/packages"
# A build that was killed could not remove its folder. Never across a mount that it may have left in there.
find "$cache" -maxdepth 1 -name 'build.*' -mmin +1440 -exec rm -rf --one-file-system {} +
work=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM HUP

find_sources
say "installing Debian $suite from its packages"
bootstrap
say 'unpacking the root file system'
unpack_root
say 'writing the disk'
make_disk
