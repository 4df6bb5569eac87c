/* unsent.js — what a phone has written and nobody has acknowledged: in order, over reloads, each with its key. */

/**
 * @typedef {{ key: string, fields: string[][], sheet?: string, seen?: string }} Line
 *   A form as it was sent: `sheet` and `seen` where it replaces what others wrote, knowing it.
 * @typedef {{ sheet: string, seen: string, lines: Line[] }} Kept
 *   `sheet` and `seen` are what the first line was written to.
 */

/** The lines of one pairing that wait, in a store such as `localStorage`. */
export class Unsent {
  /**
   * @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} store
   * @param {string} pairing
   */
  constructor(store, pairing) {
    this.store = store;
    this.name = `unsent:${pairing}`;
    /** @type {Kept | null} */
    this.kept = JSON.parse(store.getItem(this.name) ?? "null");
  }

  /** @returns {Line[]} */
  get lines() {
    return this.kept?.lines ?? [];
  }

  /**
   * Keep a line; the first one remembers the sheet it was written to.
   * @param {Line} line
   * @param {{ sheet: string, seen: string }} page
   */
  add(line, page) {
    const before = this.kept ?? { sheet: page.sheet, seen: page.seen, lines: [] };
    this.#keep({ ...before, lines: [...before.lines, line] });
  }

  /**
   * Return the fields to send for the line that is first.
   * @returns {string[][]}
   */
  next() {
    if (this.kept === null) throw new Error("nothing waits");
    const line = this.kept.lines[0];
    const { sheet, seen } = { ...this.kept, ...line };
    return [...line.fields, ["sheet", sheet], ["seen", seen], ["key", line.key]];
  }

  /**
   * The first line was taken: the next is written to the sheet that came back.
   * @param {{ sheet: string, seen: string }} page
   */
  taken(page) {
    const lines = this.lines.slice(1);
    this.#keep(lines.length ? { sheet: page.sheet, seen: page.seen, lines } : null);
  }

  /**
   * Throw a line away.
   * @param {string} key
   */
  drop(key) {
    if (this.kept === null) return;
    const lines = this.lines.filter((line) => line.key !== key);
    this.#keep(lines.length ? { ...this.kept, lines } : null);
  }

  /** Throw all of them away. */
  clear() {
    this.#keep(null);
  }

  /** @param {Kept | null} kept */
  #keep(kept) {
    this.kept = kept;
    if (kept === null) this.store.removeItem(this.name);
    else this.store.setItem(this.name, JSON.stringify(kept));
  }
}
