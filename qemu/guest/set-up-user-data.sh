# shellcheck shell=sh disable=SC2154,SC2034
# What became of the user data of the manifest. Functions only; cloud-init does the work, this reads what it says.

# Lines `user-data SHA256`; none for a node without.
stage_user_data() {
  read -r word _ || return 0
  [ "$word" = user-data ] || return 0
  command -v cloud-init >/dev/null || {
    warn 'the image has no cloud-init, so vm_user_data did nothing'
    return 0
  }
  tries=0
  until [ -s /run/cloud-init/result.json ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || {
      warn 'cloud-init is still at work; the next up looks again'
      return 0
    }
    sleep 2
  done
  cloud_init_errors >"$work/errors" 2>"$work/said" || warn "what cloud-init did cannot be read ($(tail -n 1 "$work/said"))"
  while read -r line; do warn "cloud-init $line"; done <"$work/errors"
}

# `STAGE: LAST LINE` for each error. cloud-init brings the interpreter.
cloud_init_errors() {
  python3 - <<'PYTHON'
import json

stages = json.load(open('/run/cloud-init/status.json'))['v1']
for name, stage in stages.items():
    if not isinstance(stage, dict):
        continue
    for error in stage.get('errors', []):
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        print(f"{name}: {lines[-1] if lines else 'failed without a word'}"[:280])
PYTHON
}
