# shellcheck shell=sh disable=SC2154,SC2034
# Host name, names of the peers, private address and clock. Functions only.

stage_hostname() {
  read -r _ wanted
  read -r now </proc/sys/kernel/hostname
  [ "$now" = "$wanted" ] || hostname "$wanted" || warn "the host name cannot be set to $wanted"
  put /etc/hostname 644 0:0 "$wanted$nl" || warn '/etc/hostname cannot be written'
}

# Lines `host ADDRESS NAME...` become a block of their own in the hosts file.
stage_names() {
  names=''
  while read -r _ line; do names=$names$line$nl; done
  without_block /etc/hosts
  put /etc/hosts 644 0:0 "$text# paddock begin$nl$names# paddock end$nl" || warn '/etc/hosts cannot be written'
}

stage_address() {
  read -r _ wanted
  tries=0
  until has_address "$wanted"; do
    tries=$((tries + 1))
    [ "$tries" -le 10 ] || {
      warn "no network interface has the private address $wanted"
      return
    }
    sleep 0.5
  done
}

has_address() {
  case $(ip -4 -o addr show) in *" $1/"*) return 0 ;; *) return 1 ;; esac
}

# `step SECONDS`: what the clock is to be moved by.
stage_time() {
  read -r _ seconds
  [ "$seconds" -ne 0 ] || return 0
  if step_clock "$seconds"; then
    repair "the clock was moved by $seconds s"
  else
    warn "the clock is off by $((-seconds)) s and cannot be set"
  fi
}
