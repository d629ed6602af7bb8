import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { initTemplate, templateNames } from '../../../src/core/manifest/init-template.ts';
import { describedVariables, manifestShape } from '../../../src/core/manifest/manifest-json-schema.ts';
import { variableNames } from '../../../src/core/manifest/variables.ts';
import { publishedSchemas } from '../../../src/core/published-schemas.ts';
import { oneHost, readText } from './resolve-text.ts';

const folder = new URL('../../../schemas/', import.meta.url);

describe('the committed schemas', () => {
  test.each(Object.entries(publishedSchemas))('%s is fresh', (file, make) => {
    expect(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))).toEqual(JSON.parse(JSON.stringify(make())));
  });

  test('there are no others', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(files.toSorted()).toEqual(Object.keys(publishedSchemas).toSorted());
  });
});

test('the schema and the reader know the same variables', () => {
  expect(describedVariables.toSorted()).toEqual(variableNames.toSorted());
});

function accepts(text: string): boolean {
  return manifestShape.safeParse(parse(text, { merge: true, logLevel: 'silent' })).success;
}

test.each(templateNames)('it accepts what init writes: %s', (name) => {
  expect(accepts(initTemplate(name, 'x'))).toBe(true);
});

const agreed = [
  { line: 'vm_cpu: 4', valid: true },
  { line: 'vm_cpu: 0', valid: false },
  { line: 'vm_cpu: "4"', valid: false },
  { line: 'vm_mem: 4GiB', valid: true },
  { line: 'vm_mem: 8G', valid: false },
  { line: 'vm_memory: 4GiB', valid: false },
  { line: 'vm_skip: "true"', valid: false },
  { line: 'vm_arch: x86_64', valid: false },
  { line: 'vm_disks: [{ path: /data, size: 10, persistent: true }]', valid: true },
  { line: 'vm_disks: [{ size: 10 }]', valid: false },
  { line: 'vm_disks: [{ path: /data, sise: 10 }]', valid: false },
  { line: 'vm_disks: [{ path: data }]', valid: false },
  { line: 'vm_alias: [DB]', valid: false },
  { line: 'vm_ports: ["8080:80"]', valid: true },
  { line: 'vm_ports: [8080]', valid: false },
  { line: 'nodename: Node_1', valid: false },
  { line: 'pg_anything: [{ at: all }]', valid: true },
];

test.each(agreed)('schema and reader agree on $line', ({ line, valid }) => {
  expect(accepts(oneHost(line))).toBe(valid);
  expect(readText(oneHost(line)).ok).toBe(valid);
});
