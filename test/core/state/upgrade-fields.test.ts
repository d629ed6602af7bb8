import { expect, it } from 'vitest';
import { stateSchema } from '../../../src/core/state/document.ts';
import { documentShape } from '../../../src/core/state/document-shape.ts';
import { upgradeFields } from '../../../src/core/state/upgrade-fields.ts';
import { modelDocument } from '../../fakes/model-document.ts';

const current: { readonly [key: string]: unknown } = { ...modelDocument(2), version: 1 };

it('leaves a document of the current schema, of a newer one and of none as it is', () => {
  for (const schema of [stateSchema, stateSchema + 1, 0, -1, '1', null, undefined]) {
    const fields = { ...current, schema };
    expect(upgradeFields(fields)).toBe(fields);
  }
});

it('has a way from every earlier schema to the current one', () => {
  const earlier = Array.from({ length: stateSchema - 1 }, (_, index) => index + 1);
  expect(earlier.map((schema) => upgradeFields({ ...current, schema })['schema'])).toEqual(
    earlier.map(() => stateSchema),
  );
});

it('changes nothing that is there already', () => {
  expect(upgradeFields({ ...current, schema: 1 })).toEqual(current);
});

it('gives a node that outlived its deployment what nothing is ever made from, and the shape holds', () => {
  const { replacements: _, ...older } = current;
  const { meta } = modelDocument(1).nodes;
  const { madeFor: __, ...bare } = { ...meta, life: 'destroyed' };
  const upgraded = upgradeFields({ ...older, schema: 1, deployment: null, nodes: { meta: bare } });
  expect(documentShape.problem(upgraded, 'document')).toBeNull();
  expect(upgraded).toMatchObject({ nodes: { meta: { madeFor: { envelope: { subnet: '10.10.10.0/24' } } } } });
});

it.each([
  ['nodes', 'a list', 'document.nodes: is not'],
  ['nodes', { meta: null }, 'document.nodes.meta: is not'],
  ['deployment', 7, 'document.deployment: is not'],
])('makes nothing up for %s = %j: the shape refuses it', (key, value, problem) => {
  const upgraded = upgradeFields({ ...current, schema: 1, [key]: value });
  expect(documentShape.problem(upgraded, 'document')).toContain(problem);
});
