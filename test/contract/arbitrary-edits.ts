import * as fc from 'fast-check';

/** What a manifest of the sequences says; an edit changes it, or the text that it becomes. */
export interface Draft {
  /** Fields of `all.vars` but for the user. */
  readonly shared: string;
  readonly group: string;
  readonly hosts: readonly Host[];
  readonly user: string;
  /** What happened to the file itself. */
  readonly file: 'whole' | 'empty' | 'conflict' | 'cut' | 'elsewhere' | 'gone';
}

export interface Host {
  readonly octet: number;
  readonly name: string;
  readonly vars: { readonly [name: string]: string };
}

type Edit = (draft: Draft) => Draft;

/** What a run of edits starts from: these hosts, as they are applied. */
export function draftOf(hosts: readonly Host[], shared: string): Draft {
  return { shared, group: 'lab', user: 'dba', file: 'whole', hosts };
}

/** Changes one of the hosts that are there. */
function onHost(change: (host: Host) => Host): fc.Arbitrary<Edit> {
  return fc.nat({ max: 9 }).map((number) => (draft) => {
    const at = number % Math.max(1, draft.hosts.length);
    return { ...draft, hosts: draft.hosts.map((host, index) => (index === at ? change(host) : host)) };
  });
}

const set = (name: string, ...values: readonly string[]): fc.Arbitrary<Edit> =>
  fc.constantFrom(...values).chain((value) => onHost((host) => ({ ...host, vars: { ...host.vars, [name]: value } })));

const edits: readonly fc.Arbitrary<Edit>[] = [
  fc.nat({ max: 9 }).map(
    (number) =>
      (draft: Draft): Draft => ({
        ...draft,
        hosts: draft.hosts.filter((_, index) => index !== number % Math.max(1, draft.hosts.length)),
      }),
  ),
  fc.integer({ min: 13, max: 20 }).map(
    (octet) =>
      (draft: Draft): Draft => ({
        ...draft,
        hosts: [...draft.hosts, { octet, name: `node-${String(octet)}`, vars: {} }],
      }),
  ),
  set('vm_skip', 'true', 'false'),
  set('vm_cpu', '1', '2', '3'),
  set('vm_mem', '256MiB', '512MiB'),
  set('vm_disk', '1GiB', '2GiB', '3GiB'),
  set('vm_disks', '[]', '[{ path: /data, size: 2GiB, persistent: true }]', '[{ path: /other, size: 1GiB }]'),
  set('vm_disks', '[{ path: /data, size: 2GiB }]', '[{ path: /data, size: 2GiB, fs: xfs, persistent: true }]'),
  set('vm_image', 'local-mini', 'local-other'),
  set('vm_alias', '[db]', '[]'),
  set('vm_protect', 'true', 'false'),
  onHost((host) => ({ ...host, name: `${host.name.slice(0, 20)}-b` })),
  onHost((host) => ({ ...host, octet: 10 + ((host.octet - 9) % 12) })),
  fc.constantFrom('lab', 'renamed').map(
    (group) =>
      (draft: Draft): Draft => ({ ...draft, group }),
  ),
  fc.constantFrom('dba', 'dba', 'ops').map(
    (user) =>
      (draft: Draft): Draft => ({ ...draft, user }),
  ),
  fc.constantFrom<Draft['file'][]>('empty', 'conflict', 'cut', 'elsewhere', 'gone', 'whole').map(
    (file) =>
      (draft: Draft): Draft => ({ ...draft, file }),
  ),
  fc.constant((draft) => ({ ...draft, file: 'whole' })),
];

/** A run of edits, each as the text that the manifest has after it; null where the file is gone. */
export function editedTexts(first: Draft): fc.Arbitrary<readonly (string | null)[]> {
  const startAgain: fc.Arbitrary<Edit> = fc.constant(() => first);
  return fc.array(fc.oneof(...edits, startAgain), { minLength: 1, maxLength: 6 }).map((changes) => {
    let draft = first;
    return changes.map((change) => {
      draft = change(draft);
      return textOf(draft);
    });
  });
}

/** The manifest as it stands in the file. */
export function textOf({ shared, group, hosts, user, file }: Draft): string | null {
  const lines = hosts.map(({ octet, name, vars: ownVars }) => {
    const own = Object.entries(ownVars).map(([key, value]) => `, ${key}: ${value}`);
    return `        10.10.10.${String(octet)}: { nodename: ${name}${own.join('')} }`;
  });
  const vars = `${shared}, node_admin_username: ${user}`;
  const head = ['all:', `  vars: { ${vars} }`, '  children:', `    ${group}:`, '      hosts:'];
  const text = `${[...head, ...lines].join('\n')}\n`;
  switch (file) {
    case 'whole':
      return text;
    case 'empty':
      return '';
    case 'conflict':
      return `<<<<<<< HEAD\n${text}=======\nall: {}\n>>>>>>> theirs\n`;
    case 'cut':
      return text.slice(0, Math.floor(text.length * 0.7));
    case 'elsewhere':
      return `all:\n  vars: { vm_image: local-mini }\n  hosts:\n    10.20.30.10: { nodename: other }\n`;
    case 'gone':
      return null;
  }
}
