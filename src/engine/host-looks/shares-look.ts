import { ok } from '../../core/result.ts';
import type { HostLook } from './host-look.ts';

export const sharesLook: HostLook = {
  name: 'shares',
  needs: 'a virtiofsd that works for you, where vm_shares are used',
  required: false,
  run: async ({ hypervisor }) => {
    const server = await hypervisor.shareServer();
    return server.ok ? ok(server.value.executable) : server;
  },
};
