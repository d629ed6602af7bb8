import { dualTemplate } from './templates/dual.ts';
import { fullTemplate } from './templates/full.ts';
import { singleTemplate } from './templates/single.ts';
import { trioTemplate } from './templates/trio.ts';

const templates = { single: singleTemplate, dual: dualTemplate, trio: trioTemplate, full: fullTemplate } as const;

export type TemplateName = keyof typeof templates;

export const templateNames = Object.keys(templates) as readonly TemplateName[];

/** The manifest that `init` writes. `schema` is the path or address of the JSON Schema; its line makes editors check and complete. */
export function initTemplate(name: TemplateName, schema: string): string {
  return `# yaml-language-server: $schema=${schema}\n${templates[name]}`;
}
