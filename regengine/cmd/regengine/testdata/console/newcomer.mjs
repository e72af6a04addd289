// What a newcomer does with the console, in a real browser: from the link that serve
// prints to a page on paper, in Spanish with a mouse, and in English on a phone by
// keyboard alone. Every page on the way, and those beside it, is held against axe.
//   node newcomer.mjs LINK [FOLDER FOR SCREENSHOTS]
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [link, folder] = process.argv.slice(2);
const base = new URL(link).origin;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const complaints = [];

// open makes a window that reports what its pages break.
async function open(options) {
  const context = await browser.newContext({ baseURL: base, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on("console", (m) => { if (m.type() === "error") complaints.push(page.url() + ": " + m.text()); });
  page.on("pageerror", (e) => complaints.push(page.url() + ": " + e));
  page.on("request", (r) => { if (new URL(r.url()).origin !== base && !r.url().startsWith("blob:")) complaints.push("loads " + r.url()); });
  return page;
}

let shots = 0;
async function look(page, name) {
  if (folder) await page.screenshot({ path: folder + "/" + String(++shots).padStart(2, "0") + "-" + name + ".png", fullPage: true });
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  for (const v of violations) for (const n of v.nodes.slice(0, 3)) complaints.push(`${name} (${page.url()}): ${v.id}: ${n.html.slice(0, 200)}\n    ${n.failureSummary}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) complaints.push(`${name}: ${wide} pixels wider than the window`);
}

// tabTo moves the focus with the Tab key alone.
async function tabTo(page, selector) {
  for (let i = 0; i < 300; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${selector} on ${page.url()}`);
}

const check = { element: "escalera", parameter: "contrahuella", value: "18", unit: "cm" };

async function withMouse() {
  const page = await open({ locale: "es-ES", viewport: { width: 1280, height: 900 } });
  await page.goto(link);
  await look(page, "home");
  await page.keyboard.press("/");
  await page.keyboard.type("peguerinos");
  await page.locator("[role=option]").first().click();
  await page.waitForURL("**/places/ES-05184");
  await page.getByRole("heading", { name: "Qué se aplica" }).waitFor();
  await look(page, "place");
  await page.getByRole("link", { name: "Comprobar un valor aquí" }).click();
  for (const [name, value] of Object.entries(check)) await page.locator(`main [name=${name}]`).first().fill(value);
  await page.getByRole("button", { name: "Comprobar", exact: true }).click();
  await page.getByRole("heading", { name: "Sin decidir" }).waitFor();
  await look(page, "undecided");
  await page.locator("form.ask > div select").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Decidir con este dato" }).click();
  await page.locator(".verdict.is-ok, .verdict.is-bad").first().waitFor();
  assert.ok(await page.locator(".passage mark").first().isVisible(), "the passage that decides is marked");
  await look(page, "decided");
  const passage = await page.locator(".passage .src a").first().getAttribute("href");
  await page.getByRole("button", { name: /Decidir y guardar/ }).click();
  await page.waitForURL("**/projects/*");
  await page.locator("#checks .list li", { hasText: "escalera, contrahuella" }).first().waitFor();
  await look(page, "project");
  const pdf = await page.pdf({ format: "A4" });
  assert.ok(pdf.subarray(0, 5).toString() === "%PDF-" && pdf.length > 10_000, "the project is printed");
  await page.goto(passage);
  await look(page, "text");
  return page;
}

async function byKeyboard(storageState) {
  const page = await open({ locale: "en-GB", viewport: { width: 390, height: 844 }, colorScheme: "dark", storageState });
  const press = (key) => page.keyboard.press(key);
  await page.goto("/?lang=en");
  await look(page, "phone home");
  await tabTo(page, "#find");
  await page.keyboard.type("peguerinos");
  await page.locator("[role=option]").first().waitFor();
  await press("ArrowDown");
  await press("Enter");
  await page.waitForURL("**/places/ES-05184");
  await look(page, "phone place");
  await tabTo(page, 'main a[href^="/check"]');
  await press("Enter");
  await page.waitForURL("**/check*");
  for (const [name, value] of Object.entries(check)) {
    await tabTo(page, `main [name=${name}]`);
    await press("ControlOrMeta+A");
    await page.keyboard.type(value);
  }
  await press("Enter");
  await page.getByRole("heading", { name: "Not decided" }).waitFor();
  await look(page, "phone undecided");
  await tabTo(page, "form.ask > div select");
  await press("ArrowDown");
  await tabTo(page, "form.ask .acts button");
  await press("Enter");
  await page.locator(".verdict.is-ok, .verdict.is-bad").first().waitFor();
  await look(page, "phone decided");
  await tabTo(page, ".passage .src a");
  await tabTo(page, 'form[action="/check/save"] button');
  await press("Enter");
  await page.waitForURL("**/projects/*");
  await page.locator("#checks .list li", { hasText: "escalera, contrahuella" }).first().waitFor();
  await look(page, "phone project");
  return page;
}

// batch drops a table with a column for each measure.
async function batch(page) {
  await page.goto("/batch");
  await look(page, "batch");
  await page.locator("#file").setInputFiles({ name: "doors.csv", mimeType: "text/csv", buffer: Buffer.from("Mark;Type;Contrahuella (cm);Anchura (m);IfcGUID\nE-01;escalera;19;1,1;0abc\nE-02;escalera;uno;0,7;1abc\n") });
  await page.locator("main form button").first().click();
  await page.locator("[name='col.0']").waitFor();
  for (const [column, holds] of Object.entries({ "col.1": "element", "col.2": "measure", "col.3": "measure", "col.4": "ref" })) await page.locator(`[name='${column}']`).selectOption(holds);
  await page.locator("[name='all.geo_id']").fill("ES-05184");
  await look(page, "batch columns");
  await page.locator("form[action='/batch/run'] button").click();
  await page.locator("#results").waitFor();
  await page.locator("[name=show][value=err]").check();
  assert.equal(await page.locator("#results tbody tr:visible").count(), 1, "the filter shows what was not checked");
  await page.locator("[name=show][value=all]").check();
  await look(page, "batch results");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "XLSX" }).click()]);
  assert.equal(file.suggestedFilename(), "regengine.xlsx");
  await page.goto("/batch");
  await page.locator("#file").setInputFiles({ name: "large.csv", mimeType: "text/csv", buffer: Buffer.alloc(6 << 20, "x") });
  assert.ok(!(await page.locator("#file").evaluate((box) => box.checkValidity())), "a file that is too large is refused before it is sent");
}

async function beside(page, size) {
  const say = (name) => size + " " + name;
  for (const [name, path] of Object.entries({
    requirements: "/requirements?element=escalera&parameter=contrahuella&geo_id=ES-05184", codes: "/codes", code: "/codes/cte-db-he", projects: "/projects", "new project": "/projects/new",
    ask: "/ask", search: "/search?q=escalera", calculators: "/calculators", calculator: "/calculators/stair-geometry", connect: "/connect", errors: "/errors", error: "/errors/quota_exceeded",
  })) {
    await page.goto(path);
    await look(page, say(name));
  }
  await page.goto("/ask");
  await page.locator("#query").fill("¿Qué altura debe tener una barandilla?");
  await page.locator("#ask button").click();
  await page.locator(".ans").waitFor();
  await look(page, say("answer"));
  await page.goto("/docs");
  await page.locator("elements-api a, elements-api h1").first().waitFor();
  if (folder) await page.screenshot({ path: folder + "/" + String(++shots).padStart(2, "0") + "-" + say("docs") + ".png" });
}

try {
  const page = await withMouse();
  await batch(page);
  await beside(page, "desktop");
  const state = await page.context().storageState();
  const phone = await byKeyboard(state);
  await batch(phone);
  await beside(phone, "phone");
} finally {
  await browser.close();
}
if (complaints.length) {
  console.error([...new Set(complaints)].join("\n"));
  process.exit(1);
}
