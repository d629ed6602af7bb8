import { ok } from '../../core/result.ts';
import type { HostLook } from './host-look.ts';

export const homeLook: HostLook = {
  name: 'home',
  needs: 'a record that reads, where there is one',
  required: true,
  run: async ({ store, layout }) => {
    const read = await store.read();
    if (!read.ok) return read;
    if (read.value === null) return ok(`${layout.home}, without a deployment`);
    const living = Object.values(read.value.nodes).filter(({ life }) => life !== 'destroyed');
    return ok(`${layout.home}, nodes: ${String(living.length)}`);
  },
};
