// What a newcomer does with the console, in a real browser: from the link that serve
// prints to a page on paper, in Spanish with a mouse, and in English on a phone by
// keyboard alone. Every page on the way, and those beside it, is held against axe.
//   node newcomer.mjs LINK [FOLDER FOR SCREENSHOTS]
import { truncateSync, writeFileSync } from "node:fs";
import { assert, finish, fill, fullProject, link, look, open } from "./house.mjs";

// tabTo moves the focus with the Tab key alone, to where it can be seen.
async function tabTo(page, selector) {
  for (let i = 0; i < 300; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) {
      await page.waitForFunction(() => {
        const at = document.activeElement, box = at.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + Math.min(box.width, 80) / 2, box.y + Math.min(box.height, 40) / 2);
        return at.contains(top) || top?.closest("label")?.contains(at);
      }, null, { timeout: 60_000 }).catch(() => assert.fail(`what has the focus, ${selector}, is hidden on ${page.url()}`));
      return;
    }
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${selector} on ${page.url()}`);
}

// printed puts a report on paper.
async function printed(page) {
  await page.waitForURL("**/report?format=html");
  await page.getByText("escalera: contrahuella").first().waitFor();
  const pdf = await page.pdf({ format: "A4", printBackground: true });
  assert.ok(pdf.subarray(0, 5).toString() === "%PDF-" && pdf.length > 10_000, "the report is printed");
  await page.goBack();
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
  await page.locator(".passage .src a").first().click();
  await page.waitForURL("**/codes/**");
  await page.goBack();
  await page.locator(".verdict.is-ok, .verdict.is-bad").first().waitFor();
  await page.getByRole("button", { name: /Decidir y guardar/ }).click();
  await page.waitForURL("**/projects/*");
  await page.locator("#checks .list li", { hasText: "escalera, contrahuella" }).first().waitFor();
  await look(page, "project");
  await page.getByRole("link", { name: "página para imprimir" }).click();
  await printed(page);
  await page.goto(passage);
  await look(page, "text");
  await page.getByLabel("Buscar en este texto").fill("contrahuella ÁNGULO zzz");
  assert.equal(await page.locator(".block:visible").count(), 0, "what does not hold the words is left out");
  await page.getByLabel("Buscar en este texto").fill("CONTRAHUELLA");
  assert.ok(await page.locator(".block:visible").count() > 0, "what holds them stays");
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
  await tabTo(page, "#checks [name=keep]");
  await press("Space");
  await tabTo(page, "form[action*='/run'] button");
  await press("Enter");
  await page.locator("#checks [role=status]").waitFor();
  await tabTo(page, ".scope a[href^='/projects/']");
  await press("Enter");
  await page.waitForURL(/\/projects\/[-0-9a-f]{36}$/);
  await tabTo(page, "a[href$='report?format=html']");
  await press("Enter");
  await printed(page);
  return page;
}

// restByKeyboard makes a project, fills it, asks, calculates, reads, compares and signs out
// without a mouse.
async function restByKeyboard(page) {
  const press = (key) => page.keyboard.press(key);
  const type = async (values) => {
    for (const [name, value] of Object.entries(values)) {
      await tabTo(page, `main [name="${name}"]`);
      await page.keyboard.type(value);
    }
  };
  await page.goto("/projects");
  await tabTo(page, 'main a[href="/projects/new"]');
  await press("Enter");
  await page.waitForURL("**/projects/new");
  await type({ name: "By keyboard" });
  await press("Enter");
  await page.waitForURL(/\/projects\/[-0-9a-f]{36}$/);
  const path = new URL(page.url()).pathname;
  await tabTo(page, "[role=tab]");
  await press("ArrowRight");
  await tabTo(page, "#codes [name=slug]");
  await press("Space");
  await tabTo(page, "#codes .acts button");
  await Promise.all([page.waitForEvent("load"), press("Enter")]);
  await page.goto(path + "#documents");
  await tabTo(page, "#doc");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press("Space")]);
  await chooser.setFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("The balcony is 8 m up.") });
  await tabTo(page, "form[action$='/documents'] button");
  await press("Enter");
  await page.locator("#documents li", { hasText: "notes.txt" }).waitFor();
  await page.goto(path + "#data");
  await type({ label: "Storeys", value: "4" });
  await press("Enter");
  await page.locator("#data tbody th", { hasText: "Storeys" }).waitFor();
  await page.goto("/ask");
  await type({ query: "¿Qué altura debe tener una barandilla?" });
  await tabTo(page, "#ask button");
  await press("Enter");
  await page.locator(".ans").waitFor();
  await tabTo(page, ".ans a.m");
  await press("Enter");
  assert.match(page.url(), /#f1$/, "a marker leads to its passage");
  await page.goto("/calculators/stair-geometry");
  for (const box of await page.locator("main form [required]").all()) {
    await tabTo(page, `main [name="${await box.getAttribute("name")}"]`);
    if (await box.evaluate((field) => field.tagName === "SELECT")) await press("ArrowDown"); else await page.keyboard.type("17");
  }
  await tabTo(page, "main form .acts button");
  await press("Enter");
  await page.locator("#outcome, [role=alert]").first().waitFor();
  await page.goto("/codes");
  await type({ q: "energía" });
  await press("Enter");
  await page.waitForURL("**/codes?q=*");
  await tabTo(page, "main a[href='/codes/cte-db-he']");
  await press("Enter");
  await page.waitForURL("**/codes/cte-db-he");
  await tabTo(page, "main a[href*='/compare']");
  await press("Enter");
  await page.waitForURL("**/compare*");
  await tabTo(page, "#a");
  await press("ArrowDown");
  await tabTo(page, "main form .btn");
  await Promise.all([page.waitForEvent("load"), press("Enter")]);
  await page.goto("/requirements");
  await type({ element: "escalera", parameter: "contrahuella" });
  await press("Enter");
  await page.locator("tr.governs, td.limit").first().waitFor();
  await tabTo(page, "main aside a, .passage .src a");
  await press("Enter");
  await page.waitForURL("**/codes/**");
  await tabTo(page, "#within");
  await page.keyboard.type("huella");
  await page.locator(".within [role=status]", { hasText: /\d/ }).waitFor();
  await page.goto("/");
  await tabTo(page, ".out button");
  await press("Enter");
  await page.locator(".out[href='/signin']").waitFor();
}

const doors = { name: "doors.csv", mimeType: "text/csv", buffer: Buffer.from("Mark;Type;Contrahuella (cm);Anchura (m);IfcGUID\nE-01;escalera;19;1,1;0abc\nE-02;escalera;uno;0,7;1abc\n") };

// batchByKeyboard chooses a table, says what its columns hold, filters what it came to and
// saves it.
async function batchByKeyboard(page) {
  const press = (key) => page.keyboard.press(key);
  await page.goto("/batch");
  await look(page, "phone batch");
  await tabTo(page, "#file");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press("Space")]);
  await chooser.setFiles(doors);
  await tabTo(page, "main form button");
  await press("Enter");
  await page.locator("[name='col.0']").waitFor();
  for (const [column, holds] of Object.entries({ "col.1": "Element", "col.2": "Measure", "col.3": "Measure", "col.4": "Reference" })) {
    await tabTo(page, `[name='${column}']`);
    await page.keyboard.type(holds);
  }
  await tabTo(page, "[name='all.geo_id']");
  await press("ControlOrMeta+A");
  await page.keyboard.type("Peguerinos");
  await page.locator("[role=option]").first().waitFor();
  await press("ArrowDown");
  await press("Enter");
  await look(page, "phone batch columns");
  await tabTo(page, "form[action='/batch/run'] .btn");
  await press("Enter");
  await page.locator("#results").waitFor();
  await tabTo(page, "[name=show]");
  while (!(await page.locator("[value=err]").isChecked())) await press("ArrowRight");
  assert.equal(await page.locator("#results tbody tr:visible").count(), 1, "the filter shows what was not checked");
  await look(page, "phone batch results");
  await tabTo(page, "form[action='/batch/file'] button[value=xlsx]");
  const [file] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
  assert.equal(file.suggestedFilename(), "regengine.xlsx");
}

// withoutScript does what reads and decides on pages where no script runs.
async function withoutScript(storageState) {
  const page = await open({ locale: "en-GB", javaScriptEnabled: false, storageState });
  await page.goto("/");
  await page.locator("#find").fill("avila");
  await page.locator("#find").press("Enter");
  await page.locator("main a[href='/places/ES-05019']").click();
  await page.locator("#as_of").fill("2012-01-01");
  await page.locator("#day button").click();
  await page.waitForURL("**/places/ES-05019?as_of=2012-01-01");
  await page.goto("/requirements");
  await fill(page, { element: "escalera", parameter: "contrahuella" });
  await page.locator("main form button").click();
  await page.locator("tr.governs, td.limit").first().waitFor();
  await page.locator("main a[href^='/check']").click();
  await fill(page, { value: "18" });
  await page.locator("main form.form[action^='/check'] button").click();
  await page.locator("form.ask > div select").selectOption({ index: 1 });
  await page.locator("form.ask .acts button").click();
  await page.locator(".verdict.is-ok, .verdict.is-bad").first().waitFor();
  await page.goto("/codes?q=energía");
  await page.locator("main li a").first().click();
  await page.locator("main a[href*='/compare']").first().click();
  await page.locator("#a").waitFor();
}

// firstViews measures what a browser that was never here loads of each page, in bytes on
// the wire, and after how many milliseconds one can use it.
async function firstViews(storageState, project) {
  const most = 150 << 10;
  for (const path of ["/", "/places/ES-05019", "/requirements?element=escalera&parameter=contrahuella&geo_id=ES-05019", "/check", "/batch", project, "/ask", "/codes", "/calculators/stair-geometry", "/codes/cte-db-he/2022"]) {
    const page = await open({ storageState });
    await page.goto(path, { waitUntil: "networkidle" });
    const [bytes, requests, usable] = await page.evaluate(() => {
      const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      return [loaded.reduce((sum, e) => sum + e.transferSize, 0), loaded.length, Math.round(loaded[0].domContentLoadedEventEnd)];
    });
    console.log(`${path}: ${(bytes / 1024).toFixed(0)} kB in ${requests} requests, usable after ${usable} ms`);
    assert.ok(bytes > 5000 && bytes < most && requests <= 5, `the first view of ${path} loads ${bytes} bytes in ${requests} requests`);
    await page.context().close();
  }
}

// steady holds that what is seen of a page does not move when its script comes late.
async function steady(storageState, project) {
  for (const path of [project, project + "#data", "/check", "/codes/cte-db-he/2022"]) {
    const page = await open({ storageState, viewport: { width: 1350, height: 940 } });
    await page.route("**/assets/console*", async (route) => {
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      await route.continue();
    });
    await page.goto(path, { waitUntil: "networkidle" });
    const shift = await page.evaluate(() => new Promise((take) => {
      let sum = 0;
      const seen = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += entry.value ?? 0;
        if (list.getEntriesByType("paint").length) take(sum);
      });
      seen.observe({ type: "layout-shift", buffered: true });
      seen.observe({ type: "paint", buffered: true });
    }));
    console.log(`${path}: moves by ${shift.toFixed(3)} when its script comes`);
    assert.ok(shift < 0.05, `${path} moves by ${shift} when its script comes`);
    await page.context().close();
  }
}

// drop lets a file fall on a part of a page, as a hand does.
async function drop(page, selector, file) {
  const box = await page.locator(selector).boundingBox();
  const session = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await session.send("Input.dispatchDragEvent", { type, x: box.x + box.width / 2, y: box.y + box.height / 2, data: { items: [], files: [file], dragOperationsMask: 1 } });
  }
}

// batch drops a table with a column for each measure.
async function batch(page) {
  await page.goto("/batch");
  await look(page, "batch");
  await page.locator("#file").setInputFiles(doors);
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
  await drop(page, "#file", await file.path());
  await page.locator("main form button").first().click();
  await page.locator("[name='col.0']").waitFor();
  assert.equal(await page.locator("select", { has: page.locator("option[value=element][selected]") }).count(), 1, "the workbook that came out is read again");
  await page.goto("/batch");
  const large = process.cwd() + "/large.csv";
  writeFileSync(large, "");
  truncateSync(large, 50 << 20);
  await drop(page, "#file", large);
  assert.equal(await page.locator("#file").evaluate((box) => box.files[0]?.size), 50 << 20, "the large file was dropped");
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
}

await finish(async () => {
  const page = await withMouse();
  await batch(page);
  await beside(page, "desktop");
  const project = await fullProject(page);
  await page.goto(project);
  await look(page, "full project");
  const state = await page.context().storageState();
  const phone = await byKeyboard(state);
  await batchByKeyboard(phone);
  await beside(phone, "phone");
  await withoutScript(state);
  await firstViews(state, project);
  await steady(state, project);
  await restByKeyboard(phone); // which signs out
});
