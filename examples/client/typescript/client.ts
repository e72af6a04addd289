// A client of the regulation lookup API, typed by the OpenAPI document of the server.
//
//   npm install
//   export REGENGINE_SERVER=http://127.0.0.1:8080 REGENGINE_API_KEY=rgk_...
//   npm run schema && npm run build && npm start -- Peguerinos
//
// It finds a village, lists what applies there, checks a stair, says what would decide a
// check that is open, asks a question and follows each source to its page.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const key = process.env.REGENGINE_API_KEY;
if (!key) {
  console.error("a key is needed, in REGENGINE_API_KEY; the server shows one at its first start");
  process.exit(1);
}

const api = createClient<paths>({
  baseUrl: process.env.REGENGINE_SERVER ?? "http://127.0.0.1:8080",
  headers: { Authorization: `Bearer ${key}` },
  redirect: "error", // a key is for the server it was given for
});

type Problem = components["schemas"]["Problem"];

// result returns what was asked for, or throws what the server says instead (RFC 9457).
async function result<T>(sent: Promise<{ data?: T; error?: Problem; response: Response }>): Promise<T> {
  const { data, error, response } = await sent;
  if (data === undefined) {
    const mistakes = (error?.errors ?? []).map((e) => `; ${e.location} ${e.message}`).join("");
    throw new Error(`${response.status} ${error?.code ?? ""}: ${error?.detail ?? "no detail"}${mistakes}`);
  }
  return data;
}

const name = process.argv[2] ?? "Peguerinos";
const { results } = await result(api.GET("/api/v1/location/search", { params: { query: { q: name } } }));
const first = results[0];
if (!first) throw new Error(`no place is called ${name}`);
const place = await result(api.GET("/api/v1/location/{geo_id}", { params: { path: { geo_id: first.geo_id } } }));
console.log(`${place.name} (${place.geo_id}), climate zone ${place.tech_data?.climate_zone}: ${place.applicable_codes.length} codes apply`);

const at = { geo_id: place.geo_id };
const stair = await result(
  api.POST("/api/v1/verify", {
    body: { ...at, element: "escalera de uso general", parameter: "anchura útil", value: 0.9, unit: "m", building_use: "residencial vivienda" },
  }),
);
console.log(`a stair of 0.9 m: ${stair.result_status}, limit ${stair.limit_value} ${stair.unit}, margin ${stair.margin}`);

// Only is_compliant says that a check passes; missing says what would decide one that is open.
const check = { ...at, element: "barandilla", parameter: "altura", value: 0.95, unit: "m" };
const barrier = await result(api.POST("/api/v1/verify", { body: check }));
console.log(`a barrier of 0.95 m: ${barrier.result_status}, compliant: ${barrier.is_compliant}`);
for (const missing of barrier.missing) console.log(`  decided by ${missing.id} as ${missing.kind}`);
const decided = await result(
  api.POST("/api/v1/verify", { body: { ...check, circumstances: { drop_height: { value: 4, unit: "m" } } } }),
);
console.log(`  with a drop of 4 m: ${decided.result_status}, compliant: ${decided.is_compliant}`);

const listed = await result(api.POST("/api/v1/requirements", { body: { ...at, element: "barandilla", parameter: "altura" } }));
for (const row of listed.requirements) {
  console.log(`  ${row.operator} ${row.limit_value} ${row.unit}  ${row.case || "always"}  ${row.section_title}`);
}

const answer = await result(api.POST("/api/v2/ask", { body: { query: "¿Qué altura mínima tiene una barandilla con una caída de 7 m?" } }));
console.log(answer.answer);
for (const source of answer.sources) {
  console.log(`  [${source.index}] ${source.document_title}: ${source.url ?? "a document of the project"}`);
}

const nowhere = await api.GET("/api/v1/location/{geo_id}", { params: { path: { geo_id: "ES-99999" } } });
console.log("what is not there:", nowhere.response.status, nowhere.error?.code);
