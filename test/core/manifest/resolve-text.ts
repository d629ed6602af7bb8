import type { Failure } from '../../../src/core/failure.ts';
import { describeFailure } from '../../../src/core/failure-text.ts';
import { parseManifest } from '../../../src/core/manifest/parse-manifest.ts';
import { resolveManifest } from '../../../src/core/manifest/resolve-manifest.ts';
import type { ResolvedDeployment } from '../../../src/core/manifest/resolved-deployment.ts';
import type { Result } from '../../../src/core/result.ts';

/** Both stages on one text. */
export function readText(text: string, file = 'paddock.yml'): Result<ResolvedDeployment> {
  const manifest = parseManifest(text, file);
  return manifest.ok ? resolveManifest(manifest.value) : manifest;
}

/** The deployment of a text that must be valid; its complaints are the test's message otherwise. */
export function resolved(text: string): ResolvedDeployment {
  const result = readText(text);
  if (!result.ok) throw new Error(messages(result.failures).join('\n'));
  return result.value;
}

export function messages(failures: readonly Failure[]): readonly string[] {
  return failures.map((failure) => describeFailure(failure).message);
}

/** The complaints about a text that must be wrong. */
export function complaints(text: string): readonly Failure[] {
  const result = readText(text);
  if (result.ok) throw new Error('the manifest was accepted');
  return result.failures;
}

/** `all:` with these lines as the only host's variables, from line 4, column 7 on. */
export function oneHost(...lines: readonly string[]): string {
  return ['all:', '  hosts:', '    10.10.10.10:', ...lines.map((line) => `      ${line}`), ''].join('\n');
}
