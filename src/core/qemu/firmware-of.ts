/** Which firmware boots an image: BIOS where it can be, because it is there on every amd64 host; arm64 has none but UEFI. */
export function firmwareOf(arch: 'amd64' | 'arm64', boot: 'bios' | 'uefi' | 'both'): 'bios' | 'uefi' {
  if (arch === 'arm64') return 'uefi';
  return boot === 'uefi' ? 'uefi' : 'bios';
}
