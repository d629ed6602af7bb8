import { createServer } from 'node:net';

/** True when this process could listen there at this moment; somebody else may be faster a moment later. */
export function canListen(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ host: address, port, exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
