"use strict";
// What every page can do with a script, and does without: "/" leads to the search box.
(() => {
  const typing = (e) => /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName);
  addEventListener("keydown", (e) => {
    const box = document.getElementById("q");
    if (e.key === "/" && box && !typing(e)) { e.preventDefault(); box.focus(); }
  });
})();
