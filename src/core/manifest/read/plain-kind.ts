/**
 * What YAML readers make of an unquoted scalar. `ambiguous`: YAML 1.1 (PyYAML, and so Ansible) and YAML 1.2 disagree
 * about its type or its value; yaml.org/type (1.1) against the core schema of YAML 1.2.2 §10.3.
 */
export type PlainKind = 'null' | 'truth' | 'whole' | 'number' | 'text' | 'ambiguous';

export function plainKind(text: string): PlainKind {
  for (const [pattern, kind] of patterns) {
    if (pattern.test(text)) return kind;
  }
  return 'text';
}

const patterns: readonly (readonly [RegExp, PlainKind])[] = [
  [/^[a-z][a-z0-9]*-[a-z0-9-]*$/, 'text'],
  [/^(?:|~|null|Null|NULL)$/, 'null'],
  [/^(?:true|True|TRUE|false|False|FALSE)$/, 'truth'],
  [/^(?:y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF)$/, 'ambiguous'],
  [/^[-+]?(?:0|[1-9][0-9]*)$/, 'whole'],
  [/^[-+]?0x[0-9a-fA-F]+$/, 'whole'],
  // Octal in 1.1 (0777 is 511), decimal in 1.2; 0o777 the other way round; 0b1 and 1_000 are numbers in 1.1 only.
  [/^[-+]?(?:0[0-9_]+|0o[0-7]+|0b[01_]+|0x[0-9a-fA-F_]+|[1-9][0-9_]*)$/, 'ambiguous'],
  // Base 60 in 1.1: 1:20 is 80.
  [/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/, 'ambiguous'],
  [/^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+][0-9]+)?$/, 'number'],
  [/^[-+]?(?:\.inf|\.Inf|\.INF)$|^(?:\.nan|\.NaN|\.NAN)$/, 'number'],
  [/^[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9_]+)(?:[eE][-+]?[0-9]+)?$/, 'ambiguous'],
  // Dates are a type of their own in 1.1.
  [/^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?$/, 'ambiguous'],
  [/^=$/, 'ambiguous'],
];
