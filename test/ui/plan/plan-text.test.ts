import { describe, expect, test } from 'vitest';
import { validateJsonSchema, validateDocumentSchema } from '../../../src/core/plan/validate-document-schema.ts';
import { planJsonSchema } from '../../../src/core/plan/plan-document-schema.ts';
import { changeWords } from '../../../src/core/plan/change-words.ts';
import { planDocument } from '../../../src/ui/plan-document.ts';
import { planText } from '../../../src/ui/plan-text.ts';
import { validateDocument } from '../../../src/ui/validate-document.ts';
import { validateText } from '../../../src/ui/validate-text.ts';
import { converged, planOf, sha256, wanted, wantedNode } from '../../core/plan/model-lab.ts';

const lab = wanted([wantedNode('meta', 10), wantedNode('node-1', 11)]);
const source = { kind: 'file', path: 'lab.yml', sha256: sha256('lab') } as const;
const carried = { file: 'my lab.yml', home: '/tmp/h' };
const plain = { probed: null, carried: { file: null, home: null }, colour: 'plain' } as const;

describe('a plan for people', () => {
  test('repeats what was typed in every command it advises', () => {
    const plan = planOf(lab, null, { source });
    expect(planText(plan, { ...plain, carried })).toContain("next: paddock --home /tmp/h up -f 'my lab.yml' meta");
    expect(planDocument(plan, { probed: null, carried }).nodes[0]?.next).toBe(
      "paddock --home /tmp/h up -f 'my lab.yml' meta",
    );
  });

  test('shows the accelerator as asked, with the answer of the last probe', () => {
    const probed = { accelerator: 'tcg', reason: '/dev/kvm opens but no guest ever finished' } as const;
    const plan = planOf(lab, null);
    expect(planText(plan, plain)).toContain('accelerator: auto asked, not probed yet');
    expect(planText(plan, { ...plain, probed })).toContain(
      'auto asked, tcg (/dev/kvm opens but no guest ever finished)',
    );
    expect(planDocument(plan, { ...plain, probed }).accelerator).toEqual({ asked: 'auto', probed });
  });

  test('names the scope, and says when there is nothing to do', () => {
    const text = planText(planOf(lab, converged(lab), { scope: ['node-1'] }), plain);
    expect(text).toContain('scope:       node-1');
    expect(text).not.toContain('10.10.10.10');
    expect(text.split('\n').slice(-3)).toEqual([
      '',
      'nothing to do',
      'that is by the record; paddock status looks at the VM that it says runs',
    ]);
  });

  test('has colour only when asked, and the same words with it', () => {
    const plan = planOf(wanted([wantedNode('meta', 10, { spec: { cpus: 9 } })]), converged(lab));
    const coloured = planText(plan, { ...plain, colour: 'colour' });
    expect(coloured).toContain('\u001b[31mmissing\u001b[0m');
    expect(planText(plan, plain)).not.toContain('\u001b');
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(planText(plan, plain));
  });

  test('shortens digests, and has a word for nothing', () => {
    expect(changeWords({ path: 'vm_user_data', from: null, to: `sha256:${'ab'.repeat(32)}` })).toBe(
      'vm_user_data none → sha256:abababababab',
    );
    expect(changeWords({ path: 'vm_ports', from: [], to: ['a', 'b'] })).toBe('vm_ports none → a b');
  });
});

describe('a manifest that holds', () => {
  const resolved = wanted(
    [wantedNode('meta', 10), wantedNode('node-1', 11, { protect: true, spec: { image: 'u24:stable' } })],
    {
      skipped: [{ name: 'ext' as never, address: '10.10.10.50' }],
    },
  );
  const valid = validateDocument(resolved, source);

  test('is described as its schema says', () => {
    expect(validateDocumentSchema.parse(valid)).toEqual(valid);
    expect(valid.nodes.map(({ name }) => name)).toEqual(['meta', 'node-1']);
    expect(valid.notSupportedYet).toEqual([{ variable: 'vm_image', nodes: ['node-1'] }]);
  });

  test('is listed with what this version refuses', () => {
    expect(validateText(valid).split('\n')).toEqual([
      'lab.yml: valid, 2 nodes',
      '  meta    10.10.10.10      local-mini, 2 cpu, 4GiB memory, 64GiB disk',
      '  node-1  10.10.10.11      u24:stable, 2 cpu, 4GiB memory, 64GiB disk, protected',
      '  ext     10.10.10.50      skipped',
      'note: up of this version cannot act on vm_image yet (node-1)',
    ]);
  });
});

test('both documents have a JSON Schema that closes them', () => {
  for (const schema of [planJsonSchema(), validateJsonSchema()]) {
    expect(schema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      title: expect.stringMatching(/^paddock /) as unknown,
    });
  }
});
