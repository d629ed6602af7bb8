# shellcheck shell=sh disable=SC2154,SC2034,SC2016
# The installed system as $work/root.tar. Sourced by build.sh.

guest_packages='systemd-sysv systemd-resolved systemd-timesyncd libpam-systemd dbus udev kmod
  linux-image-cloud-amd64 initramfs-tools lz4 syslinux syslinux-common systemd-boot-efi mtools dosfstools
  cloud-init cloud-guest-utils openssh-server sudo
  e2fsprogs xfsprogs fdisk
  iproute2 iputils-ping netbase ca-certificates curl rsync less nano bash-completion procps psmisc'

bootstrap() {
  # Everything of the recipe that goes into the guest belongs to root there, whoever checked it out.
  tar -C "$recipe/root" --owner=0 --group=0 --mode=u=rwX,go=rX -cf "$work/overlay.tar" .
  # In a user namespace the system is put together in a folder that everybody may reach; root keeps it with the rest.
  [ "$mode" != root ] || { mkdir "$work/tmp"; TMPDIR=$work/tmp; export TMPDIR; }
  # shellcheck disable=SC2086
  set -- --mode="$mode" --variant=minbase --format=tar --include="$(echo $guest_packages | tr ' ' ,)"
  set -- "$@" --aptopt='Apt::Install-Recommends "false"' --aptopt='Acquire::Languages "none"'
  set -- "$@" --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*'
  # Packages are kept between builds; apt checks each of them against the signed lists all the same.
  set -- "$@" --skip=download/empty --skip=essential/unlink --setup-hook='mkdir -p "$1/var/cache/apt/archives"' \
    --setup-hook="sync-in '$cache/packages' /var/cache/apt/archives"
  # Before the kernel, whose installation makes the first initramfs by these settings.
  set -- "$@" --essential-hook="tar-in '$work/overlay.tar' /"
  set -- "$@" --customize-hook="sync-out /var/cache/apt/archives '$cache/packages'" \
    --customize-hook="upload '$recipe/finish.sh' /finish.sh" --customize-hook='chroot "$1" sh /finish.sh' \
    --customize-hook='rm "$1/finish.sh"'
  mmdebstrap "$@" "$suite" "$work/root.tar" - <"$work/sources" >"$work/log" 2>&1 ||
    die "mmdebstrap failed: $(grep -E '^(E|dpkg|finish|mmdebstrap)[: ]' "$work/log" | tail -n 1)"
}
