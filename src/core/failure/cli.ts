import type { NextCommand } from '../failure-class.ts';

/** Trouble with the command line itself. */
export interface CliFailures {
  usage_error: { readonly problem: string };
  unknown_command: { readonly name: string; readonly suggested: readonly string[] };
  /** `next` is the same command with its answer. */
  confirmation_required: { readonly command: string; readonly next: NextCommand };
  /** `typed` is null when the input ended or the question was interrupted. */
  declined: { readonly command: string; readonly typed: string | null; readonly expected: string };
  command_not_available: { readonly command: string };
  /** `leaves`: what goes on without it, or stays behind. */
  interrupted: { readonly command: string; readonly leaves?: 'machines' | 'copied' };
  manifest_exists: { readonly path: string };
  working_directory_gone: { readonly wanted: string };
  log_absent: { readonly node: string; readonly source: string };
  /** The result could not be written to stdout; `code` is the system's. */
  output_failed: { readonly code: string };
  internal_error: { readonly problem: string };
}
