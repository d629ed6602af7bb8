/** The names under which a manifest is looked for, in this order. */
export const manifestNames = [
  'paddock.yml',
  'paddock.yaml',
  'barn.yml',
  'barn.yaml',
  'pigsty.yml',
  'pigsty.yaml',
] as const;
