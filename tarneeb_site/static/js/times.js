/* times.js — a time is the hall's. Who reads it elsewhere sees his own beside it, with the offset of that day and
   not of today. Fetched by page.js where a page shows a time. */
const DAY = { weekday: "short", day: "numeric", month: "short" };
const HOUR = { hour: "2-digit", minute: "2-digit" };

/** Write beside each time of the page what the reader's own clock says, where that is something else.
 * @param {string} language */
export function showHere(language) {
  const mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-zone]"))) {
    /** @param {Intl.DateTimeFormatOptions} shape @param {string} [timeZone] */
    const read = (shape, timeZone) =>
      new Intl.DateTimeFormat(`${language}-u-nu-latn-hc-h23`, { ...shape, timeZone }).format(new Date(time.dateTime));
    /** @param {Intl.DateTimeFormatOptions} shape */
    const differs = (shape) => read(shape, mine) !== read(shape, time.dataset.zone);
    const here = /** @type {HTMLElement | null} */ (time.parentElement?.querySelector(".here"));
    if (!here) continue;
    here.hidden = !differs(DAY) && !differs(HOUR);
    here.textContent = here.hidden ? "" : `(${differs(DAY) ? `${read(DAY, mine)} ` : ""}${read(HOUR, mine)} ${mine})`;
  }
}
