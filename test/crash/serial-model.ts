/** What matters of a lab of one node between commands. */
export interface LabModel {
  readonly node: 'absent' | 'stopped' | 'running';
  readonly size: 'small' | 'large';
}

/** `up` with the small manifest, `resize` with the large one, and three that read none. */
export const serialCommands = ['up', 'stop', 'start', 'resize', 'destroy'] as const;

export type SerialCommand = (typeof serialCommands)[number];

export interface SerialEnd {
  readonly lab: LabModel;
  readonly exits: readonly number[];
}

interface Ran {
  readonly lab: LabModel;
  readonly exit: 0 | 4;
}

/** What one command does that nobody disturbs. */
const alone: { readonly [C in SerialCommand]: (lab: LabModel) => Ran } = {
  up: ({ node, size }) => {
    // Sizes are changed by a resize only, and a new node has those of the manifest.
    if (node !== 'absent' && size === 'large') return { lab: { node, size }, exit: 4 };
    return { lab: { node: 'running', size: 'small' }, exit: 0 };
  },
  resize: (lab) => (lab.node === 'absent' ? { lab, exit: 4 } : { lab: { ...lab, size: 'large' }, exit: 0 }),
  stop: (lab) => ({ lab: lab.node === 'running' ? { ...lab, node: 'stopped' } : lab, exit: 0 }),
  start: (lab) => ({ lab: lab.node === 'stopped' ? { ...lab, node: 'running' } : lab, exit: 0 }),
  destroy: () => ({ lab: { node: 'absent', size: 'small' }, exit: 0 }),
};

/** How these commands end, one after the other in each possible order; the exits stand in the order of the commands. */
export function serialEnds(before: LabModel, commands: readonly SerialCommand[]): readonly SerialEnd[] {
  return orders(commands.map((_, index) => index)).map((order) => {
    let lab = before;
    const exits: number[] = [];
    for (const index of order) {
      const command = commands[index];
      if (command === undefined) continue;
      const ran = alone[command](lab);
      lab = ran.lab;
      exits[index] = ran.exit;
    }
    return { lab, exits };
  });
}

function orders<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, at) => orders(items.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}
