import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openQmp, type QmpClient } from '../../../src/qemu/qmp-client.ts';
import { askIdentity } from '../../../src/qemu/ask-identity.ts';

/** A QEMU that stands still and listens on both monitors. */
export interface QmpSubject {
  readonly monitor: string;
  readonly probe: string;
  readonly uuid: string;
  readonly name: string;
  readonly stop: () => Promise<void>;
}

const limitMs = 10_000;

async function opened(path: string): Promise<QmpClient> {
  const client = await openQmp(path, limitMs);
  if (!client.ok) throw new Error(JSON.stringify(client.trouble));
  return client.value;
}

/** What QMP has to be, whoever speaks it. */
export function qmpContract(kind: string, start: () => Promise<QmpSubject>): void {
  describe(`QMP of the ${kind} QEMU`, () => {
    let subject: QmpSubject;
    beforeEach(async () => {
      subject = await start();
    });
    afterEach(async () => {
      await subject.stop();
    });

    test('tells who it is, and that it stands still', async () => {
      expect(await askIdentity(subject.probe, subject, limitMs)).toMatchObject({ qmp: 'ours', paused: true });
      const stranger = { uuid: '00000000-0000-4000-8000-000000000000', name: subject.name };
      expect(await askIdentity(subject.probe, stranger, limitMs)).toMatchObject({ qmp: 'other_uuid' });
      const renamed = { uuid: subject.uuid, name: 'another' };
      expect(await askIdentity(subject.probe, renamed, limitMs)).toMatchObject({ qmp: 'other_uuid' });
    });

    test('answers several commands in a row, each with its own', async () => {
      const client = await opened(subject.monitor);
      expect(await client.execute('query-status', { limitMs })).toMatchObject({ ok: true, value: { running: false } });
      expect(await client.execute('query-name', { limitMs })).toMatchObject({
        ok: true,
        value: { name: subject.name },
      });
      client.close();
    });

    test('refuses an unknown command, and goes on', async () => {
      const client = await opened(subject.monitor);
      const refused = await client.execute('make-coffee', { limitMs });
      expect(refused).toMatchObject({ ok: false, trouble: { kind: 'refused', errorClass: 'CommandNotFound' } });
      expect((await client.execute('query-status', { limitMs })).ok).toBe(true);
      client.close();
    });

    test('tells of events', async () => {
      const client = await opened(subject.monitor);
      await client.execute('cont', { limitMs });
      expect(client.takeEvents().map((one) => one.event)).toContain('RESUME');
      expect(client.takeEvents()).toEqual([]);
      client.close();
    });

    test('serves one client at a time, and the next when the first has left', async () => {
      const first = await opened(subject.probe);
      const second = await openQmp(subject.probe, 300);
      expect(second).toMatchObject({ ok: false, trouble: { kind: 'silent', phase: 'greeting' } });
      expect(await askIdentity(subject.monitor, subject, limitMs)).toMatchObject({ qmp: 'ours' });
      first.close();
      expect(await askIdentity(subject.probe, subject, limitMs)).toMatchObject({ qmp: 'ours' });
    });

    test('ends when it is told to quit, whether or not the answer arrives', async () => {
      const client = await opened(subject.monitor);
      const answer = await client.execute('quit', { limitMs });
      if (!answer.ok) expect(answer.trouble.kind).toBe('outcome_unknown');
      expect(await client.execute('query-status', { limitMs: 2_000 })).toMatchObject({ ok: false });
      await expect.poll(async () => (await openQmp(subject.monitor, 500)).ok, { timeout: limitMs }).toBe(false);
      expect(await askIdentity(subject.monitor, subject, 500)).toMatchObject({ qmp: 'no_listener' });
    });
  });
}
