package httpapitest

func textScenarios(k Keys) []scenario {
	const search, code = "/api/v1/search", "/api/v1/codes/cte-db-sua"
	const section, compare = code + "/2019-12-27/sections/escaleras", code + "/compare?from=2010-02-19&to=2019-12-27"
	return []scenario{
		{name: "search", path: search + "?q=barreras+altura", status: 200,
			want: `{"searched":1,"results":[{"code_slug":"cte-db-sua","code_title":"DB-SUA","version":"2019-12-27","status":"active","section":"barreras","section_title":"Barreras de protección",
				"kind":"paragraph","rows":[],"url":"https://reglookup.example/codes/cte-db-sua/2019-12-27#barreras"}]}`},
		{name: "search at a place", path: search + "?q=barreras&geo_id=es-28005&code=cte-db-sua&version=2019-12-27&top=1", status: 200, want: `{"searched":1,"results":[{"section":"barreras"}]}`},
		{name: "search in several codes", path: search + "?q=barreras&code=cte-db-sua/2019-12-27,ordenanza-madrid", status: 200, want: `{"searched":1,"results":[{"code_slug":"cte-db-sua"}]}`},
		{name: "search in several codes, one of which is not there", path: search + "?q=barreras&code=cte-db-sua,none", status: 422, want: `{"errors":[{"location":"query.code"}]}`},
		{name: "search in several codes, with a version that is not there", path: search + "?q=barreras&code=cte-db-sua/1900,ordenanza-madrid", status: 422, want: `{"errors":[{"location":"query.code"}]}`},
		{name: "search in a version of several codes", path: search + "?q=barreras&code=cte-db-sua,ordenanza-madrid&version=2019-12-27", status: 422, want: `{"errors":[{"location":"query.version","message":"goes with one code"}]}`},
		{name: "search in nothing between two commas", path: search + "?q=barreras&code=cte-db-sua,,ordenanza-madrid", status: 422, want: `{"errors":[{"location":"query.code"}]}`},
		{name: "search on a day before the text", path: search + "?q=barreras&as_of=2011-01-01", status: 200, whole: `{"results":[],"searched":0}`},
		{name: "search what is repealed", path: search + "?q=barreras&status=repealed", status: 200, whole: `{"results":[],"searched":0}`},
		{name: "search of another country", path: search + "?q=barreras", key: k.French, status: 200, whole: `{"results":[],"searched":0}`},
		{name: "search without words", path: search, status: 422, want: `{"errors":[{"location":"query.q","message":"is required"}]}`},
		{name: "search at a place of another country", path: search + "?q=a&geo_id=FR-75056", status: 422, want: `{"errors":[{"location":"query.geo_id"}]}`},
		{name: "search in a code of another country", path: search + "?q=a&code=fr-code", status: 422, want: `{"errors":[{"location":"query.code"}]}`},
		{name: "search in a version that does not exist", path: search + "?q=a&code=cte-db-sua&version=1900", status: 422, want: `{"errors":[{"location":"query.version"}]}`},
		{name: "search in a version of no code", path: search + "?q=a&version=1900", status: 422, want: `{"errors":[{"location":"query.code","message":"is required"}]}`},
		{name: "search with a key of a country that is not served", path: search + "?q=a", key: k.Unserved, status: 404, want: `{"code":"not_found"}`},

		{name: "section", path: section, status: 200,
			want: `{"code_slug":"cte-db-sua","version":"2019-12-27","status":"active","section":"escaleras","title":"Escaleras de uso general","path":["Escaleras de uso general"],"is_digest":true,
				"blocks":[{"block_id":"5f0c1a52-8a2e-4d0e-9d3c-000000000001","kind":"paragraph","title":"Anchura útil","depth":0,"page":null,"table":null}],"previous":null,"next":"barreras"}`},
		{name: "section of another country", path: section, key: k.French, status: 404, want: notFound},
		{name: "section that does not exist", path: code + "/2019-12-27/sections/nothing", status: 404, want: notFound},
		{name: "section of a version that does not exist", path: code + "/1900/sections/escaleras", status: 404, want: notFound},

		{name: "compare with a text that is not hosted", path: compare, status: 200, whole: `{"code_slug":"cte-db-sua","from":"2010-02-19","to":"2019-12-27","hosted":false,"same":0,"changes":[]}`},
		{name: "compare a version with itself", path: code + "/compare?from=2019-12-27&to=2019-12-27", status: 200, want: `{"hosted":true,"same":2,"changes":[]}`},
		{name: "compare versions that do not exist", path: code + "/compare?from=1900&to=2019-12-27", status: 404, want: notFound},
		{name: "compare without a version", path: code + "/compare?from=1900", status: 422, want: `{"errors":[{"location":"query.to","message":"is required"}]}`},
		{name: "compare of another country", path: compare, key: k.French, status: 404, want: notFound},
	}
}
