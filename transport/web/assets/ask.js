"use strict";
// The page at /ask: while a question is worked on, tells what goes on. When the answer
// is there the form is sent as it is without a script, which is the same question and
// shows the answer that was stored. Nothing is written as HTML.
(() => {
  const form = document.getElementById("ask"), state = document.getElementById("state"), say = form.dataset;
  const tell = (text) => { state.textContent = text; };

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

  async function watch() {
    const reply = await fetch(form.action, { method: "POST", headers: { Accept: "text/event-stream" }, body: new URLSearchParams(new FormData(form)) });
    if (!reply.ok) return; // the form that is sent now says why
    for await (const event of events(reply)) {
      if (event.name === "round") tell(say.round + " " + event.data.round);
      if (event.name === "search") tell(say.searching + " " + (event.data.text || event.data.tool || ""));
      if (event.name === "answer") return;
      if (event.name === "error") throw new Error(event.data.title);
    }
  }

  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true"); // a button that is disabled would lose the focus
    tell(say.working);
    try {
      await watch();
      form.submit();
    } catch {
      form.setAttribute("aria-busy", "false");
      tell(say.failed);
    }
  });
})();
