# shellcheck shell=sh
# step-clock.sh SECONDS: moves the clock of a guest that was paused or came up with another.
set -u
step_clock "$1" || {
  echo 'the clock cannot be set' >&2
  exit 1
}
