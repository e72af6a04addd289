// Lighthouse over eight pages with a full project, as a desk and a phone see them: the
// median of three. Accessibility and best practices must reach 95; performance is told
// with the load of the machine, for it measures that as well.
//   node lighthouse.mjs LINK
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { loadavg } from "node:os";
import { chromium } from "playwright-core";
import lighthouse, { desktopConfig } from "lighthouse";
import { base, complaints, finish, fullProject, link } from "./house.mjs";

const least = 95, times = 3;
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

// freePort is one that nobody listened at a moment ago.
const freePort = () => new Promise((take) => {
  const server = createServer().listen(0, "127.0.0.1", () => { const { port } = server.address(); server.close(() => take(port)); });
});

await finish(async () => {
  const port = await freePort();
  const context = await chromium.launchPersistentContext(mkdtempSync("profile"), { executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--remote-debugging-port=" + port], baseURL: base, locale: "es-ES" });
  try {
    const page = context.pages()[0];
    await page.goto(link);
    const project = await fullProject(page);
    for (const path of ["/", "/places/ES-05019", "/requirements?element=escalera&parameter=contrahuella&geo_id=ES-05019", "/check?element=escalera&parameter=contrahuella&value=18&unit=cm&geo_id=ES-05019", project, "/ask?project_id=" + project.split("/").pop(), "/codes", "/codes/cte-db-sua/2022"]) {
      for (const [size, config] of Object.entries({ desk: desktopConfig, phone: undefined })) {
        const scores = { performance: [], accessibility: [], "best-practices": [] };
        for (let i = 0; i < times; i++) {
          const { lhr } = await lighthouse(base + path, { port, onlyCategories: Object.keys(scores), disableStorageReset: true, logLevel: "error" }, config);
          if (!lhr.finalDisplayedUrl.startsWith(base + path)) throw new Error(`${path} leads to ${lhr.finalDisplayedUrl}`);
          for (const [name, list] of Object.entries(scores)) list.push(Math.round(100 * lhr.categories[name].score));
        }
        const [performance, accessibility, practices] = Object.values(scores).map(median);
        console.log(`${path} ${size}: performance ${performance} (load ${loadavg()[0].toFixed(1)}), accessibility ${accessibility}, best practices ${practices}`);
        if (!(accessibility >= least && practices >= least)) complaints.push(`${path} ${size}: accessibility ${accessibility}, best practices ${practices}`);
      }
    }
  } finally {
    await context.close();
  }
});
