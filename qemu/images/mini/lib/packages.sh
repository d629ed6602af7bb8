# shellcheck shell=sh disable=SC2154,SC2034
# Which packages, from where, into $work/x. Sourced by build.sh.

# Programs of the guest; the libraries they need follow from their dependencies.
guest_packages='busybox-static bash mksh dropbear-bin openssh-client openssh-sftp-server iputils-ping e2fsprogs util-linux sudo
  libpam-modules'
# Boot loaders, used at build time only.
boot_packages='syslinux syslinux-common systemd-boot-efi'

check_tools() {
  missing='' install=''
  need apt-get apt
  need apt-cache apt
  need dpkg-deb dpkg
  need mformat mtools
  need mcopy mtools
  need mke2fs e2fsprogs
  need debugfs e2fsprogs
  need qemu-img qemu-utils
  [ -z "$missing" ] || lack "missing host tools:$missing; install them with: apt-get install$install"
}

# need PROGRAM PACKAGE
need() {
  command -v "$1" >/dev/null 2>&1 && return
  missing="$missing $1"
  case " $install " in *" $2 "*) ;; *) install="$install $2" ;; esac
}

# Sets $kernel_packages and $packages.
resolve_packages() {
  apt-cache show --no-all-versions busybox-static >/dev/null 2>&1 ||
    lack 'apt has no package lists for this release; fetch them as root with: apt-get update'
  kernel_packages=''
  for meta in linux-image-cloud-amd64 linux-image-virtual linux-image-kvm linux-image-amd64; do
    image=$(depends_of "$meta" | sed -n '/^linux-image-\(unsigned-\)\{0,1\}[0-9]/{p;q;}')
    [ -n "$image" ] || continue
    # Ubuntu keeps the modules in a package of their own.
    modules=$(depends_of "$image" | sed -n '/^linux-modules-[0-9]/{p;q;}')
    kernel_packages="$image $modules"
    break
  done
  [ -n "$kernel_packages" ] || lack 'apt knows no kernel package (looked for linux-image-cloud-amd64, linux-image-virtual)'
  # shellcheck disable=SC2086
  packages="$kernel_packages $boot_packages $(library_closure $guest_packages)"
}

# Names of the packages that PACKAGE depends on, the first of each list of alternatives.
depends_of() {
  apt-cache depends --important "$1" 2>/dev/null | sed -n 's/^ [ |]\(Pre\)\{0,1\}Depends: //p'
}

# The given packages and every library package below them. Maintainer tools such as debconf never run in the guest.
library_closure() {
  apt-cache depends --recurse --important --no-conflicts --no-breaks --no-replaces --no-enhances "$@" 2>/dev/null |
    awk -v roots="$*" '
      /^[^ ]/ { package = $1; next }
      /^ [ |](Pre)?Depends: / {
        if (!alternative && $2 ~ /^(lib|zlib1g)/ && $2 !~ /^(libpam-runtime|libpam-modules-bin|libgcc-s1)$/) below[package] = below[package] " " $2
        alternative = /^ \|/
      }
      END {
        todo = roots
        while (todo != "") {
          next_round = ""
          count = split(todo, names, " ")
          for (i = 1; i <= count; i++) {
            if (names[i] in seen) continue
            seen[names[i]] = 1
            print names[i]
            next_round = next_round below[names[i]]
          }
          todo = next_round
        }
      }'
}

# Downloads what the cache does not hold in exactly the version that apt would install.
fetch_packages() {
  mkdir -p "$cache/packages"
  wanted=''
  # shellcheck disable=SC2086
  apt-get download -q --print-uris $packages >"$work/uris" 2>"$work/apt-error" ||
    lack "apt cannot find every package: $(tail -n 1 "$work/apt-error")"
  while read -r _ file _ hash; do
    held "$cache/packages/$file" "$hash" || wanted="$wanted ${file%%_*}"
  done <"$work/uris"
  [ -n "$wanted" ] || return 0
  mkdir "$work/download"
  # apt checks every download against the signed lists; a file reaches the cache only after that.
  # shellcheck disable=SC2086
  (cd "$work/download" && apt-get download -q -o APT::Sandbox::User= $wanted >"$work/apt-log" 2>&1) ||
    die "downloading packages failed: $(grep '^E:' "$work/apt-log" | tail -n 1)"
  mv "$work"/download/*.deb "$cache/packages/"
}

# held FILE SHA256:HEX: the file is there with the bytes that the signed lists promise.
held() {
  [ -f "$1" ] && [ "SHA256:$(sha256sum "$1" | cut -d ' ' -f 1)" = "$2" ]
}

# Unpacks into $work/x/root (guest), $work/x/kernel and $work/x/boot; sets $kernel_version.
unpack_packages() {
  mkdir -p "$work/x/root" "$work/x/kernel" "$work/x/boot"
  while read -r _ file _; do
    case " $kernel_packages " in *" ${file%%_*} "*) to=kernel ;; *)
      case " $boot_packages " in *" ${file%%_*} "*) to=boot ;; *) to=root ;; esac ;;
    esac
    dpkg-deb -x "$cache/packages/$file" "$work/x/$to" || die "unpacking $file failed"
  done <"$work/uris"
  if [ -d "$work/x/kernel/usr/lib/modules" ]; then modules_from=$work/x/kernel/usr/lib/modules; else modules_from=$work/x/kernel/lib/modules; fi
  kernel_version=$(ls "$modules_from")
  busybox=$(find "$work/x/root" -type f -name busybox -perm -100 | head -n 1)
}
