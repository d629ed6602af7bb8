#!/bin/sh
# Makes a checkout ready to run: system packages, npm packages, the built command, the mini image. Needs sh and node.
# Does only what is missing, says first what it is about to install, and may be run again at any time.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
PATH=$PATH:/usr/sbin:/sbin
export PATH
PADDOCK_CACHE=${PADDOCK_CACHE:-$root/.cache/paddock}
export PADDOCK_CACHE

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

missing=''
# need PACKAGE FILE_OR_PROGRAM: notes the package when neither the file nor the program is there.
need() {
  case $2 in
    /*) [ -e "$2" ] && return 0 ;;
    *) command -v "$2" >/dev/null 2>&1 && return 0 ;;
  esac
  case " $missing " in *" $1 "*) ;; *) missing="$missing $1" ;; esac
}

need_packages() {
  missing=''
  need_system_packages
  [ "$wanted" != tests ] || need_test_packages
}

need_system_packages() {
  case $(uname -m) in
    aarch64 | arm64) need qemu-system-arm qemu-system-aarch64; need qemu-efi-aarch64 /usr/share/AAVMF ;;
    *) need qemu-system-x86 qemu-system-x86_64; need ovmf /usr/share/OVMF ;;
  esac
  need qemu-utils qemu-img
  need openssh-client ssh
  need mtools mcopy
  need e2fsprogs mke2fs
  need cpio cpio
  need zstd zstd
  need ca-certificates /etc/ssl/certs/ca-certificates.crt
}

# What only the checks and tests use: a test that lacks its tool is skipped, and none should be.
need_test_packages() {
  need qemu-system-arm qemu-system-aarch64
  need strace strace
  need shellcheck shellcheck
  need dosfstools fsck.fat
  need file file
  need xfsprogs mkfs.xfs
  need faketime faketime
  # The debian guest is built where a test wants it.
  need mmdebstrap mmdebstrap
  need debian-archive-keyring /usr/share/keyrings/debian-archive-keyring.gpg
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"
  elif command -v sudo >/dev/null 2>&1; then sudo "$@"
  else die "not root and no sudo here; run as root: $*"
  fi
}

install_system_packages() {
  need_packages
  # The image is made from packages that apt fetches, so apt must know them even when nothing is to be installed.
  lists=$(apt-cache show --no-all-versions busybox-static 2>/dev/null | head -n 1 || true)
  if [ -z "$missing" ] && [ -n "$lists" ]; then return 0; fi
  if [ -n "$missing" ]; then say "installing with apt:$missing"; fi
  say 'reading the package lists (apt-get update)'
  as_root apt-get update -q >/dev/null
  [ -n "$missing" ] || return 0
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >/dev/null
  need_packages
  [ -z "$missing" ] || die "still missing after the installation:$missing"
}

check_node() {
  command -v node >/dev/null 2>&1 || die 'node is missing; install Node.js 20.19 or newer'
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    die "node $(node --version) is too old; install Node.js 20.19 or newer"
}

install_npm_packages() {
  if [ -f node_modules/.package-lock.json ] && [ -z "$(find package-lock.json -newer node_modules/.package-lock.json)" ]; then return 0; fi
  say 'installing npm packages'
  # Tools of the checks are among them, so an environment that asks for production packages only is overruled.
  npm ci --include=dev --no-fund --no-audit --loglevel=error
  touch node_modules/.package-lock.json
}

build_image() {
  # The same recipe is not built twice; a changed one is.
  if node dist/paddock.cjs image list --json 2>/dev/null | grep -q '"local-mini"'; then
    node dist/paddock.cjs image build mini >/dev/null 2>&1 || node dist/paddock.cjs image build mini
  else
    say 'building the mini image (about a minute, once)'
    node dist/paddock.cjs image build mini
  fi
}

case ${1:-} in
  '') wanted=image ;;
  --no-image) wanted='built command' ;;
  --tests) wanted=tests ;;
  *) die "unknown option $1; there are --no-image and --tests" ;;
esac
check_node
if command -v apt-get >/dev/null 2>&1; then
  install_system_packages
else
  need_packages
  [ -z "$missing" ] || die "no apt-get on this system; install what these Debian packages bring:$missing"
fi
install_npm_packages
node .ci/build.mjs --if-stale >/dev/null
[ "$wanted" = 'built command' ] || build_image
