import { connect } from 'node:net';

/** More than the 255 bytes that RFC 4253 allows it. */
const mostCharacters = 512;

/** What the ssh server on a loopback port calls itself, such as `SSH-2.0-dropbear_2022.83`; null when it says nothing in time. */
export function readIntroduction(port: number, limitMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    let seen = '';
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(/^SSH-[^\r\n]*/u.exec(seen)?.[0] ?? null);
    };
    const timer = setTimeout(end, limitMs);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      seen += text;
      if (seen.includes('\n') || seen.length > mostCharacters) end();
    });
    socket.on('error', end);
    socket.on('close', end);
  });
}
