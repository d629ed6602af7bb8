import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve, dirname } from 'node:path';
import { control, journal } from './control.mjs';
import { readSize, writeSize } from './image-size.mjs';
import { lockHolder } from './locks.mjs';

const magic = 0x514649fb;
const nameAt = 112;

function die(message, status = 1) {
  process.stderr.write(`qemu-img: ${message}\n`);
  process.exit(status);
}

/** A qcow2 header, version 3, without tables; see QEMU's docs/interop/qcow2. */
function header(sizeBytes, backing) {
  const bytes = Buffer.alloc(4096);
  bytes.writeUInt32BE(magic, 0);
  bytes.writeUInt32BE(3, 4);
  if (backing !== null) {
    bytes.writeBigUInt64BE(BigInt(nameAt), 8);
    bytes.writeUInt32BE(bytes.write(backing, nameAt), 16);
  }
  bytes.writeUInt32BE(16, 20);
  bytes.writeBigUInt64BE(BigInt(sizeBytes), 24);
  bytes.writeUInt32BE(4, 96);
  bytes.writeUInt32BE(104, 100);
  return bytes;
}

function describe(file) {
  let bytes;
  try {
    bytes = readFileSync(file).subarray(0, 4096);
  } catch {
    return die(`Could not open '${file}': No such file or directory`);
  }
  const actual = statSync(file).blocks * 512;
  if (bytes.length < 104 || bytes.readUInt32BE(0) !== magic) {
    return { filename: file, format: 'raw', 'virtual-size': statSync(file).size, 'actual-size': actual };
  }
  const at = Number(bytes.readBigUInt64BE(8));
  const backing = at === 0 ? null : bytes.toString('utf8', at, at + bytes.readUInt32BE(16));
  const corrupt = (bytes.readBigUInt64BE(72) & 2n) !== 0n;
  return {
    filename: file,
    format: 'qcow2',
    'virtual-size': readSize(file),
    'actual-size': actual,
    ...(backing === null
      ? {}
      : { 'backing-filename': backing, 'full-backing-filename': resolve(dirname(file), backing) }),
    'format-specific': { type: 'qcow2', data: { corrupt } },
  };
}

/** Splits words into options with a value, flags and the rest. */
function read(words, withValue) {
  const options = {};
  const rest = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (withValue.includes(word)) options[word] = words[(at += 1)];
    else if (word.startsWith('-')) options[word] = true;
    else rest.push(word);
  }
  return { options, rest };
}

const verbs = {
  create(words) {
    const { options, rest } = read(words, ['-f', '-b', '-F', '-o']);
    const [file, size] = rest;
    const backing = options['-b'] ?? null;
    if (backing !== null) describe(backing);
    writeFileSync(file, options['-f'] === 'raw' ? Buffer.alloc(0) : header(Number(size), backing));
  },
  info(words) {
    const { options, rest } = read(words, ['-f']);
    const facts = describe(rest[0]);
    if (options['-U'] === undefined && lockHolder(rest[0]) !== null) {
      die(
        `Could not open '${rest[0]}': Failed to get shared "write" lock\nIs another process using the image [${rest[0]}]?`,
      );
    }
    process.stdout.write(
      options['--output=json'] ? `${JSON.stringify(facts, null, 4)}\n` : `file format: ${facts.format}\n`,
    );
  },
  resize(words) {
    const { options, rest } = read(words, ['-f']);
    const [file, size] = rest;
    if (lockHolder(file) !== null) die(`Could not open '${file}': Failed to get "write" lock`);
    if (Number(size) < describe(file)['virtual-size'] && options['--shrink'] === undefined) {
      die('Use the --shrink option to perform a shrink operation.');
    }
    writeSize(file, Number(size));
  },
  convert(words) {
    const [from, to] = read(words, ['-f', '-O', '-o']).rest;
    writeFileSync(to, header(describe(from)['virtual-size'], null));
  },
  check() {
    process.stdout.write('No errors were found on the image.\n');
  },
};

const [verb, ...words] = process.argv.slice(2);
journal({ event: 'qemu-img', verb, words });
const told = control('').qemuImg?.[verb];
if (told !== undefined) {
  process.stderr.write(told.stderr ?? '');
  process.exit(told.status ?? 1);
}
if (verb === '--version') process.stdout.write('qemu-img version 8.2.0 (fake)\n');
else if (verbs[verb] === undefined) die(`Command not found: ${verb}`);
else verbs[verb](words);
