package httpapitest

import "strings"

// mistakeScenarios: every kind of mistake has a word of its own.
func mistakeScenarios() []scenario {
	const verify, search = "/api/v1/verify", "/api/v1/codes/search"
	code := func(name, path, body, location, code string) scenario {
		return scenario{name: code + ": " + name, path: path, body: body, status: 422, want: `{"errors":[{"location":"` + location + `","code":"` + code + `"}]}`}
	}
	return []scenario{
		code("half a body", verify, `{"element":"x"`, "body", "syntax"),
		code("broken escape", search+"?q=%zz", "", "query.q", "syntax"),
		code("member", "/api/v1/projects", `{"name":"x"}`, "body.geo_id", "required"),
		code("parameter", "/api/v1/location/search", "", "query.q", "required"),
		code("member", verify, with("value", `1,"height":2`), "body.height", "unknown"),
		code("circumstance", verify, storedCheck(`,"circumstances":{"moon":true}`), "body.circumstances.moon", "unknown"),
		code("parameter", search+"?q=a&q=b", "", "query.q", "repeated"),
		code("selected", "/api/v1/projects", `{"name":"x","geo_id":"ES-28079","collections":["cte-db-sua","cte-db-sua"]}`, "body.collections[1]", "repeated"),
		code("value", verify, with("value", `"1"`), "body.value", "type"),
		code("element", verify, with("element", `" "`), "body.element", "empty"),
		code("unit", verify, with("unit", `"`+strings.Repeat("m", 101)+`"`), "body.unit", "length"),
		code("list", verify, with("codes", `[]`), "body.codes", "length"),
		code("day", verify, with("as_of", `"soon"`), "body.as_of", "format"),
		code("page", search+"?page=01", "", "query.page", "format"),
		code("page", search+"?page=0", "", "query.page", "range"),
		code("yes or no", verify, with("unit", `"boolean"`), "body.value", "range"),
		code("scope", search+"?normative_scope=galactic", "", "query.normative_scope", "choice"),
		code("place", "/api/v1/projects", `{"name":"x","geo_id":"ES-28999"}`, "body.geo_id", "not_found"),
		code("memory", "/api/v1/projects/"+ActiveProject+"/calculations", `{"calculator_id":"u-value","input":{"r":0}}`, "body.input.r", "refused"),
	}
}
