import { StringDecoder } from 'node:string_decoder';

/** Cuts a byte stream into lines, holding at most `maxLength` characters of an unfinished one. */
export class LineBuffer {
  readonly #maxLength: number;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The lines that these bytes complete, without their ends; null once a line is longer than it may be. */
  push(bytes: Buffer): readonly string[] | null {
    const lines = (this.#rest + this.#decoder.write(bytes)).split('\n');
    this.#rest = lines.pop() ?? '';
    const longest = Math.max(this.#rest.length, ...lines.map((line) => line.length));
    if (longest > this.#maxLength) return null;
    return lines.map((line) => line.replace(/\r$/, '')).filter((line) => line !== '');
  }
}
