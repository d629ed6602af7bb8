# shellcheck shell=sh disable=SC2154,SC2034
# Who may log in from where: the control node holds a key, its peers accept it. Functions only.

# Lines `accept TYPE KEY` (at most one), `private BASE64` and `peer NAMES TYPE KEY` (the control node only). What an earlier
# role left behind goes: every key that is marked as ours but the one that is to be accepted.
stage_control() {
  cat >"$work/control.lines"
  home=$(awk -F: -v user="$user" '$1 == user { print $6 }' /etc/passwd)
  owner=$(awk -F: -v user="$user" '$1 == user { print $3 ":" $4 }' /etc/passwd)
  if [ -z "$home" ] || [ ! -d "$home" ]; then
    warn "the login user $user has no home folder"
    return
  fi
  ssh=$home/.ssh
  if [ ! -d "$ssh" ]; then
    mkdir -m 700 "$ssh" && chown "$owner" "$ssh"
  fi
  accept_key || warn "$ssh/authorized_keys cannot be written"
  if grep -q '^private ' "$work/control.lines"; then
    hold_key || warn "the control key cannot be written to $ssh"
  else
    drop_key || warn "the earlier control key cannot be removed from $ssh"
  fi
}

accept_key() {
  {
    [ ! -f "$ssh/authorized_keys" ] || grep -v ' paddock-control$' "$ssh/authorized_keys"
    sed -n 's/^accept \(.*\)$/\1 paddock-control/p' "$work/control.lines"
  } | replace "$ssh/authorized_keys" 600 "$owner"
}

hold_key() {
  sed -n 's/^private //p' "$work/control.lines" | base64 -d | replace "$ssh/paddock_control" 600 "$owner" &&
    sed -n 's/^peer //p' "$work/control.lines" | replace "$ssh/paddock_known_hosts" 600 "$owner" &&
    {
      # First, because ssh takes the first value that it meets.
      echo '# paddock begin'
      sed -n 's/^peer \([^ ]*\) .*/\1/p' "$work/control.lines" | tr ',\n' '  ' | sed 's/^/Host /; s/ *$//'
      echo
      printf '  %s\n' "IdentityFile $ssh/paddock_control" "UserKnownHostsFile $ssh/paddock_known_hosts" \
        'GlobalKnownHostsFile none' 'StrictHostKeyChecking yes' 'UpdateHostKeys no' "User $user"
      echo 'Host *'
      echo '# paddock end'
      without_block "$ssh/config"
    } | replace "$ssh/config" 600 "$owner"
}

drop_key() {
  rm -f "$ssh/paddock_control" "$ssh/paddock_known_hosts" || return 1
  [ ! -f "$ssh/config" ] || without_block "$ssh/config" | replace "$ssh/config" 600 "$owner"
}
