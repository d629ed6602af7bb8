import { connect } from 'node:net';
import { heedAbort } from './heed-abort.ts';

/** How a look at a port ended: `greeted` when an ssh server spoke, `closed` when the other end hung up without that. */
export type BannerAnswer = 'greeted' | 'refused' | 'closed' | 'silent';

/**
 * Looks whether an ssh server speaks on a loopback port, within `limitMs`. QEMU accepts connections for a guest that has
 * no network yet, so only the server's first words count. Much cheaper than a start of ssh.
 */
export function lookForBanner(
  port: number,
  limits: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<BannerAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    let seen = '';
    const end = (answer: BannerAnswer): void => {
      clearTimeout(timer);
      heedNoMore();
      socket.destroy();
      resolve(answer);
    };
    const onAbort = (): void => {
      end('silent');
    };
    const timer = setTimeout(end, limits.limitMs, 'silent');
    const heedNoMore = heedAbort(limits.signal, onAbort);
    if (limits.signal.aborted) onAbort();
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      seen = (seen + text).slice(0, 8);
      if (seen.startsWith('SSH-')) end('greeted');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      end(error.code === 'ECONNREFUSED' ? 'refused' : 'closed');
    });
    socket.on('close', () => {
      end('closed');
    });
  });
}
