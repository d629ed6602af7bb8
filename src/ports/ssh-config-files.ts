import type { Result } from '../core/result.ts';

/** OpenSSH's configuration of the person, and the fragment of the lab that it includes. */
export interface SshConfigFiles {
  /** Absolute path of the fragment. */
  readonly fragment: string;
  /** The fragment that is there now; null when none was written. */
  current(): Promise<Result<string | null>>;
  /** Writes the fragment, private and whole. */
  write(text: string): Promise<Result<void>>;
  /**
   * Puts one `Include` of the fragment at the top of the configuration, if none is there. A link, a file with a second name,
   * one that is read-only or of another user, or one that changes meanwhile is left alone: `ssh_config_left_alone`.
   */
  include(config: string): Promise<Result<'included' | 'was_there'>>;
  /** Takes the `Include` away again and leaves every other byte, then deletes the fragment. Left alone as above. */
  exclude(config: string): Promise<Result<'excluded' | 'was_not_there'>>;
}
