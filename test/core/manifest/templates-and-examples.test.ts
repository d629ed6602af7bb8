import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { initTemplate, templateNames } from '../../../src/core/manifest/init-template.ts';
import { renderKeptInputs } from '../../../src/core/manifest/render-kept-inputs.ts';
import type { ResolvedDeployment } from '../../../src/core/manifest/resolved-deployment.ts';
import { hashSpec } from '../../../src/core/spec/hash-spec.ts';
import { resolved } from './resolve-text.ts';

const examples = new URL('../../../examples/', import.meta.url);

const manifests = readdirSync(examples).flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, examples))
    .filter((name) => name.endsWith('.yml'))
    .map((name) => `${folder}/${name}`),
);

const texts = [
  ...manifests.map((name) => ({ name, text: readFileSync(new URL(name, examples), 'utf8') })),
  ...templateNames.map((name) => ({ name: `init ${name}`, text: initTemplate(name, './manifest.schema.json') })),
];

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function hashes({ envelope, nodes }: ResolvedDeployment): readonly string[] {
  return nodes.map(({ spec }) => hashSpec({ envelope, node: { ...spec, control: false } }, sha256));
}

test('there are at least four examples', () => {
  expect(manifests.length).toBeGreaterThanOrEqual(4);
});

describe.each(texts)('$name', ({ text }) => {
  test('resolves', () => {
    expect(resolved(text).nodes.length).toBeGreaterThan(0);
  });

  test('comes back from its kept inputs with the same hashes', () => {
    const deployment = resolved(text);
    const again = resolved(renderKeptInputs(deployment));
    expect(hashes(again)).toEqual(hashes(deployment));
    expect(withoutPositions(again)).toEqual(withoutPositions(deployment));
  });
});

test('the first line of a template names the schema for editors', () => {
  for (const name of templateNames) {
    expect(initTemplate(name, '/opt/schema.json')).toMatch(/^# yaml-language-server: \$schema=\/opt\/schema\.json\n/);
  }
});

test('the quickstart is the lab of the demo', () => {
  const { nodes, adminAddress } = resolved(readFileSync(new URL('quickstart/paddock.yml', examples), 'utf8'));
  expect(nodes.map(({ spec }) => [spec.name, spec.address, spec.image])).toEqual([
    ['meta', '10.10.10.10', 'local-mini'],
    ['node-1', '10.10.10.11', 'local-mini'],
  ]);
  expect(adminAddress).toBe('10.10.10.10');
});

function withoutPositions(deployment: ResolvedDeployment): unknown {
  return { ...deployment, nodes: deployment.nodes.map((node) => ({ ...node, at: null })) };
}
