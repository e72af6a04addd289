// Pictures of every page of the console, and of what each looks like when something is
// wrong, empty or long: in Spanish and English, on a desk and on a phone, by day and in
// the dark. Each is held against axe, but the API's documentation and the report, which
// runs no script.
//   node pictures.mjs LINK FOLDER
import { finish, fill, fullProject, link, look, open, picture } from "./house.mjs";

const place = "geo_id=ES-05019";
const stairs = "Marca;Tipo;Contrahuella (cm);Anchura (m);IfcGUID\nE-01;escalera;19;1,1;2O2Fr$t4X7Zf8NOew3FNr2\nE-02;escalera de uso general del portal B, tramo entre la planta baja y la primera;uno;0,7;1hOSvn6df7F8_7GcBWlRqz\nE-03;escalera;17;1,2;\n";

const submit = (page, action) => page.locator(`main form[action^="${action}"] .btn`).last().click();
const check = (values) => async (page) => {
  await page.goto("/check?" + new URLSearchParams({ geo_id: "ES-05019", ...values }));
  await submit(page, "/check");
  await page.locator("#verdict").waitFor();
};
const ask = (query) => async (page, path) => {
  await page.goto("/ask?project_id=" + path.split("/").pop());
  await page.locator("#query").fill(query);
  await page.locator("#ask button").click();
  await page.locator(".ans").waitFor();
};

const outside = { "outside-home": "/", signin: "/signin", "signin-used": "/signin/AAAA", "outside-codes": "/codes", connect: "/connect" };

const inside = {
  home: "/", places: "/places", place: "/places/ES-05019", "place-small": "/places/ES-05184", "place-province": "/places/ES-05", "place-region": "/places/ES-CL", "place-country": "/places/ES",
  "place-past": "/places/ES-05019?as_of=2015-01-01",
  "requirements-empty": "/requirements", requirements: "/requirements?element=escalera&parameter=contrahuella&" + place,
  "requirements-use": "/requirements?element=escalera+de+uso+general&parameter=anchura+%C3%BAtil&building_use=Residencial+Vivienda&" + place,
  "requirements-nothing": "/requirements?element=fachada&parameter=color&" + place,
  "check-empty": "/check",
  "check-open": check({ element: "barandilla de terraza", parameter: "altura", value: "0,95", unit: "m" }),
  "check-bad": check({ element: "escalera de uso general", parameter: "contrahuella", value: "19", unit: "cm" }),
  "check-ok": check({ element: "barandilla de terraza", parameter: "altura", value: "0,95", unit: "m", "c.drop_height": "4 m" }),
  "check-none": check({ element: "fachada", parameter: "color", value: "1", unit: "ud" }),
  "check-many": check({ element: "dormitorio", parameter: "aislamiento acústico de fachada", value: "32", unit: "dBA" }),
  "check-wrong": async (page) => {
    await page.goto("/check?" + new URLSearchParams({ geo_id: "ES-05019", element: "escalera", parameter: "contrahuella", value: "1.000,5", unit: "cm" }));
    await submit(page, "/check");
    await page.locator("[role=alert]").waitFor();
  },
  batch: "/batch",
  "batch-columns": async (page) => {
    await page.goto("/batch");
    await page.locator("#file").setInputFiles({ name: "escaleras.csv", mimeType: "text/csv", buffer: Buffer.from(stairs) });
    await submit(page, "/batch");
    await page.locator("[name='col.0']").waitFor();
  },
  "batch-results": async (page) => {
    await page.goto("/batch");
    await page.locator("#file").setInputFiles({ name: "escaleras.csv", mimeType: "text/csv", buffer: Buffer.from(stairs) });
    await submit(page, "/batch");
    for (const [column, holds] of Object.entries({ "col.1": "element", "col.2": "measure", "col.3": "measure", "col.4": "ref" })) await page.locator(`[name='${column}']`).selectOption(holds);
    await page.locator("[name='all.geo_id']").fill("ES-05184");
    await page.locator("form[action='/batch/run'] button").click();
    await page.locator("#results").waitFor();
  },
  "batch-report": async (page) => {
    await inside["batch-results"](page);
    await page.locator("form[action='/batch/file'] button[value=html]").click();
    await page.waitForURL("**/batch/file");
  },
  "batch-wrong": async (page) => {
    await page.goto("/batch");
    await page.locator("#file").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("\n") });
    await submit(page, "/batch");
    await page.locator("[role=alert]").waitFor();
  },
  "check-use": check({ element: "escalera de uso general", parameter: "anchura útil", value: "1", unit: "m", building_use: "Residencial Vivienda" }),
  projects: "/projects", "project-new": "/projects/new", project: (page, path) => page.goto(path),
  ...Object.fromEntries(["codes", "documents", "data", "calculations"].map((part) => ["project-" + part, (page, path) => page.goto(path + "#" + part)])),
  "project-run": async (page, path) => {
    await page.goto(path);
    await page.locator("form[action*='/run'] button").click();
    await page.locator("#checks [role=status]").waitFor();
  },
  "project-check": async (page, path) => {
    await page.goto(path);
    await page.locator("#checks .list a").first().click();
    await page.locator("#verdict").waitFor();
  },
  "project-filtered": (page, path) => page.goto(path + "?result=open#checks"),
  "project-empty": async (page) => {
    await page.goto("/projects/new");
    await fill(page, { name: "Un proyecto vacío", geo_id: "ES-05184" });
    await submit(page, "/projects");
    await page.waitForURL(/\/projects\/[-0-9a-f]{36}$/);
  },
  ask: "/ask", "ask-sure": ask("¿Qué altura debe tener una barandilla?"), "ask-may": ask("¿A qué altura puede volar algo desde la fachada?"), "ask-none": ask("¿De qué color puede ser la fachada?"),
  history: async (page, path) => {
    await page.goto("/ask?project_id=" + path.split("/").pop());
    await page.locator("a[href^='/ask/']").first().click();
    await page.locator(".ans").waitFor();
  },
  codes: "/codes", "codes-none": "/codes?q=zzz", code: "/codes/cte-db-he", compare: "/codes/cte-db-he/compare", "compare-hosted": "/codes/cte-db-si/compare", text: "/codes/cte-db-sua/2022",
  calculators: "/calculators", calculator: "/calculators/stair-geometry",
  "calculator-list": "/calculators/thermal-transmittance",
  calculation: async (page, path) => {
    await page.goto(path + "#calculations");
    await page.locator("#calculations .grow a").first().click();
    await page.locator("#outcome").waitFor();
  },
  report: (page, path) => page.goto(path + "/report?format=html"),
  "calculator-wrong": async (page) => {
    await page.goto("/calculators/stair-geometry");
    await page.locator("main form").evaluate((form) => { form.noValidate = true; });
    await submit(page, "/calculators");
    await page.locator("[role=alert]").waitFor();
  },
  search: "/search?q=escalera", "search-none": "/search?q=zzzzzz", errors: "/errors", error: "/errors/quota_exceeded", "not-found": "/nothing", "not-found-project": "/projects/d0000000-0000-4000-8000-00000000ffff",
  "not-found-place": "/places/ES-99999", docs: "/docs",
};

const onPaper = new Set(["place", "requirements", "check-bad", "project", "ask-sure", "compare", "text", "calculation", "batch-results"]);
const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

async function round(page, language, pages, path) {
  for (const [name, to] of Object.entries(pages)) {
    await page.setViewportSize(sizes.desk);
    await page.emulateMedia({ colorScheme: "light" });
    if (typeof to === "string") await page.goto(to); else await to(page, path);
    if (name === "docs") await page.locator("elements-api a, elements-api h1").first().waitFor();
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await (name === "docs" || name.endsWith("report") ? picture : look)(page, [name, language, size, colorScheme].join("-"));
      }
    }
    if (onPaper.has(name)) {
      await page.setViewportSize(sizes.desk);
      await page.emulateMedia({ colorScheme: "light", media: "print" });
      await picture(page, [name, language, "paper"].join("-"));
      await page.emulateMedia({ media: "screen" });
    }
  }
}

await finish(async () => {
  const first = await open({ locale: "es-ES" });
  await first.goto(link);
  const path = await fullProject(first);
  const storageState = await first.context().storageState();
  for (const [language, locale] of Object.entries({ es: "es-ES", en: "en-GB" })) {
    await round(await open({ locale }), language, outside, path);
    await round(await open({ locale, storageState }), language, inside, path);
  }
});
