#!/bin/sh
# Runs inside the new system when its packages are installed: units, the boot partition, and nothing that must differ
# between two guests. Sizes come from build.sh.
# shellcheck disable=SC2154
set -eu
trap '[ $? -eq 0 ] || echo "finish: stopped" >&2' EXIT
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
# Serial console only: drawing on a screen costs seconds in software emulation. Memory that is plugged in later becomes
# movable, so that it can be taken away again.
command_line='root=LABEL=debian-root rw rootflags=noinit_itable console=ttyS0 quiet loglevel=4 panic=10 mitigations=off memhp_default_state=online_movable'

units() {
  systemctl -q enable systemd-networkd.service systemd-resolved.service systemd-timesyncd.service ssh.service
  # Nothing works in the background of a guest that did not ask for it; blocks are discarded as they are freed.
  systemctl -q mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer
  # Kernel crash records of firmware, foreign program formats, a screen: none of them is here.
  systemctl -q mask systemd-pstore.service modprobe@efi_pstore.service modprobe@drm.service systemd-binfmt.service proc-sys-fs-binfmt_misc.automount
  systemctl -q disable getty@tty1.service
}

boot_partition() {
  fat=/boot/boot.fat
  kernel=$(find /boot -maxdepth 1 -name 'vmlinuz-*' | sort -V | tail -n 1)
  truncate -s "${boot_mib}M" "$fat"
  # 2048: where the partition starts on the disk.
  mformat -i "$fat" -T $((boot_mib * 2048)) -h 16 -s 63 -H 2048 -N 44454249 -v DEBIANBOOT ::
  folder=$(mktemp -d)
  printf 'DEFAULT debian\nPROMPT 0\nTIMEOUT 0\nLABEL debian\n  LINUX /vmlinuz\n  INITRD /initrd.img\n  APPEND %s\n' "$command_line" >"$folder/syslinux.cfg"
  printf 'default debian.conf\ntimeout 0\n' >"$folder/loader.conf"
  printf 'title Debian\nlinux /vmlinuz\ninitrd /initrd.img\noptions %s\n' "$command_line" >"$folder/debian.conf"
  mmd -i "$fat" ::/EFI ::/EFI/BOOT ::/loader ::/loader/entries
  mcopy -i "$fat" "$kernel" ::/vmlinuz
  mcopy -i "$fat" "/boot/initrd.img-${kernel#/boot/vmlinuz-}" ::/initrd.img
  mcopy -i "$fat" "$folder/syslinux.cfg" ::/
  mcopy -i "$fat" /usr/lib/systemd/boot/efi/systemd-bootx64.efi ::/EFI/BOOT/BOOTX64.EFI
  mcopy -i "$fat" "$folder/loader.conf" ::/loader/loader.conf
  mcopy -i "$fat" "$folder/debian.conf" ::/loader/entries/debian.conf
  # This syslinux writes through mtools, so it needs no mount.
  syslinux --install "$fat"
  rm -r "$folder"
  mkdir -p /boot/efi
}

partition_table() {
  disk=/boot/first-mib
  truncate -s "${disk_mib}M" "$disk"
  # Type ef is what UEFI looks for; the active flag is what the BIOS loader looks for.
  sfdisk -q --no-reread --no-tell-kernel "$disk" <<EOF
label: dos
label-id: 0x44454249
start=1MiB, size=${boot_mib}MiB, type=ef, bootable
start=$((1 + boot_mib))MiB, type=83
EOF
  dd if=/usr/lib/syslinux/mbr/mbr.bin of="$disk" bs=440 count=1 conv=notrunc 2>/dev/null
  truncate -s 1M "$disk"
}

clean() {
  rm -f /etc/ssh/ssh_host_*_key /etc/ssh/ssh_host_*_key.pub
  # Empty: every guest finds an id of its own, and does not take its first boot for the set-up of a system.
  : >/etc/machine-id
  rm -f /var/lib/dbus/machine-id /etc/hostname
  ln -sf /run/systemd/resolve/stub-resolv.conf /etc/resolv.conf
  apt-get clean
  rm -rf /var/lib/apt/lists/* /var/cache/debconf/*-old /var/log/*.log /var/log/apt /tmp/* /var/tmp/*
  # Else the first boot of every guest takes /usr for new, and makes its caches again.
  touch -r /usr /etc/.updated /var/.updated
}

units
boot_partition
partition_table
clean
