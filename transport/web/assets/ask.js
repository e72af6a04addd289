"use strict";
// The page at /ask: asks POST /api/v2/ask as a stream of events and shows the
// answer. The key stays in this page's memory. Nothing is ever written as HTML.
(() => {
  const byId = (id) => document.getElementById(id);
  const form = byId("ask"), say = form.dataset;
  const authorization = () => ({ Authorization: "Bearer " + byId("key").value.trim() });
  const tell = (text) => { byId("state").textContent = text; };

  const element = (name, text, attributes) => {
    const e = document.createElement(name);
    if (text) e.textContent = text;
    Object.assign(e, attributes || {});
    return e;
  };

  async function listProjects() {
    const select = byId("project");
    if (!byId("key").value.trim()) return;
    const reply = await fetch("/api/v1/projects", { headers: authorization() });
    if (!reply.ok) { tell(await reasonOf(reply)); return; }
    const chosen = select.value;
    while (select.options.length > 1) select.remove(1);
    for (const p of (await reply.json()).projects) {
      select.add(element("option", p.name + " · " + p.location + (p.is_active ? " *" : ""), { value: p.project_id }));
    }
    select.value = chosen;
  }

  async function reasonOf(reply) {
    try {
      const problem = await reply.json();
      const details = (problem.errors || []).map((e) => e.location + ": " + e.message);
      return [reply.status + " " + (problem.detail || problem.title), ...details].join(" · ");
    } catch {
      return say.failed + " (" + reply.status + ")";
    }
  }

  // events reads server-sent events off a response, one object an event.
  async function* events(reply) {
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value.replaceAll("\r", "");
      for (let end; (end = rest.indexOf("\n\n")) >= 0; rest = rest.slice(end + 2)) {
        const event = { name: "message", data: "" };
        for (const line of rest.slice(0, end).split("\n")) {
          if (line.startsWith("event:")) event.name = line.slice(6).trim();
          if (line.startsWith("data:")) event.data += line.slice(5).trim();
        }
        if (event.data) yield { name: event.name, data: JSON.parse(event.data) };
      }
    }
  }

  // withMarkers appends text to node, each [N] as a link to its source.
  function withMarkers(node, text) {
    for (const part of text.split(/(\[\d{1,3}\])/)) {
      const marker = /^\[(\d+)\]$/.exec(part);
      if (marker) node.append(element("a", part, { href: "#source-" + marker[1] }));
      else if (part) node.append(part);
    }
  }

  function showAnswer(answer) {
    const body = byId("answer"), list = byId("sources");
    body.replaceChildren();
    list.replaceChildren();
    for (const paragraph of answer.answer.split(/\n{2,}/)) {
      const p = element("p");
      withMarkers(p, paragraph);
      body.append(p);
    }
    for (const source of answer.sources) {
      const item = element("li", "", { id: "source-" + source.index, value: source.index });
      const title = [source.document_title, source.section_title, source.block_title].filter((t, i, all) => t && all.indexOf(t) === i).join(" › ");
      const link = source.url && new URL(source.url, location.href);
      if (link && source.url_valid && link.protocol.startsWith("http")) item.append(element("a", title, { href: link.href }));
      else item.append(title + (source.url ? "" : " (" + say.private + ")"));
      list.append(item);
    }
    byId("sourcesTitle").hidden = answer.sources.length === 0;
    byId("result").hidden = false;
    tell(say.project + ": " + answer.project.location);
  }

  async function ask() {
    const body = { query: byId("query").value };
    if (byId("project").value) body.project_id = byId("project").value;
    const reply = await fetch("/api/v2/ask", {
      method: "POST",
      headers: { ...authorization(), "Content-Type": "application/json", Accept: "text/event-stream" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) { tell(await reasonOf(reply)); return; }
    if (!(reply.headers.get("Content-Type") || "").startsWith("text/event-stream")) { showAnswer(await reply.json()); return; }
    for await (const event of events(reply)) {
      switch (event.name) {
        case "round": tell(say.round + " " + event.data.round); break;
        case "search": tell(say.searching + " " + (event.data.text || event.data.tool || "")); break;
        case "answer": showAnswer(event.data); return;
        case "error": tell(event.data.detail || event.data.title || say.failed); return;
      }
    }
    tell(say.failed);
  }

  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true"); // a button that is disabled would lose the focus
    byId("result").hidden = true;
    tell(say.working);
    try {
      await ask();
    } catch (failure) {
      tell(say.failed + " (" + failure.message + ")");
    } finally {
      form.setAttribute("aria-busy", "false");
    }
  });
  byId("key").addEventListener("change", () => { listProjects().catch(() => tell(say.failed)); });
})();
