import type { FailureTexts } from '../../failure-class.ts';
import type { ManifestYamlFailures } from '../../failure/manifest/yaml.ts';
import { complaint } from './complaint.ts';

export const manifestYamlTexts = {
  yaml_syntax: complaint((f) => f.problem),
  control_character: complaint(
    (f) => `control character U+${f.code.toString(16).toUpperCase().padStart(4, '0')}, a manifest is plain text`,
  ),
  tab_character: complaint(() => 'tab between values or as indentation, use spaces'),
  merge_conflict_marker: complaint(
    () =>
      'merge conflict marker: settle the conflict, then delete the lines that begin with <<<<<<<, ======= and >>>>>>>',
  ),
  several_documents: complaint(
    () => 'a second YAML document starts here, a manifest is one; put other inventories in files of their own',
  ),
  duplicate_key: complaint(
    (f) => `key ${f.key} stands twice in one mapping, first on line ${String(f.firstLine)}; keep one`,
  ),
  unknown_alias: complaint(
    (f) => `alias *${f.name} names no anchor above it; write &${f.name} before the value it should repeat`,
  ),
  alias_cycle: complaint((f) => `alias *${f.name} stands inside its own anchor &${f.name}, so it would never end`),
  key_not_text: complaint(() => 'a key here is plain text, not a list, a mapping or a tagged value'),
  bad_merge_key: complaint(() => 'a merge key (<<) takes a mapping or a list of mappings, for example <<: *defaults'),
  merge_conflict: complaint(
    (f) =>
      `this merge key (<<) and the one on line ${String(f.firstLine)} disagree about ${f.key}; write ${f.key} itself, or one <<: [*a, *b], in which the first wins`,
  ),
  complaints_cut_short: complaint(
    (f) => `the reading stopped here, after ${String(f.count)} complaints; mend these first`,
  ),
  expansion_too_large: complaint((f) => `more than ${String(f.limit)} YAML nodes when aliases are written out`),
  too_much_syntax: complaint(
    (f) => `more than ${String(f.limit)} pieces of syntax up to here, far more than 200 hosts need`,
  ),
  nesting_too_deep: complaint((f) => `more than ${String(f.limit)} levels of nesting`),
} satisfies FailureTexts<ManifestYamlFailures>;
