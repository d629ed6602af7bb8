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

# `STAGE: LAST LINE` for each error; the first of a stage with the last line that was written by what failed. cloud-init
# brings the interpreter.
cloud_init_errors() {
  python3 - <<'PYTHON'
import json, re

# As cloud-init calls its stages in the file of their state, and where their output begins.
names = {'init-local': 'init-local', 'init': 'init', 'modules-config': 'modules:config', 'modules-final': 'modules:final'}
begins = re.compile(r"^Cloud-init v\. .* (?:running|finished) (?:'([a-z:-]+)')?")
# cloud-init's own words, which follow what a program of the stage said before it failed.
own = re.compile(r'^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ - \S+\[([A-Z]+)\]: ')

def last_output(name):
    last, inside, failed = '', False, False
    try:
        for line in open('/var/log/cloud-init-output.log', errors='replace'):
            begin, said = begins.match(line), own.match(line)
            if begin:
                inside, failed = begin.group(1) == names.get(name, '-'), False
                # The latest boot counts.
                last = '' if inside else last
            elif inside and said:
                failed = failed or said.group(1) != 'DEBUG'
            elif inside and not failed and line.strip():
                last = ' '.join(line.split())
    except OSError:
        pass
    return last

stages = json.load(open('/run/cloud-init/status.json'))['v1']
for name, stage in stages.items():
    if not isinstance(stage, dict):
        continue
    for index, error in enumerate(stage.get('errors', [])):
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        said = last_output(name) if index == 0 else ''
        print(f"{name}: {lines[-1] if lines else 'failed without a word'}"[:150] + (f'; its last output: {said}' if said else '')[:130])
PYTHON
}
