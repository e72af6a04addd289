// What the tours of the console have in common: windows that note what their pages
// break, and a project that holds some of everything.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export const [link, folder] = process.argv.slice(2);
export const base = new URL(link).origin;
export const complaints = [];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });

// open makes a window.
export async function open(options) {
  const context = await browser.newContext({ baseURL: base, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.on("filechooser", () => {}); // the first who listens has the browser hand it over: long before a key is pressed
  page.setDefaultTimeout(180_000); // a slow machine is no mistake
  page.on("console", (m) => { if (m.type() === "error" && !expected(m.text())) complaints.push(page.url() + ": " + m.text()); });
  page.on("pageerror", (e) => complaints.push(page.url() + ": " + e));
  page.on("request", (r) => { if (new URL(r.url()).origin !== base && !r.url().startsWith("blob:")) complaints.push("loads " + r.url()); });
  return page;
}

// expected are the refusals that a tour asks for.
const expected = (text) => /the server responded with a status of (403|404|405|410|413|422)/.test(text);

let shots = 0;

// picture keeps what a page looks like, where a folder is named.
export async function picture(page, name) {
  if (!folder) return;
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" })).catch(() => {}); // a report runs no script
  await page.screenshot({ path: folder + "/" + String(++shots).padStart(3, "0") + "-" + name + ".png", fullPage: !name.startsWith("docs") });
}

// look holds a page against axe, and against the width of the window.
export async function look(page, name) {
  await picture(page, name);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  for (const v of violations) for (const n of v.nodes.slice(0, 3)) complaints.push(`${name} (${page.url()}): ${v.id}: ${n.html.slice(0, 200)}\n    ${n.failureSummary}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) complaints.push(`${name}: ${wide} pixels wider than the window`);
}

// fill writes into the fields of the page's own form.
export async function fill(page, values) {
  for (const [name, value] of Object.entries(values)) await page.locator(`main [name="${name}"]`).first().fill(value);
}

const send = (page, action) => page.locator(`main form[action^="${action}"] .btn`).last().click();

// fullProject makes a project with checks, documents, data, calculations and questions,
// and returns its path.
export async function fullProject(page) {
  await page.goto("/projects/new");
  await fill(page, { name: "Viviendas en el ensanche", geo_id: "ES-05019", building_use: "Residencial Vivienda", description: "12 viviendas, planta baja y tres plantas." });
  await send(page, "/projects");
  await page.waitForURL(/\/projects\/[-0-9a-f]{36}$/);
  const path = new URL(page.url()).pathname, id = path.split("/").pop();
  await page.locator("form[action$='/activate'] button").click();
  await page.waitForURL("**" + path + "#*");
  for (const [label, value, unit] of [["Promotor", "Cooperativa del Ensanche", ""], ["Compacidad V/A", "2", "m³/m²"], ["Observaciones del arquitecto municipal sobre la parcela", "Retranqueo de 3 m a la calle; la medianera norte queda vista en toda su altura y se trata como fachada", ""]]) {
    await page.goto(path + "#data");
    await fill(page, { label, value, unit });
    await send(page, path + "/data");
    await page.locator("#data tbody th", { hasText: label }).waitFor();
  }
  await page.goto(path + "#documents");
  await page.locator("#doc").setInputFiles([
    { name: "memoria-constructiva.pdf", mimeType: "application/pdf", buffer: await page.pdf({ format: "A4" }) },
    { name: "notas-de-la-visita-de-obra-con-un-nombre-larguisimo-que-nadie-abrevia-jamas-2026-11-27.txt", mimeType: "text/plain", buffer: Buffer.from("La barandilla de la terraza mide 0,95 m.") },
  ]);
  await send(page, path + "/documents");
  await page.locator("#documents li", { hasText: /memoria-constructiva\.pdf\s*\d{1,3} p/ }).waitFor();
  for (const check of [
    { element: "barandilla de terraza", parameter: "altura", value: "0,95", unit: "m", "c.drop_height": "8 m" },
    { element: "barandilla de terraza", parameter: "altura", value: "0,95", unit: "m", "c.drop_height": "4 m" },
    { element: "escalera de uso general", parameter: "contrahuella", value: "19", unit: "cm" },
    { element: "escalera", parameter: "contrahuella", value: "18", unit: "cm" },
    { element: "dormitorio", parameter: "aislamiento acústico de fachada", value: "32", unit: "dBA" },
    { element: "cubierta en contacto con el aire exterior", parameter: "transmitancia térmica", value: "0,3", unit: "W/m²K" },
  ]) {
    await page.goto("/check?" + new URLSearchParams({ geo_id: "ES-05019", ...check }));
    await send(page, "/check");
    await page.locator("#pr").selectOption(id);
    await page.locator('form[action="/check/save"] button').click();
    await page.waitForURL("**" + path + "*");
  }
  await page.goto("/calculators/stair-geometry?project_id=" + id);
  for (const box of await page.locator("main select[required]").all()) await box.selectOption({ index: 1 });
  for (const [i, box] of (await page.locator("main input[required]").all()).entries()) await box.fill(["17,5", "28"][i]);
  await send(page, "/calculators");
  await page.waitForURL("**/calculations/*");
  for (const query of ["¿Qué altura debe tener una barandilla?", "¿De qué color puede ser la fachada?"]) {
    await page.goto("/ask?project_id=" + id);
    await page.locator("#query").fill(query);
    await page.locator("#ask button").click();
    await page.locator(".ans").waitFor();
  }
  return path;
}

// finish ends a tour, and the program with an error where something was broken.
export async function finish(tour) {
  try {
    await tour();
  } finally {
    await browser.close();
  }
  if (complaints.length) {
    console.error([...new Set(complaints)].join("\n"));
    process.exit(1);
  }
}

export { assert };
