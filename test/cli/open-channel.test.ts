import { describe, expect, it } from 'vitest';
import { openChannel } from '../../src/cli/open-channel.ts';

describe('a channel', () => {
  it('holds the sender until a value was taken', async () => {
    const channel = openChannel<number>();
    const order: string[] = [];
    const sending = (async () => {
      for (const value of [1, 2, 3]) {
        await channel.send(value);
        order.push(`sent ${String(value)}`);
      }
      channel.close();
    })();
    for await (const value of channel.values) order.push(`took ${String(value)}`);
    await sending;
    expect(order.filter((each) => each.startsWith('took'))).toEqual(['took 1', 'took 2', 'took 3']);
    expect(order.indexOf('sent 1')).toBeGreaterThan(order.indexOf('took 1'));
    expect(order.indexOf('took 2')).toBeGreaterThan(order.indexOf('sent 1'));
  });

  it('lets the sender go on when nobody takes any more', async () => {
    const channel = openChannel<number>();
    const sent = [channel.send(1), channel.send(2)];
    for await (const _ of channel.values) break;
    await Promise.all([...sent, channel.send(3)]);
    expect(sent).toHaveLength(2);
  });
});
