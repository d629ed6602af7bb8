# shellcheck shell=sh disable=SC2154,SC2034
# What the host must have, and where its packages come from. Sourced by build.sh.

check_tools() {
  missing='' install=''
  need mmdebstrap mmdebstrap
  need apt-get apt
  need mke2fs e2fsprogs
  need debugfs e2fsprogs
  need qemu-img qemu-utils
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  need "$keyring" debian-archive-keyring
  [ "$(id -u)" -eq 0 ] || need newuidmap uidmap
  [ -z "$missing" ] || lack "missing host tools:$missing; install them with: apt-get install$install"
}

# need PROGRAM_OR_FILE PACKAGE
need() {
  case $1 in
    /*) [ ! -e "$1" ] || return 0 ;;
    *) ! command -v "$1" >/dev/null 2>&1 || return 0 ;;
  esac
  missing="$missing $1"
  case " $install " in *" $2 "*) ;; *) install="$install $2" ;; esac
}

# Root builds as root. Anybody else needs a user namespace with ids of their own in it.
check_rights() {
  [ "$(id -u)" -ne 0 ] || { mode=root; return 0; }
  mode=unshare
  user=$(id -un)
  for file in /etc/subuid /etc/subgid; do
    grep -q "^\($user\|$(id -u)\):" "$file" 2>/dev/null ||
      lack "$file has no ids for $user; build as root, or give it some as root with: usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $user"
  done
  unshare --user true 2>/dev/null || lack 'this host lets only root make user namespaces; build as root'
}

# Sets $suite and writes one apt source a line to $work/sources: the host's own when it is a Debian, else the stable release.
find_sources() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 'Origin: Debian' 'Component: main' 2>/dev/null |
    sort -u >"$work/known" || true
  # A host that mixes releases still has one that it is.
  codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null | tr -d '"')
  suite=$(awk -v name="$codename" '$2 == name { print $2; exit }' "$work/known")
  if [ -n "$suite" ]; then
    awk -v suite="$suite" '$2 == suite || $2 == suite "-updates" || $2 == suite "-security"' "$work/known" >"$work/chosen"
  else
    suite=bookworm
    printf '%s\n' "http://deb.debian.org/debian/ $suite" "http://deb.debian.org/debian/ $suite-updates" \
      "http://deb.debian.org/debian-security/ $suite-security" >"$work/chosen"
  fi
  sed "s|.*|deb [signed-by=$keyring] & main|" "$work/chosen" >"$work/sources"
}
