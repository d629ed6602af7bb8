import type { Failure } from '../core/failure.ts';
import type { Result } from '../core/result.ts';
import type { EnginePorts } from '../engine/engine-ports.ts';

/** A command as data: the program, its help, its completion and its tests read the same table. */
export interface Command {
  readonly name: string;
  /** One line, for `--help`. */
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** Command lines that work, shown in the help. */
  readonly examples: readonly string[];
  readonly run: (invocation: Invocation) => Promise<CommandOutcome>;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly description: string;
}

export interface OptionSpec {
  /** In commander's form: `-f, --file <path>`. */
  readonly flags: string;
  readonly description: string;
}

/** What the person typed, and how to reach the world. */
export interface Invocation {
  readonly arguments: readonly string[];
  /** Camel-cased option values; absent options are absent. */
  readonly options: { readonly [name: string]: string | boolean | readonly string[] | undefined };
  readonly global: GlobalOptions;
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string | null;
  readonly signal: AbortSignal;
  /** Builds the ports on first use: commands that need none pay nothing. */
  readonly ports: () => Promise<Result<EnginePorts>>;
}

export interface GlobalOptions {
  readonly format: 'text' | 'json' | 'yaml';
  readonly verbose: boolean;
  readonly home: string | null;
}

/** How a command ended. Exactly one of these is drawn, once, by cli/present.ts. */
export type CommandOutcome =
  /** `document` is the structured form, `text` the same for people. `exit` is 0 unless the command says otherwise. */
  | { readonly kind: 'result'; readonly document: unknown; readonly text: string; readonly exit: number }
  | { readonly kind: 'failed'; readonly failures: readonly Failure[]; readonly document: unknown }
  /** The command had the terminal itself (ssh, exec, console); only its exit status is left. */
  | { readonly kind: 'passed_through'; readonly exit: number };
