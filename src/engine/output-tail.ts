/** The end of a text that comes in pieces. */
export class OutputTail {
  readonly #limit: number;
  #text = '';
  #cut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(piece: string): void {
    this.#text += piece;
    // Cut at twice the limit, so that a long text is copied now and then and not at each piece.
    if (this.#text.length > 2 * this.#limit) this.#cutTo(this.#limit);
  }

  end(): { readonly text: string; readonly truncated: boolean } {
    if (this.#text.length > this.#limit) this.#cutTo(this.#limit);
    return { text: this.#text, truncated: this.#cut };
  }

  #cutTo(limit: number): void {
    this.#text = limit === 0 ? '' : this.#text.slice(-limit);
    this.#cut = true;
  }
}
