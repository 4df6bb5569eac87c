/**
 * What a reader has chosen for this device. Kept in the browser; the page works without.
 *
 * `theme`, `deck` and `digits` are shared with the other pages: they stand on <html> as `data-`
 * attributes, put there before the first paint.
 */

const DEFAULTS = {
  theme: "",
  deck: "",
  digits: "",
  rows: "",
  zen: "",
  tap: "",
  forced: "",
  hold: "900",
  keys: "",
  voice: "all",
  volume: "3",
  silent: "",
  buzz: "",
  awake: "",
  guide: "",
};

const ON_PAGE = ["theme", "deck", "digits", "rows", "zen"];

/** Storage may be closed to us (private windows, blocked cookies); a choice then lasts for the page. */
function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch (refusal) {
    if (refusal instanceof DOMException) return null;
    throw refusal;
  }
}

function store(name, value) {
  try {
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  } catch (refusal) {
    if (!(refusal instanceof DOMException)) throw refusal;
  }
}

function show(name, value) {
  if (value) document.documentElement.dataset[name] = value;
  else delete document.documentElement.dataset[name];
}

/** Return the choices made on this device, and put them on the page. */
export function settings() {
  const names = Object.keys(DEFAULTS);
  const chosen = Object.fromEntries(names.map((name) => [name, stored(name) ?? DEFAULTS[name]]));
  for (const name of ON_PAGE) show(name, chosen[name]);
  return chosen;
}

/** Choose: change a setting here, on the page and in the browser. */
export function choose(chosen, name, value) {
  chosen[name] = value;
  store(name, value);
  if (ON_PAGE.includes(name)) show(name, value);
}

/** Return a time token of the style sheet in milliseconds; 0 where the reader wants no motion. */
export function duration(token) {
  const text = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  return text.endsWith("ms") ? Number.parseFloat(text) : 1000 * (Number.parseFloat(text) || 0);
}
