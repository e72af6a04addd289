package httpapitest

import (
	"fmt"
	"net/http"
	"strings"
)

const stairCheck = `{"element":"escalera de uso general","parameter":"anchura útil","value":1.10,"unit":"m","geo_id":"ES-28079"}`

// badJSON are texts no strict reader takes; each has %s where the rest of a
// valid body goes.
var badJSON = map[string]string{
	"empty":              ``,
	"no JSON":            `hello`,
	"array":              `[]`,
	"string":             `"x"`,
	"null":               `null`,
	"cut":                `{%s`,
	"trailing data":      `{%s} {}`,
	"trailing comma":     `{%s,}`,
	"unknown member":     `{%s,"s3cr3t":1}`,
	"byte order mark":    "\ufeff{%s}",
	"NUL":                "{%s}\x00",
	"invalid UTF-8":      "{%s,\"x\":\"\xff\"}",
	"NaN":                `{%s,"x":NaN}`,
	"number too large":   `{%s,"x":1e400}`,
	"too deep":           `{%s,"x":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`,
	"single quotes":      `{%s,'x':1}`,
	"lone surrogate":     `{%s,"x":"\ud800"}`,
	"escaped NUL in key": `{%s,"x\u0000":1}`,
}

func badBodies(path, valid string) []scenario {
	members := strings.Trim(valid, "{}")
	var list []scenario
	for name, pattern := range badJSON {
		body := pattern
		if strings.Contains(pattern, "%s") {
			body = fmt.Sprintf(pattern, members)
		}
		list = append(list, scenario{name: "body " + name, method: http.MethodPost, path: path, body: body, status: 422, without: []string{"s3cr3t", "escalera"}})
	}
	header := func(value string) map[string]string { return map[string]string{"Content-Type": value} }
	large := strings.Repeat(" ", 64<<10-len(valid))
	return append(list,
		scenario{name: "no media type", method: http.MethodPost, path: path, body: valid, header: header("-"), status: 415, want: `{"code":"unsupported_media_type"}`},
		scenario{name: "form", path: path, body: valid, header: header("application/x-www-form-urlencoded"), status: 415},
		scenario{name: "other charset", path: path, body: valid, header: header("application/json; charset=latin1"), status: 415},
		scenario{name: "broken media type", path: path, body: valid, header: header("application/json; ="), status: 415},
		scenario{name: "media type with suffix", path: path, body: valid, header: header("application/problem+json"), status: 415},
		scenario{name: "compressed", path: path, body: valid, header: map[string]string{"Content-Encoding": "gzip"}, status: 415},
		scenario{name: "too large", path: path, body: valid + large + " ", status: 413, want: `{"code":"payload_too_large"}`},
		scenario{name: "just not too large", path: path, body: valid + large, status: 200},
		scenario{name: "charset UTF-8", path: path, body: valid, header: header("Application/JSON; charset=UTF-8"), status: 200},
		scenario{name: "media type before size", path: path, body: valid + large + " ", header: header("text/plain"), status: 415},
		scenario{name: "idempotency key empty", path: path, body: valid, header: map[string]string{"Idempotency-Key": " "}, status: 422},
		scenario{name: "idempotency key too long", path: path, body: valid, header: map[string]string{"Idempotency-Key": strings.Repeat("k", 256)}, status: 422},
		scenario{name: "idempotency key with a space", path: path, body: valid, header: map[string]string{"Idempotency-Key": "a b"}, status: 422,
			want: `{"errors":[{"location":"header.Idempotency-Key"}]}`},
		scenario{name: "query parameter with invalid escape", path: path + "?x=%zz", body: valid, status: 422},
	)
}

// with returns the body of a stair check with one member replaced, or left out
// where json is "".
func with(name, json string) string {
	members := map[string]string{
		"element": `"escalera de uso general"`, "parameter": `"anchura útil"`, "value": `1.10`, "unit": `"m"`, "geo_id": `"ES-28079"`,
	}
	members[name] = json
	var parts []string
	for _, key := range []string{"element", "parameter", "value", "unit", "geo_id", "codes", "building_use", "as_of", "circumstances", "ref"} {
		if members[key] != "" {
			parts = append(parts, fmt.Sprintf("%q:%s", key, members[key]))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// landing is a check that turns on how many persons there are.
func landing(circumstances string) string {
	return `{"element":"escalera","parameter":"rellano","value":1.10,"unit":"m","geo_id":"ES-28079","ref":"P-07","circumstances":` + circumstances + `}`
}

func circumstanceScenarios() []scenario {
	const path = "/api/v1/verify"
	list := []scenario{
		{name: "catalogue", method: "GET", path: "/api/v1/circumstances", status: 200, want: `{"circumstances":[
			{"id":"lift","kind":"boolean","unit":null,"label":{"es":"ascensor","en":"lift"},"options":[{"value":true,"label":{"es":"sí","en":"yes"}},{"value":false,"label":{"es":"no","en":"no"}}],"default":null,"place":null,"codes":["cte-db-sua"]},
			{"id":"persons","kind":"quantity","unit":null,"options":[],"codes":["cte-db-sua"]}]}`},
		{name: "circumstances decide", path: path, body: landing(`{"persons":{"value":50,"unit":"personas"}}`), status: 200,
			want: `{"is_compliant":true,"result_status":"compliant","limit_value":1,"ref":"P-07"}`},
		{name: "bare number of what is counted", path: path, body: landing(`{"persons":150}`), status: 200, want: `{"is_compliant":false,"result_status":"non_compliant","limit_value":1.2}`},
		{name: "what does not matter", path: path, body: landing(`{"lift":true,"building_use":"x","site_altitude":{"value":700,"unit":"m"}}`), status: 200,
			want: `{"is_compliant":false,"result_status":"conditional","limit_value":1.2,"margin":-0.1}`},
		{name: "what is missing", path: path, body: landing("null"), status: 200, want: `{"result_status":"conditional","is_compliant":false,"missing":[
			{"id":"persons","label":"personas","kind":"quantity","unit":null,"options":[],"assumed":null,"would":[
				{"when":{"from":0,"from_included":true,"to":100,"to_included":true},"label":"hasta 100","limit_value":1,"limit_direction":"minimum","result_status":"compliant"},
				{"when":{"from":101,"from_included":true,"to":null,"to_included":false},"label":"101 o más","limit_value":1.2,"limit_direction":"minimum","result_status":"non_compliant"}]}]}`},
		{name: "nothing is missing", path: path, body: stairCheck, status: 200, want: `{"missing":[]}`},
		{name: "circumstances null", path: path, body: landing("null"), status: 200, want: `{"result_status":"conditional"}`},
		{name: "ref null", path: path, body: with("ref", "null"), status: 200, want: `{"ref":null}`},
		{name: "two wrong circumstances", path: path, body: landing(`{"person":1,"lift":"sure"}`), status: 422,
			want: `{"errors":[{"location":"body.circumstances.lift","message":"must be a boolean"},{"location":"body.circumstances.person","message":"unknown circumstance; near: persons"}]}`},
	}
	for _, bad := range []struct{ circumstances, location string }{
		{`{"persons":null}`, ".persons"}, {`{"persons":[1,2]}`, ".persons"}, {`{"persons":{"value":1,"unit":"personas","to":2}}`, ".persons"}, {`{"persons":{"value":1}}`, ".persons.unit"},
		{`{"persons":1.5}`, ".persons"}, {`{"persons":-1}`, ".persons"}, {`{"persons":"many"}`, ".persons"}, {`{"persons":{"value":1,"unit":"kg"}}`, ".persons"},
		{`{"lift":1}`, ".lift"}, {`{"<b>":true}`, ""}, {`[]`, ""}, {`"x"`, ""},
	} {
		list = append(list, scenario{name: "circumstances " + bad.circumstances, path: path, body: landing(bad.circumstances), status: 422,
			want: fmt.Sprintf(`{"errors":[{"location":"body.circumstances%s"}]}`, bad.location)})
	}
	return append(list, scenario{name: "circumstances twice", path: path, body: landing(`{"lift":true,"lift":false}`), status: 422},
		scenario{name: "circumstances in a batch", path: path + "/batch", body: batchOf(landing(`{"persons":50}`), landing(`{"person":1}`)), status: 200,
			want: `{"results":[{"result":{"result_status":"compliant","ref":"P-07"}},{"status":422,"error":{"errors":[{"location":"body.checks[1].circumstances.person"}]}}]}`})
}

func verifyScenarios(k Keys) []scenario {
	const path = "/api/v1/verify"
	list := badBodies(path, stairCheck)
	refuse := func(name, member, json string) {
		list = append(list, scenario{name: name, path: path, body: with(member, json), status: 422,
			want: fmt.Sprintf(`{"errors":[{"location":"body.%s"}]}`, member)})
	}
	for _, member := range []string{"element", "parameter", "unit", "geo_id"} {
		refuse(member+" missing", member, "")
		refuse(member+" null", member, "null")
		refuse(member+" empty", member, `""`)
		refuse(member+" blank", member, `" \t "`)
		refuse(member+" number", member, "1")
	}
	refuse("value missing", "value", "")
	refuse("value null", "value", "null")
	refuse("value text", "value", `"1.10"`)
	refuse("value boolean", "value", "true")
	refuse("element too long", "element", `"`+strings.Repeat("ñ", 501)+`"`)
	refuse("parameter too long", "parameter", `"`+strings.Repeat("ñ", 201)+`"`)
	refuse("codes empty", "codes", "[]")
	refuse("codes object", "codes", "{}")
	list = append(list, []scenario{
		{name: "codes item text", path: path, body: with("codes", `["cte-db-sua"]`), status: 422, want: `{"errors":[{"location":"body.codes[0]"}]}`},
		{name: "codes item without slug", path: path, body: with("codes", `[{"version":"x"}]`), status: 422, want: `{"errors":[{"location":"body.codes[0].slug"}]}`},
		{name: "codes item unknown member", path: path, body: with("codes", `[{"slug":"x","y":1}]`), status: 422, want: `{"errors":[{"location":"body.codes[0].y"}]}`},
		{name: "value underflow", path: path, body: with("value", "1e-400"), status: 422},
		{name: "value too large", path: path, body: with("value", "1e400"), status: 422},
		{name: "duplicate value", path: path, body: with("value", `99,"value":1.10`), status: 422, want: `{"errors":[{"location":"body.value"}]}`},
		{name: "value in other case", path: path, body: with("value", `1.10,"Value":99`), status: 422},
		{name: "boolean with 2", path: path, body: strings.Replace(with("value", "2"), `"m"`, `"boolean"`, 1), status: 422, want: `{"errors":[{"location":"body.value"}]}`},
		{name: "element of 500 characters", path: path, body: with("element", `"`+strings.Repeat("ñ", 500)+`"`), status: 200, want: `{"result_status":"undetermined"}`},
		{name: "undetermined", path: path, body: strings.Replace(with("element", `"unicornio"`), "1.10", "1.500", 1), status: 200,
			want: `{"is_compliant":false,"result_status":"undetermined","element":"unicornio","provided_value":1.500,"limit_value":null,"margin":null,
				"limit_direction":null,"unit":"m","conditions":[],"sources":[],"geo_context":{"geo_id":"ES-28079","name":"Madrid","climate_zone":"D3"}}`},
		{name: "compliant", path: path, body: stairCheck, status: 200,
			want: `{"is_compliant":true,"result_status":"compliant","element":"escalera de uso general","parameter":"anchura útil","provided_value":1.10,"unit":"m","receipt":null,
				"limit_direction":"minimum","geo_context":{"geo_id":"ES-28079","name":"Madrid","climate_zone":"D3"},"considered":[],
				"sources":[{"code_slug":"cte-db-sua","version":"2019-12-27","section_title":"Escaleras de uso general"}]}`},
		{name: "detail that is none", path: path + "?detail=all", body: stairCheck, status: 422, want: `{"errors":[{"location":"query.detail"}]}`},
		{name: "digits are kept", path: path, body: with("value", "11.0e-1"), status: 200, want: `{"provided_value":11.0e-1,"result_status":"compliant"}`},
		{name: "not compliant, in another unit", path: path, body: strings.NewReplacer("1.10", "99.7", `"m"`, `"cm"`).Replace(stairCheck), status: 200,
			want: `{"is_compliant":false,"result_status":"non_compliant","limit_value":100,"margin":-0.3,"limit_direction":"minimum","unit":"cm"}`},
		{name: "range", path: path, body: strings.NewReplacer("1.10", "19", `"m"`, `"cm"`, "anchura útil", "contrahuella").Replace(stairCheck), status: 200,
			want: `{"result_status":"non_compliant","limit_value":18.5,"margin":-0.5,"limit_direction":"maximum","considered":[{"code_slug":"cte-db-sua","limit_value":13,"limit_direction":"minimum"}]}`},
		{name: "yes or no", path: path, body: strings.NewReplacer("1.10", "1", `"m"`, `"boolean"`, "anchura útil", "pasamanos").Replace(stairCheck), status: 200,
			want: `{"is_compliant":true,"limit_value":null,"margin":null,"limit_direction":"boolean","unit":"boolean"}`},
		{name: "code that does not apply", path: path, body: with("codes", `[{"slug":"ordenanza-madrid","version":"2011"}]`), status: 200, want: `{"result_status":"undetermined"}`},
		{name: "place of a wider level", path: path, body: with("geo_id", `"es-md"`), status: 200, want: `{"geo_context":{"geo_id":"ES-MD","climate_zone":null}}`},
		{name: "zero with a huge exponent", path: path, body: with("value", "0e999999999999"), status: 200, want: `{"provided_value":0e999999999999}`},
		{name: "largest number", path: path, body: with("value", "1.7e308"), status: 200, want: `{"result_status":"compliant","provided_value":1.7e308}`},
		{name: "ten thousand digits", path: path, body: with("value", "1."+strings.Repeat("0", 10000)), status: 200},
		{name: "codes null", path: path, body: with("codes", "null"), status: 200},
		{name: "code version null", path: path, body: with("codes", `[{"slug":"cte-db-sua","version":null}]`), status: 200},
		{name: "location absent", path: path, body: with("geo_id", `"ES-28999"`), status: 404, want: `{"code":"location_not_found"}`},
		{name: "location malformed", path: path, body: with("geo_id", `"nowhere"`), status: 404, want: `{"code":"location_not_found"}`},
		{name: "location of another country", path: path, body: with("geo_id", `"FR-75056"`), status: 404, want: `{"code":"location_not_found"}`},
		{name: "code absent", path: path, body: with("codes", `[{"slug":"nothing"}]`), status: 400, want: `{"code":"invalid_code"}`},
		{name: "version absent", path: path, body: with("codes", `[{"slug":"cte-db-sua","version":"1999"}]`), status: 400, want: `{"code":"invalid_code"}`},
		{name: "code of another country", path: path, body: with("codes", `[{"slug":"fr-code"}]`), status: 400, want: `{"code":"invalid_code"}`},
		{name: "plan", path: path, key: k.NoPlan, body: stairCheck, status: 403, want: `{"code":"plan_not_allowed"}`},
		{name: "plan before validation", path: path, key: k.NoPlan, body: `{}`, status: 403, want: `{"code":"plan_not_allowed"}`},
		{name: "media type before plan", path: path, key: k.NoPlan, body: `{}`, header: map[string]string{"Content-Type": "text/plain"}, status: 415},
		{name: "credits", path: path, key: k.Poor, body: stairCheck, status: 429, want: `{"code":"quota_exceeded"}`},
		{name: "validation before credits", path: path, key: k.Poor, body: `{}`, status: 422},
		{name: "location before credits", path: path, key: k.Poor, body: with("geo_id", `"ES-28999"`), status: 404},
		{name: "code before credits", path: path, key: k.Poor, body: with("codes", `[{"slug":"nothing"}]`), status: 400},
	}...)
	return list
}

const question = `{"query":"¿Qué anchura útil tiene una escalera?"}`

func askScenarios(k Keys) []scenario {
	const path, legacy = "/api/v2/ask", "/api/v1/ask"
	list := append(badBodies(path, question), badBodies(legacy, question)...)
	for i := range list[len(list)/2:] {
		list[len(list)/2+i].name = "legacy " + list[len(list)/2+i].name
	}
	query := func(text string) string { return fmt.Sprintf(`{"query":%q}`, text) }
	of := func(project string) string { return fmt.Sprintf(`{"query":"x","project_id":%q}`, project) }
	return append(list, []scenario{
		{name: "answer", path: path, body: question, status: 200,
			want: `{"sources":[{"index":1,"section_title":"Escaleras de uso general","block_title":"Anchura útil","url_valid":true,
				"url":"https://reglookup.example/codes/cte-db-sua/2019-12-27#escaleras","block_id":"5f0c1a52-8a2e-4d0e-9d3c-000000000001"}],
				"project":{"project_id":"` + ActiveProject + `","geo_id":"ES-28005","location":"Alcalá de Henares"},"searches":1}`,
			headers: map[string]string{"X-Turn-Id": "*", "Cache-Control": "no-store", "Idempotency-Replayed": ""}},
		{name: "nothing selected", path: path, body: of(EmptyProject), status: 200,
			want: `{"sources":[],"iterations":0,"searches":0,"project":{"project_id":"` + EmptyProject + `"}}`, headers: map[string]string{"X-Turn-Id": ""}},
		{name: "2000 characters", path: path, body: query(strings.Repeat("ñ", 2000)), status: 200},
		{name: "2001 characters", path: path, body: query(strings.Repeat("ñ", 2001)), status: 422, want: `{"errors":[{"location":"body.query"}]}`},
		{name: "empty", path: path, body: query(""), status: 422},
		{name: "blank", path: path, body: query(" \u00a0\n"), status: 422},
		{name: "null", path: path, body: `{"query":null}`, status: 422},
		{name: "missing", path: path, body: `{}`, status: 422, want: `{"errors":[{"location":"body.query"}]}`},
		{name: "other case", path: path, body: `{"query":"x","QUERY":"y"}`, status: 422},
		{name: "geo_id is unknown", path: path, body: `{"query":"x","geo_id":"ES"}`, status: 422},
		{name: "project null", path: path, body: `{"query":"x","project_id":null}`, status: 422},
		{name: "project no UUID", path: path, body: of("x"), status: 422, want: `{"errors":[{"location":"body.project_id"}]}`},
		{name: "foreign project", path: path, body: of(ForeignProject), status: 404, want: `{"code":"project_not_found"}`},
		{name: "absent project", path: path, body: of(AbsentProject), status: 404, want: `{"code":"project_not_found"}`},
		{name: "no active project", path: path, key: k.None, body: question, status: 400, want: `{"code":"no_active_project"}`},
		{name: "credits", path: path, key: k.Poor, body: question, status: 429, want: `{"code":"quota_exceeded"}`},
		{name: "project before credits", path: path, key: k.Poor, body: of(AbsentProject), status: 404},
		{name: "plan without API access may ask", path: path, key: k.NoPlan, body: question, status: 400, want: `{"code":"no_active_project"}`},

		{name: "legacy answer", path: legacy, body: question, status: 200,
			want: `{"sources":[{"index":1,"section_title":"Escaleras de uso general","code_slug":"cte-db-sua","version":"2019-12-27",
				"url":"https://reglookup.example/codes/cte-db-sua/2019-12-27#escaleras"}],
				"geo_context":{"geo_id":"ES-28005","name":"Alcalá de Henares","climate_zone":"D3"}}`,
			without: []string{`"project"`, `"iterations"`, `"block_id"`, `"citation_type"`, `"url_valid"`},
			headers: map[string]string{"Deprecation": "*", "Sunset": "Tue, 30 Nov 2027 00:00:00 GMT", "Link": `</api/v2/ask>; rel="successor-version"`}},
		{name: "legacy with geo_id", path: legacy, body: `{"query":"x","geo_id":"ES"}`, status: 422, headers: map[string]string{"Deprecation": "*"}},
		{name: "legacy with codes", path: legacy, body: `{"query":"x","codes":[]}`, status: 422},
		{name: "legacy with messages", path: legacy, body: `{"query":"x","messages":[]}`, status: 422},
		{name: "legacy with project_id", path: legacy, body: of(ActiveProject), status: 422},
		{name: "legacy without active project", path: legacy, key: k.None, body: question, status: 400, want: `{"code":"no_active_project"}`},
		{name: "legacy credits", path: legacy, key: k.Poor, body: question, status: 429, want: `{"code":"quota_exceeded"}`},

		{name: "turn absent", path: path + "/" + AbsentProject, status: 404, want: notFound},
		{name: "turn no UUID", path: path + "/x", status: 404, want: notFound},
	}...)
}
