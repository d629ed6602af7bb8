/** Characters of a line that does not end, after which it is shown all the same. */
const longestLine = 64 * 1024;

/** Text that comes in pieces, as whole lines that each begin with a mark. */
export class LineMarker {
  readonly #mark: string;
  #rest = '';

  constructor(mark: string) {
    this.#mark = mark;
  }

  /** The lines that this piece ends. */
  add(piece: string): string {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > longestLine) {
      lines.push(this.#rest);
      this.#rest = '';
    }
    return lines.map((line) => `${this.#mark}${line}\n`).join('');
  }

  /** The last line, when it did not end. */
  end(): string {
    const rest = this.#rest;
    this.#rest = '';
    return rest === '' ? '' : `${this.#mark}${rest}\n`;
  }
}
