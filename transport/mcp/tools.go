package mcp

// tool is one tool: which operations of the HTTP API it asks, and how a language
// model is told of it.
type tool struct {
	name        string
	description string
	operations  []string // ids: the last one is asked all of whose path arguments are given
	brief       []cut    // what an answer lacks unless detail is full
	events      bool     // the operation tells of its progress
	bare        bool     // another tool has told what the members of its arguments are
}

// The tools, in the order in which an assistant needs them.
var tools = []tool{{
	name: "search_places", operations: []string{"searchLocations"},
	description: "Find a municipality, province, region or country by its name and get its geo_id, which the other tools ask for.",
	brief:       []cut{{"results", 10}},
}, {
	name: "get_place", operations: []string{"getLocation"},
	description: "What applies at a place and why: its technical data (climate zone, altitude, seismic and radon zones) and every regulation that applies there, inherited from its province, region and country. With as_of, those that were in force on that day.",
	brief:       []cut{{"applicable_codes[].title", 90}},
}, {
	name: "search_codes", operations: []string{"searchCodes"},
	description: "Find regulations by title, scope or tag and get their slugs. To search in their texts use search_text.",
	brief:       []cut{{"items[].tags", 0}},
}, {
	name: "get_code", operations: []string{"getCode", "getCodeVersion"},
	description: "One regulation with all its editions, newest in force first; with version, that edition and the index of its sections, which read_section takes.",
	brief:       []cut{{"sections[].order", 0}},
}, {
	name: "search_text", operations: []string{"searchTexts"},
	description: "Search the texts of regulations and get the passages that answer best, each with its regulation, edition and section. Use it for what is no limit of an element.",
	brief:       []cut{{"results[].text", 700}, {"results[].rows", 0}, {"results[].block_id", 0}, {"results[].kind", 0}, {"results[].score", 0}, {"results[].title", 0}},
}, {
	name: "read_section", operations: []string{"getSection"},
	description: "The whole text of one section of a regulation, to quote from or to see what stands around a passage.",
	brief:       []cut{{"blocks", 40}, {"blocks[].block_id", 0}, {"blocks[].table", 0}, {"blocks[].page", 0}, {"blocks[].depth", 0}, {"blocks[].text", 2500}},
}, {
	name: "compare_versions", operations: []string{"compareVersions"},
	description: "What changed from one edition of a regulation to another: sections that came and went, the text word by word, and limits whose figure changed. get_code lists the editions.",
	brief:       []cut{{"changes", 15}, {"changes[].text", 300}, {"changes[].words", 30}, {"changes[].words[].text", 160}, {"changes[].limits", 20}},
}, {
	name: "requirements", operations: []string{"requirements"},
	description: "List every limit that regulations set for one parameter of one construction element at a place, with the case each holds in and the passage it stands on. " +
		"Use it for \"what is required of X?\". It costs nothing. What depends_on names decides between them: send it as circumstances.",
	brief: []cut{{"circumstances", 0}, {"requirements", 6}, {"requirements[].when", 0}, {"requirements[].block_id", 0}, {"requirements[].values", 0}, {"requirements[].limit_min", 0}, {"requirements[].limit_max", 0},
		{"requirements[].content_excerpt", 300}, {"requirements[].element_label", 0}, {"requirements[].origin", 0}, {"depends_on", 6}},
}, {
	name: "verify", operations: []string{"verify"},
	description: "Decide whether one value of one construction element complies at a place, with limit, margin, conditions and the passages. The service finds the rule and its direction; send only the value. " +
		"Costs one credit. If missing is not empty, ask the user for those circumstances and send them. Report warnings and conditions to the user.",
	brief: []cut{{"considered", 2}, {"governing", 0}, {"sources[].content_excerpt", 400}, {"missing", 4}, {"receipt", 0}},
}, {
	name: "verify_batch", operations: []string{"verifyBatch"}, bare: true,
	description: "Decide up to 500 checks at once, each as verify takes it. Costs one credit for each check that is decided.",
	brief: []cut{{"results[].result.considered", 0}, {"results[].result.governing", 0}, {"results[].result.receipt", 0}, {"results[].result.geo_context", 0},
		{"results[].result.sources[].content_excerpt", 120}, {"results[].result.missing", 2}},
}, {
	name: "list_projects", operations: []string{"listProjects"},
	description: "The projects of the user's organization: where each is and its project_id, which get_project and ask take.",
	brief:       []cut{{"projects", 30}},
}, {
	name: "get_project", operations: []string{"getProjectInfo"},
	description: "What is known of one project, or of the user's active one: place, regulations selected, site data (memory), documents, saved calculations.",
	brief:       []cut{{"unselected_collections", 10}, {"available_calculators", 0}, {"collections[].title", 90}, {"unselected_collections[].title", 90}, {"collections[].scope_label", 0}},
}, {
	name: "ask", operations: []string{"ask"}, events: true,
	description: "Answer a question about a project by searching its regulations and documents; the answer cites its sources as [N]. Takes up to two minutes and costs one credit. " +
		"For a limit or a verdict requirements and verify are quicker and surer.",
	brief: []cut{{"sources[].block_id", 0}, {"sources[].url_valid", 0}},
}, {
	name: "list_calculators", operations: []string{"listCalculators", "getCalculator"},
	description: "The calculators there are; with calculator_id, one of them with the JSON Schema of its input, which run_calculator takes.",
	brief:       []cut{{"calculators[].input_schema", 0}, {"calculators[].result_schema", 0}, {"result_schema", 0}},
}, {
	name: "run_calculator", operations: []string{"runCalculator"},
	description: "Run a calculator and get its result with every step and the clauses it rests on. Nothing is kept.",
}}
