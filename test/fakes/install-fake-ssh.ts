import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts an `ssh` into a folder that answers for the guest of a fake QEMU, which has none. It tells guests apart by the UUID
 * that the connection is pinned to. Asked how the guest is, it says what a guest says; asked to run a set-up, it keeps the
 * marker that a set-up in which everything came about would leave, and the paths of its disks as mounted; asked to take
 * more into use, it has done so.
 */
export function installFakeSsh(folder: string): void {
  const script = `#!/bin/sh
for word in "$@"; do case "$word" in HostKeyAlias=*) uuid=\${word#HostKeyAlias=};; esac; last=$word; done
[ -n "$uuid" ] || exit 255
guest='${folder}'/guest-$uuid
say() { echo "$uuid"; cat "$guest" 2>/dev/null; date +%s; }
case "$last" in
  *'paddock: seen'*)
    say
    echo 'paddock: seen'
    set --
    ;;
  *'paddock: begin'*)
    # The words of the guest's own command line: sudo -n sh -c TEXT paddock, then those of the script.
    eval "set -- $last"
    shift 6
    ;;
  *)
    say
    exit 0
    ;;
esac
read -r header || exit 0
cat >"$guest.sent"
echo 'paddock: begin'
if grep -q '^grow_disk()' "$guest.sent"; then
  for disk in "$@"; do echo "\${disk%=*} grown \${disk##*=}"; done
elif grep -q "^printf 'cpus" "$guest.sent"; then
  echo "cpus $1"
elif grep -q "^printf 'memory-kib" "$guest.sent"; then
  echo "memory-kib $((($1 + $2) / 2))"
fi
if ! grep -q '^paddock-set-up 1$' "$guest.sent"; then
  echo 'paddock: end 0 in-time'
  exit 0
fi
sed -n '/^paddock-set-up 1$/,$p' "$guest.sent" >"$guest.told"
{
  sed -n 's/^disk [^ ]* [^ ]* [^ ]* /fake /p' "$guest.told"
  echo 'paddock-marker 1'
  grep -E '^(uuid|spec-hash) ' "$guest.told"
  sed -n 's/^keep \\(.*\\)/stage \\1 ok/p; s/^stage \\(.*\\)/stage \\1 ok/p' "$guest.told"
  echo end
} >"$guest.new"
mv "$guest.new" "$guest"
sed -n 's/^stage \\([^ ]*\\) \\(.*\\)/done \\1 ok \\2/p' "$guest.told"
echo 'paddock: end 0 in-time'
exit 0
`;
  writeFileSync(join(folder, 'ssh'), script, { mode: 0o755 });
}
