"use strict";
// Elements is light or dark as an attribute says; here it says what the reader's setting does.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => document.documentElement.setAttribute("data-theme", dark.matches ? "dark" : "light");
  dark.addEventListener("change", follow);
  follow();
})();
