# shellcheck shell=sh disable=SC2154,SC2034
# How a stage tells what it did. Functions only; the stages and set-up.sh follow.

# Something that the guest has to do without; the stage is tried again by the next set-up.
warn() {
  printf 'warning %s %s\n' "$stage" "$*"
  : >"$work/$stage.limited"
}

# Something that was not as it should be and was put right.
repair() { printf 'repair %s %s\n' "$stage" "$*"; }

# A program that is started costs an emulated guest a hundredth of a second, so files are read and compared in the shell.
nl='
'

# without_block FILE [NAME]: sets text to the lines of FILE that are not between `# NAME begin` and `# NAME end`, and
# block to `there` or nothing. The name is paddock unless another one is said.
without_block() {
  text='' block='' inside=''
  [ -f "$1" ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    if [ "$line" = "# ${2:-paddock} begin" ]; then
      inside=yes block=there
    elif [ -z "$inside" ]; then
      text=$text$line$nl
    elif [ "$line" = "# ${2:-paddock} end" ]; then
      inside=''
    fi
  done <"$1"
}

# put FILE MODE OWNER TEXT: FILE gets the text, whole or not at all; a file that has it already is left alone.
put() {
  if [ -f "$1" ] && has_text "$1" "$4"; then return 0; fi
  if [ -e "$1.paddock-new" ] || [ -L "$1.paddock-new" ]; then rm -f "$1.paddock-new" || return 1; fi
  case $2 in *00) umask 077 ;; esac
  # Only a new file: in the folder of a user it could be a link to anywhere.
  set -C
  printf '%s' "$4" >"$1.paddock-new"
  put_status=$?
  set +C
  umask 022
  [ "$put_status" -eq 0 ] || return 1
  # Root made it.
  if [ "$3" != 0:0 ]; then chown "$3" "$1.paddock-new" || return 1; fi
  if [ "$2" = 755 ]; then chmod 755 "$1.paddock-new" || return 1; fi
  mv -f "$1.paddock-new" "$1"
}

has_text() {
  has=''
  while IFS= read -r line || [ -n "$line" ]; do has=$has$line$nl; done <"$1"
  [ "$has" = "$2" ]
}

# keep_fstab NAME LINES: the lines of that file are the block NAME of fstab; where there never were any, none is made.
keep_fstab() {
  without_block /etc/fstab "$1"
  [ -s "$2" ] || [ -n "$block" ] || return 0
  own=''
  while read -r line; do own=$own$line$nl; done <"$2"
  put /etc/fstab 644 0:0 "$text# $1 begin$nl$own# $1 end$nl"
}
