# shellcheck shell=sh disable=SC2154,SC2034
# Whether a file system that does not mount is damaged. Functions only; nothing here writes to a disk.

# For one disk; a checker that takes longer has not come to a result.
check_limit=45

# What mount(8), of util-linux or busybox, says when the kernel finds the file system itself to be wrong. Everything else
# (memory, permission, input and output, a busy device, words that are not known) says nothing about it.
mount_names_damage='Structure needs cleaning|probably corrupted filesystem|wrong fs type, bad option, bad superblock|Bad message|Invalid argument'

# Of e2fsck and xfs_repair: damage of what a file system stands on.
ext4_damage='Group descriptors look bad|Superblock invalid, trying backup|superblock is corrupt|has an invalid journal|Corrupt group descriptor|is not in group|Root inode is not|has illegal block|Resize inode not valid'
xfs_damage='Metadata corruption detected|Metadata CRC error detected|bad primary superblock|would reset bad ag[fi]|bad magic'

# A checker that met one of these did not see all that is there, or does not know what it sees. A log that was not replayed
# makes a whole file system look damaged.
cannot_tell='unsupported|unknown (compat|incompat|ro|feature)|newer version|more recent|[Mm]emory|[Ii]nput/output error|short read|Error (reading|writing)|[Pp]ermission denied|not permitted|[Rr]ead-only|is mounted|apparently in use|[Bb]usy|No such (file|device)|skipping journal recovery|valuable metadata changes|fatal error|Log inconsistent|cannot find log|[Kk]illed|[Tt]erminated|cancell?ed|core dumped'

# is_damaged TYPE: true only where mount, the checker's number and its words all say so. Sets proof, which is the same for
# the same finding, and damage in words; else why. Precondition: $work/said holds what mount said.
is_damaged() {
  proof='' damage='' why=$(said)
  grep -qE "$mount_names_damage" "$work/said" || return 1
  case $1 in
    ext4) checker=e2fsck statuses='4 12' known=$ext4_damage ;;
    xfs) checker=xfs_repair statuses=1 known=$xfs_damage ;;
    *) return 1 ;;
  esac
  command -v "$checker" >/dev/null || {
    why="the guest has no $checker to check it with"
    return 1
  }
  run_checker
  judge_checker
}

# The status goes past a pipe, which bounds what is kept of the words; both in files of $work.
run_checker() {
  force=''
  [ "$checker" = xfs_repair ] || force=-f
  look_at_clock
  begun=$now
  {
    timeout -k 5 "$check_limit" "$checker" -n ${force:+"$force"} "$device" 2>&1
    echo $? >"$work/status"
  } </dev/null | {
    head -c 262144 >"$work/said"
    cat >/dev/null
  }
  status=$(cat "$work/status")
  look_at_clock
  took=$((now - begun))
}

judge_checker() {
  found=$(grep -m 1 -E "$known" "$work/said" | cut -c 1-120)
  doubt=$(grep -m 1 -E "$cannot_tell" "$work/said" | cut -c 1-120)
  # 32 is what e2fsck says when it was told to end, and a timeout(1) of busybox with it; 137 of one that did not listen.
  if in_list "$status" "124 143 32" || { [ "$status" = 137 ] && [ "$took" -ge "$check_limit" ]; }; then
    why="$checker did not end within $check_limit s"
  elif [ -n "$doubt" ]; then
    why="$checker, exit status $status: $doubt"
  elif ! in_list "$status" "$statuses"; then
    why="$checker ended with exit status $status${found:+ though it said: $found}"
  elif [ -z "$found" ]; then
    why="$checker ended with exit status $status and says nothing that is known"
  else
    damage="$checker, exit status $status: $found"
    # Addresses in the checker's own memory differ from run to run, and so may the order of its lines.
    digest=$(sed 's/0x[0-9a-f]*//g' "$work/said" | sort | sha256sum | cut -c 1-16)
    proof=$type-$status-$digest
    return 0
  fi
  return 1
}

in_list() { case " $2 " in *" $1 "*) return 0 ;; *) return 1 ;; esac; }

# A file system that does not mount is not yet damaged. One that is gets a line `damaged SERIAL PROOF` for the host.
diagnose() {
  if is_damaged "$type"; then
    printf 'damaged %s %s\n' "$serial" "$proof"
    warn "$path: its $type file system is damaged ($damage)"
  else
    warn "$path: its $type file system does not mount and is left alone (${why:-no reason given})"
  fi
}
