import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail, ok } from '../../src/core/result.ts';
import { destroy, purge } from '../../src/engine/destroy.ts';
import { refreshSshConfig, type SshConfigPorts } from '../../src/engine/refresh-ssh-config.ts';
import { bringUp, type Lab, lab, oneNode, stateRequest, twoNodes, valueOf } from './lab.ts';

let it_: Lab;
let fragment: string | null;
let excluded: string[];

beforeEach(() => {
  it_ = lab();
  fragment = '# old\n';
  excluded = [];
});

function ports(changes: Partial<SshConfigPorts['sshConfig']> = {}): SshConfigPorts {
  return {
    layout: it_.ports.layout,
    store: it_.ports.store,
    sshConfig: {
      fragment: '/home/u/.paddock/keys/ssh_config',
      current: () => Promise.resolve(ok(fragment)),
      write: (text) => {
        fragment = text;
        return Promise.resolve(ok(undefined));
      },
      include: () => Promise.resolve(ok('included')),
      exclude: (config) => {
        excluded.push(config);
        return Promise.resolve(ok('excluded'));
      },
      ...changes,
    },
  };
}

const hostsOf = (text: string | null) => [...(text ?? '').matchAll(/^Host (.*)$/gm)].map((match) => match[1]);

describe('refreshSshConfig', () => {
  it('follows what exists, with aliases and addresses', async () => {
    await bringUp(it_, twoNodes.replace('nodename: node-1,', 'nodename: node-1, vm_alias: [pg.lab],'));
    expect(await refreshSshConfig(ports(), { command: 'up', config: null })).toEqual([]);
    expect(hostsOf(fragment)).toEqual(['meta 10.10.10.10', 'node-1 pg.lab 10.10.10.11']);
    valueOf(await destroy(it_.ports, stateRequest({ scope: ['node-1'] })));
    await refreshSshConfig(ports(), { command: 'destroy', config: '/c' });
    expect(hostsOf(fragment)).toEqual(['meta 10.10.10.10']);
    expect(excluded).toEqual([]);
  });

  it('writes nothing where nothing was installed, or nothing differs', async () => {
    await bringUp(it_, oneNode);
    fragment = null;
    await refreshSshConfig(ports(), { command: 'up', config: '/c' });
    expect(fragment).toBeNull();
    fragment = '';
    await refreshSshConfig(ports(), { command: 'up', config: '/c' });
    const write = () => Promise.reject(new Error('written again'));
    expect(await refreshSshConfig(ports({ write }), { command: 'stop', config: '/c' })).toEqual([]);
  });

  it('takes the lab out after a purge that ended it, and only then', async () => {
    await refreshSshConfig(ports(), { command: 'up', config: '/c' });
    expect(excluded).toEqual([]);
    await bringUp(it_, oneNode);
    valueOf(await purge(it_.ports, stateRequest()));
    await refreshSshConfig(ports(), { command: 'purge', config: '/c' });
    expect(excluded).toEqual(['/c']);
  });

  it('hands on what went wrong', async () => {
    await bringUp(it_, oneNode);
    const trouble = failure('file_error', { path: '/f', doing: 'write it', code: 'EIO' });
    const write = () => Promise.resolve(fail(trouble));
    expect(await refreshSshConfig(ports({ write }), { command: 'up', config: '/c' })).toEqual([trouble]);
  });
});
