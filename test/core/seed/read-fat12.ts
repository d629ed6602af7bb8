/** A second, independent reading of the format: walks the chains of the first FAT and checks that both copies agree. */
export function readFat12(volume: Uint8Array): readonly ReadFile[] {
  const view = new DataView(volume.buffer, volume.byteOffset, volume.byteLength);
  const clusterBytes = view.getUint8(13) * 512;
  const fatStart = view.getUint16(14, true) * 512;
  const fatBytes = view.getUint16(22, true) * 512;
  const rootStart = fatStart + view.getUint8(16) * fatBytes;
  const dataStart = rootStart + view.getUint16(17, true) * 32;
  const fat = volume.subarray(fatStart, fatStart + fatBytes);
  if (!equal(fat, volume.subarray(fatStart + fatBytes, fatStart + 2 * fatBytes)))
    throw new Error('the FAT copies differ');
  const files: ReadFile[] = [];
  let long = '';
  for (let at = rootStart; at < dataStart && volume[at] !== 0; at += 32) {
    const attributes = view.getUint8(at + 11);
    if (attributes === 0x0f) {
      long = units(view, at) + long;
    } else if (attributes === 0x20) {
      const chain = readChain(fat, view.getUint16(at + 26, true));
      const whole = Buffer.concat(
        chain.map((cluster) =>
          volume.subarray(dataStart + (cluster - 2) * clusterBytes, dataStart + (cluster - 1) * clusterBytes),
        ),
      );
      const short = Buffer.from(volume.subarray(at, at + 11)).toString('latin1');
      files.push({
        name: long.split('\0')[0] ?? '',
        short,
        bytes: whole.subarray(0, view.getUint32(at + 28, true)),
        chain,
      });
      long = '';
    }
  }
  return files;
}

export interface ReadFile {
  readonly name: string;
  readonly short: string;
  readonly bytes: Uint8Array;
  readonly chain: readonly number[];
}

function units(view: DataView, at: number): string {
  return [1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30]
    .map((offset) => String.fromCharCode(view.getUint16(at + offset, true)))
    .join('');
}

function readChain(fat: Uint8Array, first: number): readonly number[] {
  const chain: number[] = [];
  for (let cluster = first; cluster >= 2 && cluster < 0xff8; ) {
    chain.push(cluster);
    const at = Math.floor(cluster * 1.5);
    const pair = (fat[at] ?? 0) | ((fat[at + 1] ?? 0) << 8);
    cluster = cluster % 2 === 0 ? pair & 0xfff : pair >> 4;
  }
  return chain;
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.from(left).equals(right);
}
