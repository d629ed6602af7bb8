import { setMaxListeners } from 'node:events';

/**
 * Has `onAbort` called when the signal is aborted, once; the function that is returned takes that back. However many
 * programs and waits listen to one signal at the same time, Node warns of no leak: each takes its own listener away.
 */
export function heedAbort(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  if (signal === undefined) return () => undefined;
  setMaxListeners(0, signal);
  signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    signal.removeEventListener('abort', onAbort);
  };
}
