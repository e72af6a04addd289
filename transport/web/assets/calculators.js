"use strict";
// The page at /calculators: draws the form of a calculator by its JSON Schema,
// runs it with POST /api/v1/calculators/{id}/run and shows what came out. The key
// stays in this page's memory. Nothing is ever written as HTML.
(() => {
  const byId = (id) => document.getElementById(id);
  const form = byId("form"), say = form.dataset;
  const authorization = () => ({ Authorization: "Bearer " + byId("key").value.trim() });
  const tell = (text) => { byId("state").textContent = text; };
  let list = [], fill = null, helps = 0;

  const element = (name, text, attributes) => {
    const e = document.createElement(name);
    if (text) e.textContent = text;
    Object.assign(e, attributes || {});
    return e;
  };

  async function reasonOf(reply) {
    try {
      const problem = await reply.json();
      const details = (problem.errors || []).map((e) => e.location + ": " + e.message);
      return [reply.status + " " + (problem.detail || problem.title), ...details].join(" · ");
    } catch {
      return say.failed + " (" + reply.status + ")";
    }
  }

  // Each of these makes the control of a schema and returns a function that gives
  // what was filled in as JSON text, "" for nothing. A number keeps its digits.
  // A decimal comma counts as a point: a field of type number would drop it and make 125 of 12,5.
  const decimal = (text) => text.trim().replace(",", ".").replace(/^(-?)0+(?=\d)/, "$1").replace(/^(-?)\./, "$10.").replace(/\.$/, "");
  const controls = {
    choice(schema, needed) {
      const titles = schema["x-titles"] || {};
      const select = element("select", "", { required: needed });
      select.add(element("option", needed ? "" : say.none, { value: "" }));
      for (const value of schema.enum) select.add(element("option", titles[value] || String(value), { value: JSON.stringify(value) }));
      return [select, () => select.value];
    },
    number(schema, needed) {
      const whole = schema.type === "integer", pattern = whole ? "\\s*-?[0-9]+\\s*" : "\\s*-?([0-9]+([.,][0-9]*)?|[.,][0-9]+)\\s*";
      const input = element("input", "", { type: "text", inputMode: whole ? "numeric" : "decimal", pattern, autocomplete: "off", required: needed });
      return [input, () => decimal(input.value)];
    },
    boolean(schema, needed) {
      const select = element("select", "", { required: needed });
      for (const [value, text] of [["", needed ? "" : say.none], ["true", say.yes], ["false", say.no]]) select.add(element("option", text, { value }));
      return [select, () => select.value];
    },
    string(schema, needed) {
      const input = element("input", "", { type: "text", required: needed, maxLength: schema.maxLength || 200 });
      return [input, () => (input.value === "" ? "" : JSON.stringify(input.value))];
    },
    array(schema, _, title) {
      const box = element("div"), add = element("button", say.add, { type: "button" }), items = [];
      const number = () => items.forEach((entry, i) => { entry.legend.textContent = title + " " + (i + 1); });
      const addItem = () => {
        const item = element("fieldset"), legend = element("legend"), [inner, read] = controlOf(schema.items, true), remove = element("button", say.remove, { type: "button" });
        const entry = { read, legend };
        remove.addEventListener("click", () => { item.remove(); items.splice(items.indexOf(entry), 1); number(); add.focus(); });
        item.append(legend, inner, remove);
        box.insertBefore(item, add);
        items.push(entry);
        number();
      };
      add.addEventListener("click", addItem);
      box.append(add);
      for (let i = 0; i < (schema.minItems || 0); i++) addItem();
      return [box, () => (items.length ? "[" + items.map((i) => i.read()).join(",") + "]" : "")];
    },
    object(schema) {
      const box = element("div"), parts = [], required = schema.required || [];
      for (const [name, property] of Object.entries(schema.properties || {})) {
        const needed = required.includes(name), [control, read] = controlOf(property, needed, property.title || name);
        const title = (property.title || name) + (property["x-unit"] ? " (" + property["x-unit"] + ")" : "") + (needed ? "" : ", " + say.optional);
        const label = element(property.type === "array" || property.type === "object" ? "div" : "label", title + " ");
        label.append(control);
        box.append(label);
        if (property.description) {
          const help = element("p", property.description, { id: "help" + ++helps, className: "soft" });
          control.setAttribute("aria-describedby", help.id);
          box.append(help);
        }
        parts.push([name, read]);
      }
      return [box, () => {
        const members = [];
        for (const [name, read] of parts) {
          const value = read();
          if (value !== "") members.push(JSON.stringify(name) + ":" + value);
        }
        return "{" + members.join(",") + "}";
      }];
    },
  };
  function controlOf(schema, needed, title) {
    if (schema.enum) return controls.choice(schema, needed);
    const kind = schema.type === "integer" ? "number" : schema.type;
    return (Object.hasOwn(controls, kind) ? controls[kind] : controls.string)(schema, needed, title);
  }

  async function listCalculators() {
    const select = byId("calculator");
    if (!byId("key").value.trim()) return;
    const reply = await fetch("/api/v1/calculators", { headers: authorization() });
    if (!reply.ok) { tell(await reasonOf(reply)); return; }
    list = (await reply.json()).calculators;
    select.replaceChildren();
    for (const c of list) select.add(element("option", c.title, { value: c.calculator_id }));
    tell("");
    draw();
  }

  function draw() {
    const chosen = list.find((c) => c.calculator_id === byId("calculator").value);
    byId("fields").replaceChildren();
    byId("outcome").hidden = true;
    tell("");
    fill = null;
    if (!chosen) return;
    const [box, read] = controlOf(chosen.input_schema, true);
    byId("fields").append(box);
    fill = read;
  }

  const lines = (id, texts) => {
    byId(id).replaceChildren(...texts.map((text) => element("li", text)));
    byId(id + "Title").hidden = texts.length === 0;
  };

  // A figure is rounded to four decimals, or to three digits where it is small; of two
  // that differ each keeps what tells it from the other, as a value from its limit.
  const most = 15, rounded = (n, decimals) => Number(n.toFixed(decimals));
  function figure(n, others) {
    let decimals = n !== 0 && Math.abs(n) < 0.1 ? Math.min(most, 2 - Math.floor(Math.log10(Math.abs(n)))) : 4;
    while (decimals < most && others.some((m) => m !== n && rounded(m, decimals) === rounded(n, decimals))) decimals++;
    return rounded(n, decimals);
  }
  const numbersIn = (value) => (typeof value === "number" ? [value] : value && typeof value === "object" ? Object.values(value).flatMap(numbersIn) : []);

  // A list of objects is a table, its columns titled by the schema; a value has its unit.
  const unitOf = (schema) => (schema["x-unit"] ? " " + schema["x-unit"] : "");
  function shown(value, schema) {
    if (Array.isArray(value) && schema.items && schema.items.properties) return tableOf(value, Object.entries(schema.items.properties));
    if (value && typeof value === "object") return document.createTextNode(JSON.stringify(value));
    const titles = schema["x-titles"] || {};
    const text = titles[value] || (value === true ? say.yes : value === false ? say.no : String(value));
    return document.createTextNode(text + unitOf(schema));
  }
  function tableOf(rows, columns) {
    const table = element("table"), head = table.createTHead().insertRow(), body = table.createTBody();
    for (const [name, column] of columns) head.append(element("th", column.title || name, { scope: "col" }));
    for (const row of rows) {
      const line = body.insertRow();
      for (const [name, column] of columns) {
        const cell = line.insertCell();
        if (row[name] !== undefined && row[name] !== null) cell.append(shown(row[name], column));
      }
    }
    return table;
  }

  function show(outcome) {
    byId("summary").textContent = outcome.summary;
    byId("verdict").textContent = outcome.compliant === null ? say.undetermined : outcome.compliant ? say.complies : say.fails;
    const schema = (list.find((c) => c.calculator_id === outcome.calculator_id) || {}).result_schema || {};
    byId("result").replaceChildren();
    const numbers = numbersIn(outcome.result), told = JSON.parse(JSON.stringify(outcome.result || {}, (_, v) => (typeof v === "number" ? figure(v, numbers) : v)));
    for (const [name, value] of Object.entries(told)) {
      const property = (schema.properties || {})[name] || {}, cell = element("dd");
      cell.append(shown(value, property));
      byId("result").append(element("dt", property.title || name), cell);
    }
    lines("steps", outcome.steps);
    lines("sources", outcome.sources);
    byId("outcome").hidden = false;
    tell("");
  }

  async function run() {
    const id = byId("calculator").value;
    if (!id || !fill) { tell(say.choose); return; }
    const reply = await fetch("/api/v1/calculators/" + encodeURIComponent(id) + "/run", {
      method: "POST",
      headers: { ...authorization(), "Content-Type": "application/json" },
      body: '{"input":' + fill() + "}",
    });
    if (!reply.ok) { tell(await reasonOf(reply)); return; }
    show(await reply.json());
  }

  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true"); // a button that is disabled would lose the focus
    byId("outcome").hidden = true;
    tell(say.working);
    try {
      await run();
    } catch (failure) {
      tell(say.failed + " (" + failure.message + ")");
    } finally {
      form.setAttribute("aria-busy", "false");
    }
  });
  byId("key").addEventListener("change", () => { listCalculators().catch(() => tell(say.failed)); });
  byId("calculator").addEventListener("change", draw);
})();
