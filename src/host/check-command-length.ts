import { failure } from '../core/failure.ts';
import { alwaysTakenBytes, mostCommandBytes, mostWordBytes } from '../core/guest/most-command-bytes.ts';
import { remoteCommand } from '../core/guest/remote-command.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { GuestTarget } from '../ports/guest.ts';
import { readIntroduction } from './read-introduction.ts';

/** A slow guest takes seconds for its first words; without them ssh has its own to say. */
const lookLimitMs = 10_000;

/** `command_too_long` for words that ssh, or the server of this guest, does not take. Only for long ones the guest is asked. */
export async function checkCommandLength(target: GuestTarget, words: readonly string[]): Promise<Result<void>> {
  const bytes = Buffer.byteLength(remoteCommand(words));
  if (bytes <= alwaysTakenBytes) return ok(undefined);
  const limit =
    bytes > mostWordBytes ? mostWordBytes : mostCommandBytes(await readIntroduction(target.port, lookLimitMs));
  return bytes <= limit ? ok(undefined) : fail(failure('command_too_long', { node: target.name, bytes, limit }));
}
