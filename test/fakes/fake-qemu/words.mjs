/** All values of an option on a command line. */
export function valuesOf(argv, option) {
  return argv.flatMap((word, at) => (word === option ? [argv[at + 1]] : []));
}

/** `socket,id=x,path=a,,b` → { '': 'socket', id: 'x', path: 'a,b' } */
export function readLegacy(value) {
  const parts = value.split(/(?<!,),(?!,)/).map((part) => part.replaceAll(',,', ','));
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('=');
      return at === -1 ? ['', part] : [part.slice(0, at), part.slice(at + 1)];
    }),
  );
}

/** The command line of a VM as the fake understands it. */
export function readVm(argv) {
  const chardevs = valuesOf(argv, '-chardev').map(readLegacy);
  const netdevs = valuesOf(argv, '-netdev').map((value) => JSON.parse(value));
  const smp = readLegacy(valuesOf(argv, '-smp')[0] ?? 'cpus=1');
  const objects = valuesOf(argv, '-object').map((value) => JSON.parse(value));
  const memory = readLegacy(valuesOf(argv, '-m')[0] ?? 'size=128M');
  return {
    name: valuesOf(argv, '-name')[0] ?? '',
    uuid: valuesOf(argv, '-uuid')[0] ?? '00000000-0000-0000-0000-000000000000',
    pidFile: valuesOf(argv, '-pidfile')[0] ?? null,
    paused: argv.includes('-S'),
    cpus: Number(smp.cpus),
    maxCpus: Number(smp.maxcpus ?? smp.cpus),
    roomBytes: objects.find((one) => one.id === 'growth')?.size ?? 0,
    memoryBytes: Number.parseInt(memory.size, 10) * 1024 * 1024,
    monitors: chardevs.filter((chardev) => chardev.id !== 'console'),
    console: chardevs.find((chardev) => chardev.id === 'console') ?? null,
    disks: valuesOf(argv, '-blockdev').map((value) => JSON.parse(value)),
    forwards: netdevs.flatMap((netdev) => netdev.hostfwd ?? []).map((forward) => forward.str),
  };
}
