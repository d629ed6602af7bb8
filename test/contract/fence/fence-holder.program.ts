import { takeFence, releaseFence, type FencePorts } from '../../../src/engine/fence.ts';
import { createClock } from '../../../src/host/clock.ts';
import { createHome } from '../../../src/host/home.ts';
import { createIdentifiers } from '../../../src/host/identifiers.ts';
import { createLayout } from '../../../src/host/layout.ts';
import { createProcesses } from '../../../src/host/processes.ts';
import { createStateStore } from '../../../src/host/state-store.ts';
import { createWaitingRoom } from '../../../src/host/waiting-room.ts';

// Runs as a child: takes the fence, says so, does some commits, and lets it go or keeps it until it is killed.
const [home = '', behaviour = 'release'] = process.argv.slice(2);
const made = createLayout({ env: {}, home, cwd: null, uid: process.getuid?.() ?? 0 });
if (!made.ok) throw new Error(JSON.stringify(made.failures));
const layout = made.value;
const identifiers = createIdentifiers();
const processes = createProcesses();
const ports: FencePorts = {
  version: 'test',
  store: createStateStore({ layout, version: 'test', identifiers, processes }),
  home: createHome(layout),
  clock: createClock(),
  events: {
    emit: (event) => {
      if (event.kind === 'waiting') process.stdout.write(`waiting for ${event.what}\n`);
    },
  },
  processes,
  identifiers,
  waitingRoom: createWaitingRoom(layout),
};

const began = performance.now();
const ledger = await takeFence(ports, { command: behaviour, signal: new AbortController().signal });
if (!ledger.ok) throw new Error(JSON.stringify(ledger.failures));
const waitedMs = Math.round(performance.now() - began);
process.stdout.write(`owner ${String(ledger.value.document.fence.epoch)} after ${String(waitedMs)} ms\n`);
if (behaviour === 'keep') setInterval(() => undefined, 1000);
for (let count = 0; count < 3 && behaviour === 'release'; count += 1) {
  const key = `${String(process.pid)}/${String(count)}`;
  const event = { key, at: ports.clock.now(), kind: 'note', node: null, operationId: null, text: key };
  const committed = await ledger.value.commit((document) => ({ ...document, events: [...document.events, event] }));
  if (!committed.ok) throw new Error(JSON.stringify(committed.failures));
}
if (behaviour === 'release') {
  const released = await releaseFence(ledger.value);
  if (!released.ok) throw new Error(JSON.stringify(released.failures));
}
