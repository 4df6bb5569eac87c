/**
 * Text in the reader's language: sentences, plurals, numbers, names of cards.
 *
 * The sentences come with the page; a plural is a mapping of the language's plural forms. A name of
 * a person is passed as `{ person: "Karim" }` and isolated, so that it cannot turn the words
 * around it.
 */

import { faceOf, suitOf } from "./cards.js";

const ISOLATE = "\u2068";
const LEFT_TO_RIGHT = "\u2066";
const END = "\u2069";

/** Keep a text apart from the direction of the text around it. */
export const isolated = (text) => ISOLATE + text + END;

/** Keep a text apart that is read left to right in any language. */
export const leftToRight = (text) => LEFT_TO_RIGHT + text + END;

/** Mark a text as a person's name. */
export const person = (name) => ({ person: name });

/** The words of the page. */
export class Words {
  /** @param {string} digits "latn" or "arab" */
  constructor(strings, language, digits) {
    this.strings = strings;
    this.plurals = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(`${language}-u-nu-${digits}`, { useGrouping: false });
    this.alternatives = new Intl.ListFormat(language, { type: "disjunction" });
    this.series = new Intl.ListFormat(language, { type: "conjunction" });
  }

  /** Return a number in the reader's digits; the minus is a minus, not a hyphen. */
  number(value) {
    return (value < 0 ? "\u2212" : "") + this.numbers.format(Math.abs(value));
  }

  /** Return half of a number: what a side has of a series, a drawn game being \u00bd for each. */
  games(halves) {
    const whole = Math.floor(halves / 2);
    return halves % 2 ? `${whole ? this.number(whole) : ""}\u00bd` : this.number(whole);
  }

  /** Return a number with its sign. */
  signed(value) {
    return (value > 0 ? "+" : "") + this.number(value);
  }

  /** Return points as a sentence has them: the sign stays where it is in any direction of text. */
  points(value) {
    return leftToRight(this.signed(value));
  }

  /** Return what a bid is called, from its tricks. */
  bid(tricks) {
    return this.digits(this.strings.bid_names[tricks]);
  }

  /** Return a sentence cut at its placeholders: a list of strings and of values for `{name}`. */
  parts(key, values = {}) {
    const pieces = this.#sentence(key, values).split(/\{(\w+)\}/);
    return pieces.map((piece, at) => (at % 2 ? this.#filled(values[piece]) : this.digits(piece)));
  }

  /** Return a text that came with Western digits in the reader's. */
  digits(text) {
    return text.replace(/\d/g, (digit) => this.numbers.format(Number(digit)));
  }

  /** Return a sentence as plain text, names isolated by control characters. */
  text(key, values = {}) {
    const plain = (part) => (part?.person === undefined ? part : isolated(part.person));
    return this.parts(key, values).map(plain).join("");
  }

  /** Return the name of a card, "king of spades". */
  card(card) {
    const suit = this.strings.suits[suitOf(card)];
    return this.text("card_of", { rank: this.rank(card), suit });
  }

  /** Return the name of a card's rank. */
  rank(card) {
    return this.strings.ranks[card[0]] ?? this.number(faceOf(card));
  }

  /** Return a list of which one will do, "9 or 3". */
  either(items) {
    return this.alternatives.format(items);
  }

  /** Return a list of which all are meant, "9 and 3". */
  all(items) {
    return this.series.format(items);
  }

  #sentence(key, { n }) {
    const found = this.strings[key];
    return typeof found === "string" ? found : (found[this.plurals.select(n)] ?? found.other);
  }

  #filled(value) {
    return typeof value === "number" ? this.number(value) : value;
  }
}
