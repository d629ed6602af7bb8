import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Where a qcow2 header keeps the virtual size. */
const sizeAt = 24;

export function readSize(file) {
  return withFile(file, 'r', (handle) => {
    const bytes = Buffer.alloc(8);
    readSync(handle, bytes, 0, 8, sizeAt);
    return Number(bytes.readBigUInt64BE());
  });
}

/** In place: the file stays the same one. */
export function writeSize(file, sizeBytes) {
  withFile(file, 'r+', (handle) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(sizeBytes));
    writeSync(handle, bytes, 0, 8, sizeAt);
  });
}

function withFile(file, mode, use) {
  const handle = openSync(file, mode);
  try {
    return use(handle);
  } finally {
    closeSync(handle);
  }
}
