import { describe, expect, it } from 'vitest';
import { sshConfigText } from '../../../src/core/guest/ssh-config-text.ts';
import type { Uuid } from '../../../src/core/names.ts';

const host = {
  names: ['meta', 'pg.lab', '10.10.10.10'],
  uuid: '0b9c1c7e-1111-4222-8333-444455556666' as Uuid,
  user: 'dba',
  port: 2222,
};
const filesOf = (home: string) => ({ home, loginKey: `${home}/keys/login`, knownHosts: `${home}/keys/known_hosts` });

describe('sshConfigText', () => {
  it('pins each host like our own runs of ssh, frozen', () => {
    expect(sshConfigText([host], filesOf('/home/a b'))).toEqual({
      ok: true,
      value: `# Written by paddock for the lab in /home/a b, and again by each command that changes it.

Host meta pg.lab 10.10.10.10
  HostName 127.0.0.1
  Port 2222
  User dba
  IdentityFile "/home/a b/keys/login"
  UserKnownHostsFile "/home/a b/keys/known_hosts"
  GlobalKnownHostsFile none
  HostKeyAlias 0b9c1c7e-1111-4222-8333-444455556666
  HostKeyAlgorithms ssh-ed25519
  StrictHostKeyChecking yes
  UpdateHostKeys no
  VerifyHostKeyDNS no
  CheckHostIP no
  IdentitiesOnly yes
  IdentityAgent none
  PreferredAuthentications publickey
  GSSAPIAuthentication no
  ForwardAgent no
`,
    });
  });

  it.each(['"', '\\', '%', '$', '*', '?', '[', '\n'])('refuses a home with %j in its path', (character) => {
    expect(sshConfigText([host], filesOf(`/home/a${character}b`))).toMatchObject({
      ok: false,
      failures: [{ reason: 'ssh_config_path', character }],
    });
  });
});
