/**
 * Parts of the page that come when they are first wanted, so that the table itself is there sooner.
 */

import { nothing } from "lit-html";

/**
 * Return a part that draws nothing until it is wanted and has come; then the page is drawn again.
 *
 * @param fetch returns a promise of what draws the part @param wanted tells from the page whether to fetch
 */
export function later(fetch, wanted) {
  let draw = (_page) => nothing;
  let asked = false;
  return (page) => {
    if (!asked && wanted(page)) {
      asked = true;
      fetch().then(
        (part) => {
          draw = part;
          page.update();
        },
        () => {
          asked = false;
        },
      );
    }
    return draw(page);
  };
}
