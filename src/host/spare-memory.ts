import { setFlagsFromString } from 'node:v8';

/**
 * For a command that goes on to work for long: without room to grow, short-lived objects are collected sooner, and an `up`
 * of 20 nodes peaks at 122 MiB instead of 150. A command that only looks is faster with it.
 */
export function spareMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
