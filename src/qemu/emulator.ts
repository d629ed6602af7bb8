import { realpathSync, statSync } from 'node:fs';

/** The program that runs guests of an architecture. */
export function emulatorOf(arch: 'amd64' | 'arm64'): 'qemu-system-x86_64' | 'qemu-system-aarch64' {
  return arch === 'amd64' ? 'qemu-system-x86_64' : 'qemu-system-aarch64';
}

/** Tells builds of a binary apart without reading it; an upgraded package changes size or time. */
export function buildOf(emulator: string): string {
  const real = realpathSync(emulator);
  const stat = statSync(real);
  return `${real}:${String(stat.size)}:${String(stat.mtimeMs)}`;
}
