import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Uuid } from '../../../src/core/names.ts';
import { cloudInitFiles, type GuestSeed } from '../../../src/core/seed/cloud-init.ts';

const seed: GuestSeed = {
  uuid: '0b9c1c7e-1111-4222-8333-444455556666' as Uuid,
  hostname: 'node-1',
  login: { user: 'dba', uid: 88, publicKey: 'ssh-ed25519 AAAALOGIN' },
  hostKey: {
    privateKey: '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\nbnNz\n-----END OPENSSH PRIVATE KEY-----\n',
    publicKey: 'ssh-ed25519 AAAAHOST',
  },
  managementMac: '52:54:00:00:00:01',
  privateNetwork: { mac: '52:54:00:00:00:02', address: '10.10.10.11' },
  userData: null,
};

function text(name: string, from: GuestSeed = seed): string {
  const file = cloudInitFiles(from).find((each) => each.name === name);
  return Buffer.from(file?.bytes ?? []).toString('utf8');
}

describe('cloudInitFiles', () => {
  it('names the instance by the UUID', () => {
    expect(text('meta-data')).toBe('instance-id: "0b9c1c7e-1111-4222-8333-444455556666"\nlocal-hostname: "node-1"\n');
  });

  it('makes the login user with a key, sudo and no password', () => {
    const data = parse(text('user-data')) as { users: readonly unknown[]; ssh_pwauth: boolean; disable_root: boolean };
    expect(text('user-data').startsWith('#cloud-config\n')).toBe(true);
    expect(data.users).toEqual([
      {
        name: 'dba',
        uid: 88,
        shell: '/bin/bash',
        lock_passwd: true,
        sudo: 'ALL=(ALL) NOPASSWD:ALL',
        ssh_authorized_keys: ['ssh-ed25519 AAAALOGIN'],
      },
    ]);
    expect(data).toMatchObject({ ssh_pwauth: false, disable_root: true });
  });

  it('leaves the uid to the guest when none is fixed', () => {
    const data = parse(text('user-data', { ...seed, login: { ...seed.login, user: 'ann', uid: null } })) as {
      users: readonly unknown[];
    };
    expect(data.users[0]).toMatchObject({ name: 'ann' });
    expect(data.users[0]).not.toHaveProperty('uid');
  });

  it('pins the host key byte by byte and lets no baked-in key live', () => {
    const data = parse(text('user-data')) as { ssh_keys: unknown; ssh_deletekeys: boolean };
    expect(data.ssh_keys).toEqual({ ed25519_private: seed.hostKey.privateKey, ed25519_public: 'ssh-ed25519 AAAAHOST' });
    expect(data.ssh_deletekeys).toBe(true);
  });

  it('matches both NICs by MAC: one with DHCP, one with the fixed address and no route', () => {
    expect(parse(text('network-config'))).toEqual({
      version: 2,
      ethernets: {
        mgmt0: {
          match: { macaddress: '52:54:00:00:00:01' },
          'set-name': 'mgmt0',
          dhcp4: true,
          'dhcp-identifier': 'mac',
        },
        private0: {
          match: { macaddress: '52:54:00:00:00:02' },
          'set-name': 'private0',
          dhcp4: false,
          addresses: ['10.10.10.11/24'],
        },
      },
    });
  });

  it('keeps a name of digits a text', () => {
    expect(parse(text('meta-data', { ...seed, hostname: '007' }))).toMatchObject({ 'local-hostname': '007' });
    expect(parse(text('user-data', { ...seed, hostname: '007' }))).toMatchObject({ hostname: '007' });
  });

  it('wraps the file of a manifest without a word of it, and says itself what it says without one', () => {
    const alone = parse(text('user-data')) as object;
    const mail = text('user-data', { ...seed, userData: Buffer.from('#!/bin/sh\nexit 1\n') });
    const [, first = '', ...ours] = mail.split(/^--paddock-1(?:--)?\n/mu);
    expect(Buffer.from(first.split('\n\n')[1] ?? '', 'base64').toString()).toBe('#!/bin/sh\nexit 1\n');
    const documents = ours.filter((part) => part !== '').map((part) => parse(part.slice(part.indexOf('#'))) as object);
    expect(documents).toHaveLength(2);
    expect({ ...documents[0], ...documents[1] }).toEqual(alone);
    expect(Object.keys(documents[1] ?? {})).toEqual(['hostname', 'preserve_hostname', 'ssh_deletekeys', 'ssh_keys']);
  });
});
