/** One line from a QMP server, read; `unreadable` for what is no QMP at all. */
export type QmpMessage =
  | { readonly kind: 'greeting' }
  | { readonly kind: 'return'; readonly id: string | null; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: string | null; readonly errorClass: string; readonly description: string }
  | { readonly kind: 'event'; readonly event: string; readonly data: unknown }
  | { readonly kind: 'unreadable'; readonly start: string };

/** Reads one line. The format is QEMU's docs/interop/qmp-spec. */
export function readQmpMessage(line: string): QmpMessage {
  const message = parseObject(line);
  if (message === null) return unreadable(line);
  const id = typeof message['id'] === 'string' ? message['id'] : null;
  if ('QMP' in message) return { kind: 'greeting' };
  if ('return' in message) return { kind: 'return', id, value: message['return'] };
  if (typeof message['event'] === 'string') return { kind: 'event', event: message['event'], data: message['data'] };
  const error = message['error'];
  if (!isObject(error)) return unreadable(line);
  return { kind: 'error', id, errorClass: text(error['class']), description: text(error['desc']) };
}

function unreadable(line: string): QmpMessage {
  return { kind: 'unreadable', start: line.slice(0, 80) };
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
