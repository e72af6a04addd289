"use strict";
// What pages can do with a script, and do without: "/" leads to the search box, and
// boxes with data-hits list what is found while one types, contents are tabs, blocks with data-copy can be copied. Nothing is written as HTML.
(() => {
  const element = (name, attributes, ...children) => {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    e.append(...children);
    return e;
  };

  addEventListener("keydown", (e) => {
    const box = document.getElementById("find") || document.getElementById("q");
    if (e.key === "/" && box && !/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)) { e.preventDefault(); box.focus(); }
  });

  // typeAhead makes a search box a combobox: arrows move the choice, Enter opens it,
  // Escape closes the list. Without a choice Enter sends the form.
  function typeAhead(box) {
    const id = box.id + "-hits";
    const list = element("div", { role: "listbox", id, "aria-label": box.labels[0].textContent });
    const status = element("span", { role: "status" });
    const panel = element("div", { class: "hits" }, list, element("p", {}, status));
    panel.hidden = true;
    box.after(panel);
    for (const [key, value] of Object.entries({ role: "combobox", "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list" })) box.setAttribute(key, value);
    let options = [], chosen = -1, timer = 0, asked = 0;

    const show = (on) => { panel.hidden = !on; box.setAttribute("aria-expanded", String(on)); };
    const clear = () => { chosen = -1; box.removeAttribute("aria-activedescendant"); };
    const choose = (n) => {
      if (!options.length) return;
      chosen = (n + options.length) % options.length;
      options.forEach((o, i) => o.setAttribute("aria-selected", String(i === chosen)));
      box.setAttribute("aria-activedescendant", options[chosen].id);
      options[chosen].scrollIntoView({ block: "nearest" });
    };
    // open goes to what was chosen, or writes the place into its field.
    const open = (option) => {
      if (!("fill" in box.dataset)) { location.href = option.dataset.href; return; }
      box.value = decodeURIComponent(option.dataset.href.split("/").pop());
      document.getElementById(box.getAttribute("aria-describedby")).textContent = option.firstChild.textContent;
      show(false);
    };

    function draw(found) {
      options = [];
      list.replaceChildren(...found.groups.map((group, g) => element("div", { role: "group", "aria-labelledby": id + g },
        element("div", { id: id + g, role: "presentation" }, group.label),
        ...group.hits.map((hit) => {
          const option = element("div", { role: "option", id: id + "-" + options.length, "aria-selected": "false", "data-href": hit.href },
            element("span", {}, hit.text), element("small", {}, hit.note));
          option.addEventListener("mousedown", (e) => { e.preventDefault(); open(option); });
          options.push(option);
          return option;
        }))));
      status.textContent = found.status;
      clear();
      show(true);
    }

    async function look() {
      const text = box.value.trim(), turn = ++asked;
      if (text.length < 2) { show(false); return; }
      list.setAttribute("aria-busy", "true");
      const address = new URL(box.dataset.hits, location.href);
      address.searchParams.set("q", text);
      const reply = await fetch(address);
      list.setAttribute("aria-busy", "false");
      if (turn !== asked || !reply.ok || reply.redirected) return; // older than what is typed now, or signed out
      const found = await reply.json();
      draw({ groups: found.groups || [], status: found.status });
    }

    box.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => look().catch(() => show(false)), 150); });
    box.addEventListener("blur", () => show(false));
    box.addEventListener("keydown", (e) => {
      if (e.key === "ArrowDown" || e.key === "ArrowUp") {
        e.preventDefault();
        if (panel.hidden && options.length) show(true);
        choose(chosen < 0 && e.key === "ArrowUp" ? -1 : chosen + (e.key === "ArrowDown" ? 1 : -1));
      } else if (e.key === "Escape" && !panel.hidden) { e.preventDefault(); show(false); }
      else if (e.key === "Enter" && !panel.hidden && chosen >= 0) { e.preventDefault(); open(options[chosen]); }
    });
  }

  for (const box of document.querySelectorAll("input[data-hits]")) typeAhead(box);

  // A table of contents becomes tabs; the address tells which one is open.
  for (const nav of document.querySelectorAll("nav.tabs")) {
    const links = [...nav.querySelectorAll("a")], parts = links.map((link) => document.querySelector(link.hash));
    const open = (hash) => {
      const at = Math.max(0, links.findIndex((link) => link.hash === hash));
      links.forEach((link, i) => { link.setAttribute("aria-selected", String(i === at)); link.tabIndex = i === at ? 0 : -1; parts[i].hidden = i !== at; });
      links[at].scrollIntoView({ inline: "center", block: "nearest" });
      return links[at];
    };
    const list = element("div", { class: "tabs", role: "tablist", "aria-label": nav.getAttribute("aria-label") }, ...links);
    nav.replaceWith(list);
    links.forEach((link, i) => {
      for (const [key, value] of Object.entries({ role: "tab", id: "tab-" + parts[i].id, "aria-controls": parts[i].id })) link.setAttribute(key, value);
      for (const [key, value] of Object.entries({ role: "tabpanel", "aria-labelledby": link.id })) parts[i].setAttribute(key, value);
      const go = (hash) => { history.replaceState(null, "", hash); open(hash).focus(); };
      link.addEventListener("click", (e) => { e.preventDefault(); go(link.hash); });
      link.addEventListener("keydown", (e) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
        if (step) { e.preventDefault(); go(links[(i + step + links.length) % links.length].hash); }
      });
    });
    addEventListener("hashchange", () => open(location.hash));
    open(location.hash);
  }

  // A text can be searched: what does not hold the words is left out meanwhile.
  for (const text of document.querySelectorAll("[data-find]")) {
    const fold = (s) => s.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    const box = element("input", { type: "search", id: "within", maxlength: "100", autocomplete: "off" }), status = element("span", { role: "status", class: "s" });
    const blocks = [...text.querySelectorAll(".block")].map((block) => [block, fold(block.textContent)]);
    box.addEventListener("input", () => {
      const words = fold(box.value).split(/\s+/).filter(Boolean);
      for (const [block, of] of blocks) block.hidden = !words.every((word) => of.includes(word));
      for (const section of text.querySelectorAll("section")) section.hidden = words.length > 0 && !section.querySelector(".block:not([hidden])");
      status.textContent = words.length ? text.dataset.found.replace("%d", blocks.filter(([block]) => !block.hidden).length) : "";
    });
    text.prepend(element("div", { class: "within" }, element("label", { for: box.id }, text.dataset.find), box, status));
  }

  // A file that is too large is refused before it is sent.
  for (const box of document.querySelectorAll("input[data-most]")) {
    box.addEventListener("change", () => {
      const most = Number(box.dataset.most) << 20;
      box.setCustomValidity([...box.files].some((file) => file.size > most) ? box.dataset.large : "");
      box.reportValidity();
    });
  }

  // A form that takes long says so, and is sent once.
  for (const form of document.querySelectorAll("form[data-working]:not(#ask, #form)")) {
    form.addEventListener("submit", (e) => {
      if (form.getAttribute("aria-busy") === "true") { e.preventDefault(); return; }
      form.setAttribute("aria-busy", "true");
      form.querySelector("[role=status]").textContent = form.dataset.working;
    });
  }
  addEventListener("pageshow", () => { for (const form of document.querySelectorAll("form[aria-busy]")) form.removeAttribute("aria-busy"); });

  // A block to copy gets a button that says when it has.
  for (const block of document.querySelectorAll("pre[data-copy]")) {
    const button = element("button", { type: "button", class: "btn q" }, block.dataset.copy);
    const status = element("span", { role: "status", class: "s" });
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.textContent);
      status.textContent = block.dataset.copied;
    });
    block.after(element("div", { class: "acts" }, button, status));
  }
})();
