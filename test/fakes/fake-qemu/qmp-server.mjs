import { createServer } from 'node:net';
import { rmSync } from 'node:fs';
import { control, journal } from './control.mjs';

const greeting = {
  QMP: { version: { qemu: { micro: 0, minor: 2, major: 8 }, package: 'fake' }, capabilities: ['oob'] },
};

/**
 * One monitor on a unix socket: one client at a time, the next ones wait in a row.
 * `machine` has `answer(command, arguments)`, which returns a value, throws a refusal, or returns undefined for an unknown command.
 */
export function serveMonitor(path, id, machine) {
  const waiting = [];
  let served = null;
  const next = () => {
    served = waiting.shift() ?? null;
    if (served !== null) converse(served, id, machine);
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (socket === served) next();
      else if (waiting.includes(socket)) waiting.splice(waiting.indexOf(socket), 1);
    });
    waiting.push(socket);
    if (served === null) next();
  });
  rmSync(path, { force: true });
  server.listen(path);
  return server;
}

function converse(socket, id, machine) {
  const told = control(machine.name);
  if (told.silent?.includes(id)) return;
  if (told.garbage) return void socket.write('220 mail.example.org ESMTP\r\n');
  if (told.endlessLine) return pour(socket);
  const send = (message) => socket.writable && socket.write(`${JSON.stringify(message)}\r\n`);
  const session = { send, negotiated: false, socket };
  machine.sessions.add(session);
  socket.on('close', () => machine.sessions.delete(session));
  send(greeting);
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines.filter((one) => one.trim() !== '')) void handle(line, session, machine);
  });
}

function pour(socket) {
  const more = () => {
    if (socket.writable) socket.write('x'.repeat(1 << 20), () => setImmediate(more));
  };
  more();
}

async function handle(line, session, machine) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    return session.send({ error: { class: 'GenericError', desc: 'JSON parse error, invalid keyword' } });
  }
  const { execute: command, id, arguments: given = {} } = request;
  const told = control(machine.name);
  if (told.replyDelayMs) await new Promise((resolve) => setTimeout(resolve, told.replyDelayMs));
  const refuse = (desc, errorClass = 'GenericError') => session.send({ error: { class: errorClass, desc }, id });
  if (!session.negotiated && command !== 'qmp_capabilities') {
    return refuse("Expecting capabilities negotiation with 'qmp_capabilities'", 'CommandNotFound');
  }
  session.negotiated = true;
  if (!command.startsWith('query-') && command !== 'qmp_capabilities')
    journal({ event: 'command', name: machine.name, command });
  if (told.dieOn?.includes(command)) process.exit(1);
  if (told.refuse?.[command] !== undefined) return refuse(told.refuse[command]);
  if (told.ignore?.includes(command)) return session.send({ return: {}, id });
  let value;
  try {
    value = machine.answer(command, given);
  } catch (refusal) {
    return refuse(refusal.message);
  }
  if (value === undefined) return refuse(`The command ${command} has not been found`, 'CommandNotFound');
  if (told.resetOn?.includes(command)) session.socket.destroy();
  else if (!told.noReply?.includes(command)) session.send({ return: value, id });
  machine.after(command);
}
