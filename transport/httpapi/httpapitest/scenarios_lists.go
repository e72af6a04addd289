package httpapitest

// changeScenarios ask for what came into force.
func changeScenarios(k Keys) []scenario {
	const path = "/api/v1/changes"
	return []scenario{
		{name: "up to today", path: path + "?since=2019-12-01", status: 200, want: `{"changes":[
			{"date":"2024-05-28","change":"in_force","code_slug":"eu-epbd","version":"2024","url":null},
			{"date":"2019-12-28","change":"no_longer_in_force","code_slug":"cte-db-sua","version":"2010-02-19","status":"repealed"},
			{"date":"2019-12-28","change":"in_force","code_slug":"cte-db-sua","version":"2019-12-27","title":"DB-SUA 2019","url":"https://reglookup.example/codes/cte-db-sua/2019-12-27"},
			{"date":"2019-12-27","change":"published","version":"2019-12-27"}],"since":"2019-12-01","until":"2026-03-02","total":4,"page":1,"page_size":20,"total_pages":1}`},
		{name: "until a day", path: path + "?since=2019-12-28&until=2020-12-31", status: 200, want: `{"total":2}`},
		{name: "a page", path: path + "?since=2019-12-01&page_size=1&page=2", status: 200, want: `{"changes":[{"date":"2019-12-28"}],"total":4,"total_pages":4}`,
			headers: map[string]string{"Link": `<` + path + `?page=1&page_size=1&since=2019-12-01>; rel="first", <` + path + `?page=1&page_size=1&since=2019-12-01>; rel="prev", <` + path + `?page=3&page_size=1&since=2019-12-01>; rel="next", <` + path + `?page=4&page_size=1&since=2019-12-01>; rel="last"`}},
		{name: "past the end", path: path + "?since=2019-12-01&page=1000000", status: 200, want: `{"changes":[],"total":4}`},
		{name: "the wrong way round", path: path + "?since=2026-01-01&until=2020-01-01", status: 200, want: `{"changes":[],"total":0}`},
		{name: "another country", path: path + "?since=2019-12-01", key: k.French, status: 200, want: `{"changes":[{"code_slug":"eu-epbd"},{"code_slug":"fr-code"}]}`},
		{name: "not served", path: path + "?since=2019-12-01", key: k.Unserved, status: 404, want: `{"code":"not_found"}`},
		{name: "no day", path: path, status: 422, want: `{"errors":[{"location":"query.since"}]}`},
		{name: "no such day", path: path + "?since=2019-02-30", status: 422, want: `{"errors":[{"location":"query.since"}]}`},
	}
}

// dayScenarios ask the catalogue for what was in force on a day.
func dayScenarios() []scenario {
	const search, code = "/api/v1/codes/search", "/api/v1/codes/cte-db-sua"
	return []scenario{
		{name: "before everything", path: search + "?as_of=2000-01-01", status: 200, want: `{"items":[],"total":0}`},
		{name: "one of them", path: search + "?as_of=2010-06-01", status: 200, want: `{"items":[{"slug":"cte-db-sua"}],"total":1}`},
		{name: "all but what is no law", path: search + "?as_of=2026-03-02", status: 200, want: `{"items":[{"slug":"eu-epbd"},{"slug":"cte-db-sua"},{"slug":"ordenanza-madrid"}],"total":3}`},
		{name: "the edition of then", path: code + "?as_of=2015-05-01", status: 200, want: `{"slug":"cte-db-sua","documents":[{"version":"2010-02-19","status":"repealed"}]}`},
		{name: "the edition of now", path: code + "?as_of=2026-03-02", status: 200, want: `{"documents":[{"version":"2019-12-27"}]}`},
		{name: "no edition yet", path: code + "?as_of=2001-01-01", status: 200, want: `{"documents":[]}`},
		{name: "whole without a day", path: code, status: 200, want: `{"documents":[{"version":"2019-12-27"},{"version":"2010-02-19"}]}`},
		{name: "latest of then", path: code + "/latest?as_of=2015-05-01", status: 200, want: `[{"version":"2010-02-19","sections":[]}]`},
		{name: "latest of no day yet", path: code + "/latest?as_of=2001-01-01", status: 200, whole: "[]"},
		{name: "foreign code", path: "/api/v1/codes/fr-code?as_of=2026-03-02", status: 404, want: `{"code":"not_found"}`},
		{name: "no day", path: code + "?as_of=2015-13-01", status: 422, want: `{"errors":[{"location":"query.as_of"}]}`},
		{name: "no day of latest", path: code + "/latest?as_of=yesterday", status: 422, want: `{"errors":[{"location":"query.as_of"}]}`},
		{name: "no day of search", path: search + "?as_of=1", status: 422, want: `{"errors":[{"location":"query.as_of"}]}`},
	}
}

// pagingScenarios: a list is whole unless a page is asked for; then it links to the others.
func pagingScenarios() []scenario {
	const path = "/api/v1/projects"
	memory := path + "/" + ActiveProject + "/memory"
	return []scenario{
		{name: "whole", path: memory, status: 200, want: `{"memory":[{"key":"site_altitude"},{"key":"use"}],"total":2}`, headers: map[string]string{"Link": ""}},
		{name: "language of a country", path: "/api/v1/location/ES-28079", status: 200, headers: map[string]string{"Content-Language": "es"}},
		{name: "of no text of its", path: memory, status: 200, headers: map[string]string{"Content-Language": ""}},
		{name: "first", path: memory + "?page_size=1", status: 200, want: `{"memory":[{"key":"site_altitude"}],"total":2}`,
			headers: map[string]string{"Link": `<` + memory + `?page=1&page_size=1>; rel="first", <` + memory + `?page=2&page_size=1>; rel="next", <` + memory + `?page=2&page_size=1>; rel="last"`}},
		{name: "second", path: memory + "?page=2&page_size=1", status: 200, want: `{"memory":[{"key":"use"}],"total":2}`},
		{name: "past the end", path: memory + "?page=9&page_size=1", status: 200, want: `{"memory":[],"total":2}`,
			headers: map[string]string{"Link": `<` + memory + `?page=1&page_size=1>; rel="first", <` + memory + `?page=2&page_size=1>; rel="prev", <` + memory + `?page=2&page_size=1>; rel="last"`}},
		{name: "size alone is clamped", path: memory + "?page_size=5000", status: 200, want: `{"total":2}`, headers: map[string]string{"Link": `<` + memory + `?page=1&page_size=50>; rel="first", <` + memory + `?page=1&page_size=50>; rel="last"`}},
		{name: "projects", path: path + "?page=2&page_size=1", status: 200, want: `{"projects":[{"project_id":"` + EmptyProject + `"}],"total":2}`},
		{name: "documents", path: path + "/" + ActiveProject + "/documents?page=2", status: 200, want: `{"documents":[],"total":1}`},
		{name: "calculations", path: path + "/" + ActiveProject + "/calculations?page=2", status: 200, want: `{"calculations":[],"total":1}`},
		{name: "generated", path: path + "/" + ActiveProject + "/generated_documents?page=2", status: 200, want: `{"generated_documents":[],"total":1}`},
		{name: "versions", path: path + "/" + ActiveProject + "/generated_documents/0b6f3a10-0000-4000-8000-000000000012/versions?page_size=1", status: 200, want: `{"versions":[{"version":2}],"total":2}`},
		{name: "calculators", path: "/api/v1/calculators?page=2", status: 200, want: `{"calculators":[]}`, headers: map[string]string{"Link": "*"}},
		{name: "codes keep what was asked", path: "/api/v1/codes/search?q=a%26b&page_size=1&ignored=1", status: 200,
			headers: map[string]string{"Link": `</api/v1/codes/search?page=1&page_size=1&q=a%26b>; rel="first", </api/v1/codes/search?page=1&page_size=1&q=a%26b>; rel="last"`}},
		{name: "page zero", path: path + "?page=0", status: 422, want: `{"errors":[{"location":"query.page"}]}`},
		{name: "size of letters", path: memory + "?page_size=x", status: 422, want: `{"errors":[{"location":"query.page_size"}]}`},
		{name: "both wrong", path: memory + "?page=01&page_size=0", status: 422, want: `{"errors":[{"location":"query.page"},{"location":"query.page_size"}]}`},
	}
}
