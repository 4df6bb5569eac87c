/**
 * Fingers on our hand: sliding along it moves the lift, and drawing a card up plays it.
 */

/** A card drawn up this far is played. */
const THROW = 48;
const SLIDE = 8;

/** Listen to fingers for a table page. */
export function listenToFingers(app) {
  let start = null;
  app.root.addEventListener("pointerdown", (event) => {
    start = event.pointerType !== "mouse" && event.target.closest("[data-card]") ? event : null;
  });
  app.root.addEventListener("pointermove", (event) => start && slide(app, start, event));
  app.root.addEventListener("pointercancel", () => {
    start = null;
  });
  app.root.addEventListener("pointerup", (event) => {
    if (start && start.clientY - event.clientY > THROW) app.act.throwCard(app.ui.card);
    start = null;
  });
}

function slide(app, start, { clientX, clientY }) {
  if (Math.abs(clientX - start.clientX) + Math.abs(clientY - start.clientY) < SLIDE) return;
  /** @type {HTMLElement} */
  const over = document.elementFromPoint(clientX, start.clientY)?.closest("[data-card]");
  if (over && over.dataset.card !== app.ui.card) app.act.lift(over.dataset.card);
}
