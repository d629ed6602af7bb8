# shellcheck shell=sh disable=SC2154,SC2034
# Runs the stages that stdin asks for, each on its own, and writes the ready marker. Stdin is lines:
#   paddock-set-up 1
#   uuid UUID · spec-hash HASH · user NAME
#   keep STAGE DIGEST          done before, goes into the marker as it is
#   stage STAGE DIGEST         to be run, with the lines up to the next `stage` or the end as its input
# Says `warning STAGE TEXT` and `repair STAGE TEXT` while it works and `done STAGE ok|limited DIGEST` after each stage.
set -u
umask 022
marker=/var/lib/paddock/ready
work=${0%/*}

read_input() {
  read -r first
  [ "$first" = 'paddock-set-up 1' ] || return 1
  into=/dev/null
  kept=''
  : >"$work/stages"
  while read -r word rest; do
    case $word in
      uuid) uuid=$rest ;;
      spec-hash) spec_hash=$rest ;;
      user) user=$rest ;;
      keep) kept="${kept}stage $rest ok$nl" ;;
      stage)
        printf '%s\n' "$rest" >>"$work/stages"
        into=$work/${rest%% *}.input
        : >"$into"
        ;;
      *) printf '%s %s\n' "$word" "$rest" >>"$into" ;;
    esac
  done
}

run_stages() {
  while read -r stage digest; do
    case $stage in
      hostname | names | address | time | control | disks | shares | user_data) ;;
      *) continue ;;
    esac
    # A stage that goes wrong ends alone, and not without a word.
    ("stage_$stage") <"$work/$stage.input" || (warn "it failed with exit status $?")
    state=ok
    [ ! -e "$work/$stage.limited" ] || state=limited
    printf 'done %s %s %s\n' "$stage" "$state" "$digest"
    kept="${kept}stage $stage $digest $state$nl"
  done <"$work/stages"
}

# On the disk before it is in place: a marker that survives a power cut tells of what survived it too.
write_marker() {
  [ -d "${marker%/*}" ] || mkdir -p "${marker%/*}" || return 1
  printf 'paddock-marker 1\nuuid %s\nspec-hash %s\n%send\n' "$uuid" "$spec_hash" "$kept" >"$marker.new" || return 1
  # Of that file system alone: one of a share whose server has ended would hold a sync of everything for ever.
  sync -f "$marker.new"
  mv -f "$marker.new" "$marker"
}

read_input || {
  echo 'the input is not one of a set-up' >&2
  exit 1
}
run_stages
write_marker || {
  echo "the marker $marker cannot be written" >&2
  exit 1
}
