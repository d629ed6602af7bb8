/** First bytes of disk formats that are neither qcow2 nor raw; read as raw they would be a disk that never boots. */
const signatures = [
  { at: 0, text: 'KDMV', name: 'VMDK' },
  { at: 0, text: '# Disk DescriptorFile', name: 'VMDK' },
  { at: 0, text: 'vhdxfile', name: 'VHDX' },
  { at: 0, text: 'conectix', name: 'VHD' },
  { at: 0, text: '\x1f\x8b', name: 'gzip' },
  { at: 0, text: '\xfd7zXZ', name: 'xz' },
  { at: 0, text: 'PK\x03\x04', name: 'zip' },
  { at: 0x40, text: '\x7f\x10\xda\xbe', name: 'VDI' },
] as const;

/** Name of the foreign format that a file's first bytes belong to, or null. */
export function foreignFormat(start: Uint8Array): string | null {
  const found = signatures.find(({ at, text }) =>
    Array.from(text).every((character, index) => start[at + index] === character.charCodeAt(0)),
  );
  return found?.name ?? null;
}
