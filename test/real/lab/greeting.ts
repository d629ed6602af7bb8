import { connect } from 'node:net';

/** The first words of an ssh server behind the port; empty when there is none in that time. */
export function greeting(port: number, limitMs: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(limitMs, () => socket.destroy());
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1'));
      socket.destroy();
    });
    socket
      .once('error', () => undefined)
      .once('close', () => {
        resolve('');
      });
  });
}
