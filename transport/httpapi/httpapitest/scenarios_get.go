package httpapitest

import (
	"net/http"
	"strings"
)

const notFound = `{"type":"/errors/not_found","title":"Not Found","status":404,"code":"not_found"}`

func locationScenarios() []scenario {
	return []scenario{{
		name: "detail", path: "/api/v1/location/ES-28079", status: 200,
		want: `{"geo_id":"ES-28079","name":"Madrid","level":"municipality",
			"ancestors":[{"geo_id":"ES-28","name":"Madrid","level":"province"},
				{"geo_id":"ES-MD","name":"Comunidad de Madrid","level":"region"},{"geo_id":"ES","name":"España","level":"country"}],
			"tech_data":{"climate_zone":"D3","altitude_m":667,"seismic_zone":"ab<0.04g","radon_zone":1,"population":3280782},
			"applicable_codes":[
				{"slug":"cte-db-sua","title":"Documento Básico de Seguridad de Utilización y Accesibilidad","normative_scope":"national","match_reason":"country"},
				{"slug":"eu-epbd","title":"Directiva de eficiencia energética","normative_scope":"european","match_reason":"country"},
				{"slug":"ordenanza-madrid","title":"Ordenanza de Madrid","normative_scope":"municipal","match_reason":"municipality"}]}`,
		headers: map[string]string{"Content-Type": "application/json", "Etag": "*", "Vary": "*"},
	}, {
		name: "radon zone not listed is null", path: "/api/v1/location/ES-28005", status: 200,
		want: `{"tech_data":{"radon_zone":null,"altitude_m":587}}`,
	}, {
		name: "unknown technical data is null", path: "/api/v1/location/ES-08019", status: 200,
		want: `{"tech_data":{"climate_zone":null,"altitude_m":null,"seismic_zone":null,"radon_zone":null,"population":null}}`,
	}, {
		name: "country", path: "/api/v1/location/ES", status: 200, want: `{"level":"country","ancestors":[],"tech_data":null}`,
	}, {
		name: "any letter case", path: "/api/v1/location/es-md", status: 200, want: `{"geo_id":"ES-MD","level":"region"}`,
	}, {
		name: "escaped hyphen", path: "/api/v1/location/ES%2D28", status: 200, want: `{"geo_id":"ES-28"}`,
	}, {
		name: "unknown query parameter", path: "/api/v1/location/ES?x=1&x=2", status: 200,
	}, {
		name: "on a day before", path: "/api/v1/location/es-28079?as_of=2010-06-01", status: 200,
		want: `{"geo_id":"ES-28079","tech_data":{"climate_zone":"D3"},"applicable_codes":[{"slug":"cte-db-sua","match_reason":"country"}]}`, without: []string{"ordenanza", "sin-vigencia"},
	}, {
		name: "on no day", path: "/api/v1/location/ES-28079?as_of=2010-13-01", status: 422, want: `{"errors":[{"location":"query.as_of"}]}`,
	}, {
		name: "absent on a day", path: "/api/v1/location/ES-28999?as_of=2010-06-01", status: 404, want: notFound,
	}, {
		name: "absent", path: "/api/v1/location/ES-28999", status: 404, want: notFound, without: []string{"28999"},
	}, {
		name: "no identifier", path: "/api/v1/location/ES-nowhere", status: 404, want: notFound,
	}, {
		name: "country not served", path: "/api/v1/location/PT-1106", status: 404, want: notFound,
	}, {
		name: "long s is no S", path: "/api/v1/location/E%C5%BF", status: 404, want: notFound,
	}, {
		name: "other country", path: "/api/v1/location/FR-75056", status: 403, want: `{"code":"country_mismatch","status":403}`,
	}, {
		name: "other country, absent", path: "/api/v1/location/fr-99999", status: 403, want: `{"code":"country_mismatch"}`,
	}, {
		name: "other country, malformed", path: "/api/v1/location/FR-x", status: 403, want: `{"code":"country_mismatch"}`,
	}, {
		name: "HEAD", method: http.MethodHead, path: "/api/v1/location/ES", status: 200, headers: map[string]string{"Etag": "*", "Content-Length": "*"},
	}, {
		name: "search", path: "/api/v1/location/search?q=madrid", status: 200,
		want: `{"results":[{"geo_id":"ES-28","name":"Madrid","level":"province"},{"geo_id":"ES-28079","name":"Madrid","level":"municipality"},{"geo_id":"ES-MD"}]}`,
	}, {
		name: "search without accents", path: "/api/v1/location/search?q=ALCALA", status: 200, want: `{"results":[{"geo_id":"ES-28005"}]}`,
	}, {
		name: "search by level", path: "/api/v1/location/search?q=madrid&level=municipality", status: 200, want: `{"results":[{"geo_id":"ES-28079"}]}`,
	}, {
		name: "search inside", path: "/api/v1/location/search?q=a&ancestor_id=es-28&level=municipality", status: 200, want: `{"results":[{},{}]}`,
	}, {
		name: "search inside nothing", path: "/api/v1/location/search?q=a&ancestor_id=ES-99", status: 200, want: `{"results":[]}`,
	}, {
		name: "search inside another country", path: "/api/v1/location/search?q=paris&ancestor_id=FR", status: 200, want: `{"results":[]}`,
	}, {
		name: "search finds no other country", path: "/api/v1/location/search?q=paris", status: 200, want: `{"results":[]}`,
	}, {
		name: "search wildcards are literal", path: "/api/v1/location/search?q=%25%25a", status: 200,
	}, {
		name: "search an identifier", path: "/api/v1/location/search?q=es-28079", status: 200, want: `{"results":[{"geo_id":"ES-28079","name":"Madrid"}]}`,
	}, {
		name: "search an identifier without its country", path: "/api/v1/location/search?q=28005", status: 200, want: `{"results":[{"geo_id":"ES-28005"}]}`,
	}, {
		name: "search an identifier of another country", path: "/api/v1/location/search?q=FR-75056", status: 200, want: `{"results":[]}`,
	}, {
		name: "search without q", path: "/api/v1/location/search", status: 422, want: `{"errors":[{"location":"query.q"}]}`,
	}, {
		name: "search blank", path: "/api/v1/location/search?q=%20%C2%A0", status: 422, want: `{"errors":[{"location":"query.q"}]}`,
	}, {
		name: "search 200 characters", path: "/api/v1/location/search?q=" + strings.Repeat("%C3%B1", 200), status: 200,
	}, {
		name: "search 201 characters", path: "/api/v1/location/search?q=" + strings.Repeat("%C3%B1", 201), status: 422, want: `{"errors":[{"location":"query.q"}]}`,
	}, {
		name: "search level unknown", path: "/api/v1/location/search?q=a&level=Municipality", status: 422,
		want: `{"errors":[{"location":"query.level"}]}`, without: []string{"Municipality"},
	}, {
		name: "search level empty", path: "/api/v1/location/search?q=madrid&level=", status: 200, want: `{"results":[{},{},{}]}`,
	}, {
		name: "search empty", path: "/api/v1/location/search?q=&level=", status: 422, want: `{"errors":[{"location":"query.q","message":"is required"}]}`,
	}, {
		name: "search repeated", path: "/api/v1/location/search?q=a&q=b", status: 422, want: `{"errors":[{"location":"query.q"}]}`,
	}, {
		name: "search repeated, escaped name", path: "/api/v1/location/search?q=a&%71=b", status: 422,
	}, {
		name: "search invalid escape", path: "/api/v1/location/search?q=%zz", status: 422, without: []string{"zz"},
	}, {
		name: "search cut escape", path: "/api/v1/location/search?q=a%2", status: 422,
	}, {
		name: "search not UTF-8", path: "/api/v1/location/search?q=%ff", status: 422,
	}, {
		name: "search NUL", path: "/api/v1/location/search?q=a%00", status: 422,
	}, {
		name: "search semicolon", path: "/api/v1/location/search?q=a;level=region", status: 422,
	}, {
		name: "search escaped semicolon", path: "/api/v1/location/search?q=madrid%3B", status: 200,
	}, {
		name: "search several mistakes", path: "/api/v1/location/search?level=x&ancestor_id=", status: 422,
		want: `{"errors":[{"location":"query.q"},{"location":"query.level"},{"location":"query.ancestor_id"}]}`,
	}}
}

func codesScenarios() []scenario {
	return []scenario{{
		name: "search all", path: "/api/v1/codes/search", status: 200,
		want: `{"items":[{},{},{},{}],"total":4,"page":1,"page_size":20,"total_pages":1}`, without: []string{"fr-code"},
	}, {
		name: "search title", path: "/api/v1/codes/search?q=utilizacion", status: 200,
		want: `{"items":[{"slug":"cte-db-sua","title":"Documento Básico de Seguridad de Utilización y Accesibilidad","short_title":"DB-SUA","normative_scope":"national","tags":["accesibilidad","seguridad"]}],"total":1}`,
	}, {
		name: "search short title", path: "/api/v1/codes/search?q=db-sua", status: 200, want: `{"total":1}`,
	}, {
		name: "search nulls", path: "/api/v1/codes/search?q=ordenanza", status: 200, want: `{"items":[{"short_title":null,"tags":[]}]}`,
	}, {
		name: "search blank", path: "/api/v1/codes/search?q=", status: 200, want: `{"total":4}`,
	}, {
		name: "search scope", path: "/api/v1/codes/search?normative_scope=european", status: 200, want: `{"items":[{"slug":"eu-epbd"}]}`,
	}, {
		name: "search tag", path: "/api/v1/codes/search?tag=seguridad", status: 200, want: `{"items":[{"slug":"cte-db-sua"}]}`,
	}, {
		name: "search part of a tag", path: "/api/v1/codes/search?tag=segur", status: 200, want: `{"items":[],"total":0,"total_pages":0}`,
	}, {
		name: "page", path: "/api/v1/codes/search?page=2&page_size=3", status: 200, want: `{"items":[{}],"total":4,"page":2,"page_size":3,"total_pages":2}`,
	}, {
		name: "past the end", path: "/api/v1/codes/search?page=1000000", status: 200, want: `{"items":[],"total":4,"page":1000000}`,
	}, {
		name: "page size above 50", path: "/api/v1/codes/search?page_size=51", status: 200, want: `{"page_size":50}`,
	}, {
		name: "page size far above 50", path: "/api/v1/codes/search?page_size=99999999999999999999999", status: 200, want: `{"page_size":50}`,
	}, {
		name: "page too large", path: "/api/v1/codes/search?page=1000001", status: 422, want: `{"errors":[{"location":"query.page"}]}`,
	}, {
		name: "page far too large", path: "/api/v1/codes/search?page=99999999999999999999999", status: 422,
	}, {
		name: "page zero", path: "/api/v1/codes/search?page=0", status: 422,
	}, {
		name: "page negative", path: "/api/v1/codes/search?page=-99999999999999999999999", status: 422,
	}, {
		name: "page size zero", path: "/api/v1/codes/search?page_size=0", status: 422, want: `{"errors":[{"location":"query.page_size"}]}`,
	}, {
		name: "page no integer", path: "/api/v1/codes/search?page=1.0", status: 422,
	}, {
		name: "page signed", path: "/api/v1/codes/search?page=%2B1", status: 422,
	}, {
		name: "page empty", path: "/api/v1/codes/search?page=", status: 422,
	}, {
		name: "page with a leading zero", path: "/api/v1/codes/search?page=01", status: 422, want: `{"errors":[{"location":"query.page"}]}`,
	}, {
		name: "page below zero by nothing", path: "/api/v1/codes/search?page=-0", status: 422,
	}, {
		name: "page size with leading zeros", path: "/api/v1/codes/search?page_size=0020", status: 422, want: `{"errors":[{"location":"query.page_size"}]}`,
	}, {
		name: "all empty", path: "/api/v1/codes/search?q=&tag=&normative_scope=", status: 200, want: `{"total":4}`,
	}, {
		name: "empty twice", path: "/api/v1/codes/search?tag=&tag=", status: 422, want: `{"errors":[{"location":"query.tag"}]}`,
	}, {
		name: "blank tag", path: "/api/v1/codes/search?tag=%20", status: 422, want: `{"errors":[{"location":"query.tag"}]}`,
	}, {
		name: "page repeated", path: "/api/v1/codes/search?page=1&page=1", status: 422,
	}, {
		name: "scope unknown", path: "/api/v1/codes/search?normative_scope=National", status: 422,
	}, {
		name: "detail", path: "/api/v1/codes/cte-db-sua", status: 200,
		want: `{"slug":"cte-db-sua","short_title":"DB-SUA","normative_scope":"national","tags":["accesibilidad","seguridad"],
			"description":"Escaleras, barreras y rampas.","country_code":"ES","documents":[
			{"version":"2019-12-27","title":"DB-SUA 2019","status":"active","published_date":"2019-12-27","effective_date":"2019-12-28","is_internal":true},
			{"version":"2010-02-19","title":"DB-SUA 2010","status":"repealed","published_date":"2010-03-11","effective_date":"2010-03-12","is_internal":false}]}`,
		headers: map[string]string{"Etag": "*"},
	}, {
		name: "detail nulls", path: "/api/v1/codes/sin-vigencia", status: 200,
		want: `{"short_title":null,"description":null,"tags":[],"documents":[{"status":"draft","published_date":null,"effective_date":null}]}`,
	}, {
		name: "supranational", path: "/api/v1/codes/eu-epbd", status: 200, want: `{"country_code":"EU","normative_scope":"european"}`,
	}, {
		name: "absent", path: "/api/v1/codes/nothing", status: 404, want: notFound, without: []string{"nothing\""},
	}, {
		name: "foreign", path: "/api/v1/codes/fr-code", status: 404, want: notFound,
	}, {
		name: "foreign version", path: "/api/v1/codes/fr-code/2021", status: 404, want: notFound,
	}, {
		name: "foreign latest", path: "/api/v1/codes/fr-code/latest", status: 404, want: notFound,
	}, {
		name: "other case", path: "/api/v1/codes/CTE-DB-SUA", status: 404, want: notFound,
	}, {
		name: "latest", path: "/api/v1/codes/cte-db-sua/latest", status: 200,
		want: `[{"slug":"cte-db-sua","version":"2019-12-27","title":"DB-SUA 2019","status":"active","is_internal":true,
			"sections":[{"slug":"escaleras","title":"Escaleras de uso general","order":1},{"slug":"barreras","title":"Barreras de protección","order":2}]}]`,
	}, {
		name: "latest without active version", path: "/api/v1/codes/sin-vigencia/latest", status: 200, want: `[]`,
	}, {
		name: "latest of absent", path: "/api/v1/codes/nothing/latest", status: 404, want: notFound,
	}, {
		name: "version", path: "/api/v1/codes/cte-db-sua/2019-12-27", status: 200,
		want: `{"slug":"cte-db-sua","version":"2019-12-27","description":null,"author":"Ministerio de Fomento","source_url":"https://www.codigotecnico.org/",
			"published_date":"2019-12-27","effective_date":"2019-12-28","status":"active"}`,
	}, {
		name: "repealed version", path: "/api/v1/codes/cte-db-sua/2010-02-19", status: 200,
		want: `{"status":"repealed","author":null,"source_url":null,"is_internal":false,"sections":[]}`,
	}, {
		name: "absent version", path: "/api/v1/codes/cte-db-sua/1999", status: 404, want: notFound,
	}, {
		name: "reserved word", path: "/api/v1/codes/latest", status: 404, want: notFound,
	}}
}

func projectScenarios() []scenario {
	return []scenario{{
		name: "list", path: "/api/v1/projects", status: 200,
		want: `{"total":2,"projects":[
			{"project_id":"` + ActiveProject + `","name":"Viviendas en Alcalá","description":"Doce viviendas","geo_id":"ES-28005","location":"Alcalá de Henares","collection_count":1,"file_count":1,"is_active":true},
			{"project_id":"` + EmptyProject + `","name":"Sin selección","geo_id":"ES-28079","location":"Madrid","collection_count":0,"file_count":0,"is_active":false}]}`,
		without: []string{`"description":""`, `"description":null`, ForeignProject},
	}, {
		name: "info of the active project", path: "/api/v1/project/info", status: 200,
		want: `{"project_id":"` + ActiveProject + `","is_active":true,"project_description":"Doce viviendas","collection_count":1,"file_count":1,"files":["memoria.pdf"],
			"geo_context":{"geo_id":"ES-28005","name":"Alcalá de Henares","level":"municipality","ancestors":"España > Comunidad de Madrid > Madrid","climate_zone":"D3"},
			"collections":[{"slug":"cte-db-sua","scope":"estatal","scope_label":"Estatal","version":"2019-12-27"}],
			"unselected_collections":[{"slug":"eu-epbd","title":"Directiva de eficiencia energética","scope":"europea"}],
			"generated_documents":[{"titulo":"Informe","tipo":"informe","version":2}],
			"memory":[{"key":"site_altitude","label":"Altitud","value":"600","unit":"m","source":"user"},{"key":"use","unit":null,"source":"document"}],
			"calculations":[{"calculator_id":"u-value","name":"Fachada","summary":"U = 0,35","compliant":true}],
			"available_calculators":[{"calculator_id":"u-value","title":"Transmitancia"}]}`,
	}, {
		name: "info of another project", path: "/api/v1/project/info?project_id=" + strings.ToUpper(EmptyProject), status: 200,
		want: `{"project_id":"` + EmptyProject + `","is_active":false,"project_description":"","files":[],"collections":[],"generated_documents":[],"memory":[],"calculations":[]}`,
	}, {
		name: "info of a foreign project", path: "/api/v1/project/info?project_id=" + ForeignProject, status: 404, want: `{"code":"project_not_found"}`,
	}, {
		name: "info of an absent project", path: "/api/v1/project/info?project_id=" + AbsentProject, status: 404, want: `{"code":"project_not_found"}`,
	}, {
		name: "info of no UUID", path: "/api/v1/project/info?project_id=x", status: 422, want: `{"errors":[{"location":"query.project_id"}]}`,
	}, {
		name: "info of an empty id", path: "/api/v1/project/info?project_id=", status: 422,
	}, {
		name: "info of a UUID in braces", path: "/api/v1/project/info?project_id=%7B" + ActiveProject + "%7D", status: 422,
	}, {
		name: "info of a UUID without hyphens", path: "/api/v1/project/info?project_id=" + strings.ReplaceAll(ActiveProject, "-", ""), status: 422,
	}}
}
