import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { failure, type Failure } from '../../src/core/failure.ts';
import { fail, ok, type Result } from '../../src/core/result.ts';
import { stateSchema, type StateDocument } from '../../src/core/state/document.ts';
import { decodeDocument, encodeDocument } from '../../src/core/state/document-file.ts';
import { holdsFence } from '../../src/core/state/fence.ts';
import type { Operation } from '../../src/core/state/operation.ts';
import type { ArchiveOptions, KeptInputs, OperationsOnFile, StateStore } from '../../src/ports/state-store.ts';

export interface MemoryStore extends StateStore {
  /** Every committed document, oldest first. */
  readonly history: readonly StateDocument[];
  readonly archived: readonly Operation[];
  readonly inputs: ReadonlyMap<string, string>;
  /** Makes coming commits fail with these, one each. `state_not_durable` publishes the document all the same. */
  failNext(...failures: readonly Failure[]): void;
  /** Runs before every commit, for example to let another owner in between. */
  beforeCommit: ((next: StateDocument) => void | Promise<void>) | null;
}

/** The StateStore contract in memory; documents go through the file form, so what would not read is refused here too. */
export function createMemoryStore(
  options: { readonly version?: string; readonly history?: readonly StateDocument[] } = {},
): MemoryStore {
  return new Memory(options.version ?? 'test', options.history ?? []);
}

class Memory implements MemoryStore {
  readonly history: StateDocument[];
  readonly archived: Operation[] = [];
  readonly inputs = new Map<string, string>();
  beforeCommit: MemoryStore['beforeCommit'] = null;
  readonly #version: string;
  #failures: Failure[] = [];

  constructor(version: string, history: readonly StateDocument[]) {
    this.#version = version;
    this.history = [...history];
  }

  failNext(...failures: readonly Failure[]): void {
    this.#failures.push(...failures);
  }

  read(): Promise<Result<StateDocument | null>> {
    return Promise.resolve(ok(this.history.at(-1) ?? null));
  }

  readLastGood(): Promise<Result<StateDocument | null>> {
    return this.read();
  }

  async commit(base: StateDocument | null, next: StateDocument): Promise<Result<StateDocument>> {
    await this.beforeCommit?.(next);
    const trouble = this.#failures.shift();
    if (trouble !== undefined && trouble.reason !== 'state_not_durable') return fail(trouble);
    const version = (base?.version ?? 0) + 1;
    if (!isDeepStrictEqual(this.history.at(-1) ?? null, base)) return fail(failure('state_stale', { version }));
    const document = throughFile({ ...next, schema: stateSchema, version, writtenBy: this.#version });
    this.history.push(document);
    return trouble === undefined ? ok(document) : fail(trouble);
  }

  /** What is here was written here. */
  olderOf(): null {
    return null;
  }

  /** What is here always reads. */
  rebuild(): Promise<Result<StateDocument>> {
    return Promise.resolve(fail(failure('state_stale', { version: this.history.length + 1 })));
  }

  discard(last: StateDocument): Promise<Result<void>> {
    if (this.history.at(-1)?.version !== last.version) {
      return Promise.resolve(fail(failure('state_stale', { version: last.version + 1 })));
    }
    this.history.length = 0;
    return Promise.resolve(ok(undefined));
  }

  archive(operation: Operation, { owner }: ArchiveOptions): Promise<Result<void>> {
    const owned = this.#requireOwner(owner);
    if (!owned.ok) return Promise.resolve(owned);
    this.archived.push(operation);
    return Promise.resolve(ok(undefined));
  }

  operations(): Promise<Result<OperationsOnFile>> {
    const operations = [...this.archived]
      .reverse()
      .map((operation) => ({ operation, inputs: this.#inputsOf(operation) }));
    return Promise.resolve(ok({ operations, damaged: [] }));
  }

  keptInputs(operation: Operation): Promise<string | null> {
    return Promise.resolve(this.#inputsOf(operation));
  }

  readInputs({ id }: Operation): Promise<string | null> {
    return Promise.resolve(this.inputs.get(id) ?? null);
  }

  #requireOwner(token: string | null): Result<void> {
    const newest = this.history.at(-1);
    if (token === null || (newest !== undefined && holdsFence(newest, token))) return ok(undefined);
    return fail(failure('fenced', { epoch: newest?.fence.epoch ?? 0 }));
  }

  #inputsOf({ id }: Operation): string | null {
    return this.inputs.has(id) ? `/inputs/${id}/manifest.yml` : null;
  }

  keepInputs(operation: Operation, { manifestText, owner }: KeptInputs): Promise<Result<void>> {
    const owned = this.#requireOwner(owner);
    if (!owned.ok) return Promise.resolve(owned);
    this.inputs.set(operation.id, manifestText);
    return Promise.resolve(ok(undefined));
  }
}

function throughFile(document: StateDocument): StateDocument {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const decoded = decodeDocument(encodeDocument(document, sha256), { version: document.version, sha256 });
  if (decoded.kind !== 'good') throw new Error(`the document would not read again: ${JSON.stringify(decoded)}`);
  return decoded.document;
}
