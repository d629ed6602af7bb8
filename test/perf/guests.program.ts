import { execFileSync } from 'node:child_process';
import { openLab, type Lab } from '../real/lab/open-lab.ts';
import { byHand } from './by-hand.ts';

/**
 * Times `up` of so many mini nodes against QEMU and ssh by hand, first of new machines and then of running ones,
 * interleaved. Prints the times of each as JSON.
 */
const count = Number(process.argv[2]);
const rounds = Number(process.argv[3]);
const settledPerRound = 5;
const hosts = Array.from(
  { length: count },
  (_, index) => `    10.10.10.${String(index + 10)}: { nodename: n${String(index)} }`,
);
const manifest = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
${hosts.join('\n')}
`;

const times = { up: [] as number[], byHand: [] as number[], settled: [] as number[], logins: [] as number[] };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function up(lab: Lab): Promise<void> {
  const ended = await lab.run(['up'], { timeoutMs: 600_000 });
  if (ended.exit !== 0) throw new Error(ended.stderr);
}

/**
 * Touches as much memory as the guests will. A host that is a VM itself may have given free memory back, and then who
 * starts a guest first waits for it: half a second for 256 MiB was seen. So both arms find it there.
 */
function warmMemory(): void {
  execFileSync('dd', ['if=/dev/zero', 'of=/dev/null', `bs=${String((count + 1) * 256)}M`, 'count=1'], {
    stdio: 'ignore',
  });
}

async function round(): Promise<void> {
  const lab = openLab({ manifest });
  try {
    warmMemory();
    times.up.push(await timed(() => up(lab)));
    const nodes = lab.vms().map((vm) => byHand(lab, vm));
    const login = () => Promise.all(nodes.map((node) => node.login()));
    for (let each = 0; each < settledPerRound; each += 1) {
      times.settled.push(await timed(() => up(lab)));
      times.logins.push(await timed(login));
    }
    for (const node of nodes) await node.renew();
    warmMemory();
    times.byHand.push(
      await timed(() => {
        for (const node of nodes) node.boot();
        return login();
      }),
    );
  } finally {
    await lab.close();
  }
}

for (let each = 0; each < rounds; each += 1) await round();
process.stdout.write(`${JSON.stringify(times)}\n`);
