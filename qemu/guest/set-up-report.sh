# shellcheck shell=sh disable=SC2154,SC2034
# How a stage tells what it did. Functions only; the stages and set-up.sh follow.

# Something that the guest has to do without; the stage is tried again by the next set-up.
warn() {
  printf 'warning %s %s\n' "$stage" "$*"
  : >"$work/$stage.limited"
}

# Something that was not as it should be and was put right.
repair() { printf 'repair %s %s\n' "$stage" "$*"; }

# replace FILE MODE OWNER: FILE gets what is on stdin, whole or not at all; a file that has it already is left alone.
replace() {
  cat >"$1.paddock-new" || return 1
  if cmp -s "$1.paddock-new" "$1"; then
    rm -f "$1.paddock-new"
  else
    chmod "$2" "$1.paddock-new" && chown "$3" "$1.paddock-new" && mv -f "$1.paddock-new" "$1"
  fi
}

# without_block FILE: FILE without the lines that are ours.
without_block() {
  [ ! -f "$1" ] || sed '/^# paddock begin$/,/^# paddock end$/d' "$1"
}
