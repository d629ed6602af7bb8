import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { answerQuestions } from './answer-questions.mjs';
import { control, journal } from './control.mjs';
import { dropLock, takeLock } from './locks.mjs';
import { Machine } from './machine.mjs';
import { serveMonitor } from './qmp-server.mjs';
import { readVm, valuesOf } from './words.mjs';

function die(message, status = 1) {
  process.stderr.write(`qemu-system-x86_64: ${message}\n`);
  process.exit(status);
}

/** The disks that are written to, after each was opened and locked as QEMU would. */
function openDisks(disks) {
  const files = disks.map((disk) => ({ file: disk.file?.filename, readOnly: disk['read-only'] === true }));
  for (const { file, readOnly } of files) {
    try {
      closeSync(openSync(file, readOnly ? 'r' : 'r+'));
    } catch (error) {
      die(
        `-blockdev ${JSON.stringify({ filename: file })}: Could not open '${file}': ${error.code === 'ENOENT' ? 'No such file or directory' : error.message}`,
      );
    }
    if (!readOnly && !takeLock(file)) {
      die(`-device virtio-blk-pci: Failed to get "write" lock\nIs another process using the image [${file}]?`);
    }
  }
  return files.filter((one) => !one.readOnly).map((one) => one.file);
}

/** As `-trace qemu_system_shutdown_request` and QEMU's own handler of signals have it. */
function tellWhy(why) {
  if (why === 'SIGTERM') process.stderr.write(`qemu-system-x86_64: terminating on signal 15 from pid 1 (fake)\n`);
  else process.stderr.write(`qemu_system_shutdown_request reason=${why === 'quit' ? 2 : 6}\n`);
}

async function forwardPorts(vm, isRunning) {
  for (const forward of vm.forwards) {
    const [, host, port] = forward.split(/[:-]/);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const { banner } = control(vm.name);
      if (banner === undefined || !isRunning()) socket.destroy();
      else socket.end(`${banner}\r\n`);
    });
    await new Promise((resolve) => {
      server.once('error', () => die(`-netdev: Could not set up host forwarding rule '${forward}'`));
      server.listen(Number(port), host, resolve);
    });
  }
}

function serveConsole(chardev, machine) {
  rmSync(chardev.path, { force: true });
  createServer((socket) => {
    machine.consoles.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => machine.consoles.delete(socket));
    socket.on('data', (bytes) => machine.serial(bytes));
  }).listen(chardev.path);
  closeSync(openSync(chardev.logfile, 'a'));
}

async function runVm(argv) {
  const vm = readVm(argv);
  journal({ event: 'launch', name: vm.name, uuid: vm.uuid, argv });
  const told = control(vm.name);
  if (told.dieAtOnce !== undefined) {
    process.stderr.write(told.dieAtOnce.stderr ?? '');
    process.exit(told.dieAtOnce.status ?? 1);
  }
  if (vm.pidFile !== null) {
    if (!takeLock(vm.pidFile)) die('cannot create PID file: Cannot lock pid file: Resource temporarily unavailable');
    writeFileSync(vm.pidFile, `${process.pid}\n`);
  }
  const locked = openDisks(vm.disks);
  const end = (why) => {
    journal({ event: 'end', name: vm.name, why });
    tellWhy(why);
    for (const file of locked) dropLock(file);
    for (const { path } of [...vm.monitors, vm.console]) rmSync(path, { force: true });
    if (vm.pidFile !== null) {
      rmSync(vm.pidFile, { force: true });
      dropLock(vm.pidFile);
    }
    process.exit(0);
  };
  process.on('SIGTERM', () => {
    if (control(vm.name).ignoreSigterm !== true) end('SIGTERM');
  });
  const machine = new Machine(vm, end);
  await forwardPorts(vm, () => machine.answer('query-status').running);
  setInterval(() => undefined, 60_000);
  if (told.neverListen) return;
  await new Promise((resolve) => setTimeout(resolve, told.launchDelayMs ?? 0));
  serveConsole(vm.console, machine);
  for (const monitor of vm.monitors) serveMonitor(monitor.path, monitor.id, machine);
}

/** `-bios`: a guest that only tells whether guests run. */
function runProbe(argv) {
  const accelerator = valuesOf(argv, '-accel')[0];
  const does = accelerator === 'tcg' ? 'works' : (control('').kvm ?? 'hangs');
  if (does === 'works') process.exit(85);
  if (does === 'refuses') die('failed to initialize kvm: No such device');
  setInterval(() => undefined, 60_000);
}

const argv = process.argv.slice(2);
if (argv.includes('-M')) answerQuestions();
else if (argv[0] === '-netdev' && argv[1] === 'help')
  process.stdout.write('Available netdev backend types:\nsocket\nuser\n');
else if (argv[0] === '-accel' && argv[1] === 'help')
  process.stdout.write('Accelerators supported in QEMU binary:\ntcg\nkvm\n');
else if (argv[0] === '--version') process.stdout.write('QEMU emulator version 8.2.0 (fake)\n');
else if (argv[0] === '-L' && argv[1] === 'help')
  process.stdout.write((control('').dataFolders ?? []).map((folder) => `${folder}\n`).join(''));
else if (argv.includes('-bios')) runProbe(argv);
else await runVm(argv);
