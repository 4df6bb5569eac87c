// What is vendored brings no types; the page is checked without.
declare module "lit-html";
declare module "lit-html/directives/repeat.js";
