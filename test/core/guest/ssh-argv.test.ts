import { describe, expect, it } from 'vitest';
import { sshArgv } from '../../../src/core/guest/ssh-argv.ts';
import type { Uuid } from '../../../src/core/names.ts';

const connection = { uuid: '0b9c1c7e-1111-4222-8333-444455556666' as Uuid, user: 'dba', port: 2222 };
const files = { loginKey: 'login', knownHosts: 'known_hosts' };

describe('sshArgv', () => {
  it('gives the whole command line, frozen', () => {
    const argv = sshArgv(connection, files, { command: ['ls', '-l'], terminal: false, connectTimeoutSeconds: 10 });
    expect(argv.join(' ')).toBe(
      '-F none -o IdentityFile=login -o UserKnownHostsFile=known_hosts -o GlobalKnownHostsFile=none ' +
        '-o HostKeyAlias=0b9c1c7e-1111-4222-8333-444455556666 -o HostKeyAlgorithms=ssh-ed25519 ' +
        '-o StrictHostKeyChecking=yes -o UpdateHostKeys=no -o VerifyHostKeyDNS=no -o CheckHostIP=no ' +
        '-o IdentitiesOnly=yes -o IdentityAgent=none -o PreferredAuthentications=publickey ' +
        '-o GSSAPIAuthentication=no -o BatchMode=yes -o ControlMaster=no -o ControlPath=none -o ForwardAgent=no ' +
        "-o ForwardX11=no -o LogLevel=ERROR -o ConnectTimeout=10 -T -l dba -p 2222 -- 127.0.0.1 'ls' '-l'",
    );
  });

  it('asks for a login shell without a command, and for a terminal when there is one', () => {
    const argv = sshArgv(connection, files, { command: null, terminal: true, connectTimeoutSeconds: 15 });
    expect(argv.slice(-7)).toEqual(['-t', '-l', 'dba', '-p', '2222', '--', '127.0.0.1']);
  });
});
