/**
 * Words between players as a page knows them: what was said, whom its reader does not want to hear,
 * and speaking. It follows the line's `chat` frames; `chat.js` draws it.
 */

const KEPT = 30;

/** What a page that has heard nothing knows. */
export const silence = () => ({ lines: [], muted: [], all: false, text: false });

/** Return what is known after a `chat` frame, after nothing if `known` is null; no line is told twice. */
export function hear(known, { whole, lines, ...choices }) {
  const before = whole || !known ? [] : known.lines;
  const fresh = lines.filter(({ n }) => !before.some((line) => line.n === n));
  return { ...(known ?? silence()), ...(whole ? choices : {}), lines: [...before, ...fresh].slice(-KEPT) };
}

/** Return a line as the reader's language says it. */
export function wording({ k, v }, { strings }) {
  return { phrase: strings.phrases[v], emote: strings.emotes[v], text: v }[k];
}

/** Return what a page's buttons do with words, on this line; `reported` is called when one was sent. */
export function speaking(line, reported) {
  return {
    say: (data) => line.chat("say", data),
    mute: (seat, on) => line.chat("mute", { seat, on }),
    block: (seat) => line.chat("block", { seat }),
    report: (seat, reason) => {
      line.chat("report", { seat, reason });
      reported();
    },
  };
}
