import type { Failure } from '../core/failure.ts';
import type { Result } from '../core/result.ts';
import type { EnginePorts } from '../engine/engine-ports.ts';
import type { SshConfigPorts } from '../engine/refresh-ssh-config.ts';
import type { Carried } from '../ui/carry-on.ts';
import type { Colour } from '../ui/paint.ts';
import type { NewFiles } from '../ports/new-files.ts';
import type { HostPackages } from '../ports/host-packages.ts';
import type { ManifestFiles } from '../ports/manifest-files.ts';
import type { Console } from '../ports/console.ts';
import type { LogFiles } from '../ports/log-files.ts';
import type { ScriptFiles } from '../ports/script-files.ts';
import type { ReadingPorts } from './reading-ports.ts';

/** A command as data: the program, its help, its completion and its tests read the same table. */
export interface Command {
  readonly name: string;
  /** One line, for `--help`. */
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** Command lines that work, shown in the help. */
  readonly examples: readonly string[];
  /** True for commands that a person watches: a live view on a terminal that can draw one. */
  readonly isWatched?: true;
  /** True for commands that may change which nodes there are or how they are reached: what plain ssh knows follows them. */
  readonly changesLab?: true;
  /** True for commands that are only announced: whatever is typed after their name, the answer is the same. */
  readonly acceptsAnything?: true;
  /** True for commands whose words after the node are a command of the guest: none of them is an option of ours. */
  readonly takesGuestWords?: true;
  /** Exit status of the command's own failures where the classes do not decide it: 255 for ssh and exec. */
  readonly failureExit?: number;
  readonly run: (invocation: Invocation) => Promise<CommandOutcome>;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly description: string;
  /** Everything that it can be, where that is a short list; for completion. */
  readonly choices?: readonly string[];
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
  /** Null when the working directory has been deleted. */
  readonly cwd: string | null;
  readonly signal: AbortSignal;
  /** What advised commands repeat. */
  readonly carried: Carried;
  /** Whether text for stdout may be painted. */
  readonly colour: Colour;
  readonly newFiles: () => NewFiles;
  /** What reading commands need; loads neither QEMU's driver nor anything that starts programs. */
  readonly reading: () => Promise<Result<ReadingPorts>>;
  /** What plain ssh is set up through; loads as little. */
  readonly access: () => Result<SshConfigPorts>;
  /** Builds all ports on first use: commands that need none pay nothing. */
  readonly ports: () => Promise<Result<CliPorts>>;
}

/** The engine's ports and those that only commands use. */
export interface CliPorts extends EnginePorts {
  readonly manifests: ManifestFiles;
  readonly logs: LogFiles;
  readonly console: Console;
  readonly scripts: ScriptFiles;
  readonly packages: HostPackages;
}

export interface GlobalOptions {
  readonly format: OutputFormat;
  readonly verbose: boolean;
  readonly home: string | null;
}

export type OutputFormat = 'text' | 'json' | 'yaml';

/** A finished result in both forms. */
export interface Drawn {
  /** The structured form. */
  readonly document: unknown;
  /** The same for people, without a final line end. */
  readonly text: string;
}

/** How a command ended. Exactly one of these is drawn, once, by cli/present.ts. */
export type CommandOutcome =
  | ({ readonly kind: 'result'; readonly exit: number } & Drawn)
  /** `report` is what an operation did before or beside its failures; null when it never started. */
  | {
      readonly kind: 'failed';
      readonly failures: readonly Failure[];
      readonly report: FailedReport | null;
      /** Where another program's exit status is passed through, that; else the class decides. */
      readonly exit?: number;
    }
  /**
   * Text that keeps coming, such as `logs --follow`; ends when the source ends. Without `end` also when nobody reads any
   * more, and the exit status is 0; with it, that tells how it ended, and the source is read to its end.
   */
  | { readonly kind: 'stream'; readonly pieces: AsyncIterable<Piece>; readonly end?: () => Promise<CommandOutcome> }
  /** The command had the terminal itself (ssh, exec, console); only its exit status is left. */
  | { readonly kind: 'passed_through'; readonly exit: number };

/** Some text and the stream that it belongs on. */
export interface Piece {
  readonly to: 'stdout' | 'stderr';
  readonly text: string;
}

export interface FailedReport extends Drawn {
  readonly status: 'error' | 'partial' | 'cancelled';
  /** The command line that goes on with what is unfinished, where there is one. */
  readonly retry?: string | null;
}
