import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseManifest } from '../../../src/core/manifest/parse-manifest.ts';
import { resolveManifest } from '../../../src/core/manifest/resolve-manifest.ts';
import type { ResolvedDeployment } from '../../../src/core/manifest/resolved-deployment.ts';
import { planDocumentSchema } from '../../../src/core/plan/plan-document-schema.ts';
import type { NodeRecord, StateDocument } from '../../../src/core/state/document.ts';
import { planDocument } from '../../../src/ui/plan-document.ts';
import { planText } from '../../../src/ui/plan-text.ts';
import { converged, planOf, sha256, withRecord } from '../../core/plan/model-lab.ts';

/**
 * A scenario is a folder: `before.yml` is what is applied and runs (nothing, without it), `lives.json` what is not whole
 * about it, `paddock.yml` what is asked for now (without it the applied specs stand in). `plan.txt` and `plan.json` are
 * what a person and a script are told, literally.
 */
const here = new URL('.', import.meta.url);
const names = readdirSync(here, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

function resolved(file: URL): ResolvedDeployment | null {
  if (!existsSync(file)) return null;
  const manifest = parseManifest(readFileSync(file, 'utf8'), 'paddock.yml');
  const deployment = manifest.ok ? resolveManifest(manifest.value) : manifest;
  if (!deployment.ok) throw new Error(JSON.stringify(deployment.failures));
  return deployment.value;
}

interface Life {
  readonly life?: NodeRecord['life'];
  readonly power?: 'stopped';
}

function recorded(folder: URL): StateDocument | null {
  const before = resolved(new URL('before.yml', folder));
  if (before === null) return null;
  const lives = new URL('lives.json', folder);
  const changes = existsSync(lives) ? (JSON.parse(readFileSync(lives, 'utf8')) as { [name: string]: Life }) : {};
  return Object.entries(changes).reduce((document, [name, { life, power }]) => {
    const parts = document.nodes[name]?.parts ?? [];
    const vm = power === undefined ? {} : { outputs: { power } };
    const own = parts.map((part) => (part.kind === 'vm' ? { ...part, ...vm } : part));
    return withRecord(document, name, { parts: own, ...(life === undefined ? {} : { life }) });
  }, converged(before));
}

describe('plan scenarios', () => {
  test('there are some', () => {
    expect(names.length).toBeGreaterThan(6);
  });

  test.each(names)('%s', (name) => {
    const folder = new URL(`${name}/`, here);
    const manifest = new URL('paddock.yml', folder);
    const digest = existsSync(manifest) ? sha256(readFileSync(manifest, 'utf8')) : '';
    const source = { kind: 'file', path: 'paddock.yml', sha256: digest } as const;
    const plan = planOf(resolved(manifest), recorded(folder), { source });
    const view = { probed: null, carried: { file: null, home: null } };
    const document = planDocument(plan, view);
    expect(planDocumentSchema.parse(document)).toEqual(document);
    const told = { text: `${planText(plan, { ...view, colour: 'plain' })}\n`, document: JSON.stringify(document, null, 2) };
    expect(told.text).toBe(readFileSync(new URL('plan.txt', folder), 'utf8'));
    expect(`${told.document}\n`).toBe(readFileSync(new URL('plan.json', folder), 'utf8'));
  });
});
