# shellcheck shell=sh disable=SC2154,SC2034
# Who may log in from where: the control node holds a key, its peers accept it. Functions only.

# Lines `accept TYPE KEY` (at most one), `private BASE64` and `peer NAMES TYPE KEY` (the control node only). What an earlier
# role left behind goes: every key that is marked as ours but the one that is to be accepted.
stage_control() {
  accepted='' held='' peers='' hosts=''
  while read -r word line; do
    case $word in
      accept) accepted="$line paddock-control$nl" ;;
      private) held=$line ;;
      peer)
        peers=$peers$line$nl
        add_hosts "${line%% *}"
        ;;
    esac
  done
  find_home
  if [ -z "$home" ] || [ ! -d "$home" ]; then
    warn "the login user $user has no home folder"
    return
  fi
  ssh=$home/.ssh
  if [ ! -d "$ssh" ]; then
    mkdir -m 700 "$ssh" && chown "$owner" "$ssh"
  fi
  accept_key || warn "$ssh/authorized_keys cannot be written"
  if [ -n "$held" ]; then
    hold_key || warn "the control key cannot be written to $ssh"
  else
    drop_key || warn "the earlier control key cannot be removed from $ssh"
  fi
}

# add_hosts NAME,NAME...
add_hosts() {
  rest=$1,
  while [ -n "$rest" ]; do
    hosts="$hosts ${rest%%,*}"
    rest=${rest#*,}
  done
}

# Sets home, and owner as chown takes it.
find_home() {
  home='' owner=''
  while IFS=: read -r name _ uid gid _ folder _; do
    [ "$name" = "$user" ] || continue
    home=$folder owner=$uid:$gid
    return
  done </etc/passwd
}

accept_key() {
  kept=''
  if [ -f "$ssh/authorized_keys" ]; then
    while IFS= read -r line || [ -n "$line" ]; do
      case $line in *' paddock-control') ;; *) kept=$kept$line$nl ;; esac
    done <"$ssh/authorized_keys"
  fi
  put "$ssh/authorized_keys" 600 "$owner" "$kept$accepted"
}

hold_key() {
  key=$(printf '%s\n' "$held" | base64 -d) || return 1
  put "$ssh/paddock_control" 600 "$owner" "$key$nl" || return 1
  put "$ssh/paddock_known_hosts" 600 "$owner" "$peers" || return 1
  without_block "$ssh/config"
  # First, because ssh takes the first value that it meets.
  put "$ssh/config" 600 "$owner" "# paddock begin
Host$hosts
  IdentityFile $ssh/paddock_control
  UserKnownHostsFile $ssh/paddock_known_hosts
  GlobalKnownHostsFile none
  StrictHostKeyChecking yes
  UpdateHostKeys no
  User $user
Host *
# paddock end
$text"
}

drop_key() {
  for file in "$ssh/paddock_control" "$ssh/paddock_known_hosts"; do
    if [ -e "$file" ] || [ -L "$file" ]; then rm -f "$file" || return 1; fi
  done
  [ -f "$ssh/config" ] || return 0
  without_block "$ssh/config"
  put "$ssh/config" 600 "$owner" "$text"
}
