package httpapitest

import (
	"fmt"
	"slices"
	"strings"
)

const riserQuery = `{"element":"escalera de uso general","parameter":"contrahuella","geo_id":"ES-28079"}`

// withRequirement returns the body of a query with one member replaced, or left out
// where json is "".
func withRequirement(name, json string) string {
	members := map[string]string{"element": `"escalera de uso general"`, "parameter": `"contrahuella"`, "geo_id": `"ES-28079"`}
	members[name] = json
	var parts []string
	for _, key := range []string{"element", "parameter", "geo_id", "unit", "codes", "building_use", "as_of", "excluded"} {
		if members[key] != "" {
			parts = append(parts, fmt.Sprintf("%q:%s", key, members[key]))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func requirementsScenarios(k Keys) []scenario {
	const path = "/api/v1/requirements"
	// It costs nothing, so that no key tells a request that is repeated.
	list := slices.DeleteFunc(badBodies(path, riserQuery), func(s scenario) bool { return strings.HasPrefix(s.name, "idempotency") })
	refuse := func(name, member, json string) {
		list = append(list, scenario{name: name, path: path, body: withRequirement(member, json), status: 422,
			want: fmt.Sprintf(`{"errors":[{"location":"body.%s"}]}`, member)})
	}
	for _, member := range []string{"element", "parameter", "geo_id"} {
		refuse(member+" missing", member, "")
		refuse(member+" null", member, "null")
		refuse(member+" blank", member, `" \t "`)
		refuse(member+" number", member, "1")
	}
	refuse("element too long", "element", `"`+strings.Repeat("ñ", 501)+`"`)
	refuse("parameter too long", "parameter", `"`+strings.Repeat("ñ", 201)+`"`)
	refuse("unit blank", "unit", `" "`)
	refuse("codes empty", "codes", "[]")
	refuse("as_of no date", "as_of", `"soon"`)
	refuse("excluded text", "excluded", `"yes"`)
	refuse("excluded null", "excluded", "null")
	return append(list, []scenario{
		{name: "a value", path: path, body: strings.Replace(riserQuery, "{", `{"value":1,`, 1), status: 422, want: `{"errors":[{"location":"body.value"}]}`},
		{name: "range", path: path, body: riserQuery, status: 200,
			want: `{"element":{"text":"escalera de uso general","ids":["stair"]},"parameter":{"text":"contrahuella","ids":["rise"]},
				"geo_context":{"geo_id":"ES-28079","name":"Madrid","climate_zone":"D3"},"circumstances":[],"depends_on":[],"total":1,"truncated":false,
				"requirements":[{"state":"holds","governs":true,"operator":"between","limit_value":null,"limit_min":13,"limit_max":18.5,"values":[],"formula":null,
					"unit":"cm","limit_direction":null,"when":[],"code_slug":"cte-db-sua","version":"2019-12-27","section_title":"Escaleras de uso general","origin":"rule"}]}`},
		{name: "in another unit", path: path, body: withRequirement("unit", `"mm"`), status: 200, want: `{"requirements":[{"limit_min":130,"limit_max":185,"unit":"mm"}]}`},
		{name: "unit of another kind", path: path, body: withRequirement("unit", `"kg"`), status: 200, want: `{"requirements":[],"total":0}`},
		{name: "unit null", path: path, body: withRequirement("unit", "null"), status: 200, want: `{"total":1}`},
		{name: "excluded asked for", path: path, body: withRequirement("excluded", "true"), status: 200, want: `{"truncated":false}`},
		{name: "nothing understood", path: path, body: withRequirement("element", `"unicornio"`), status: 200,
			want: `{"element":{"text":"unicornio","ids":[],"label":null},"requirements":[],"depends_on":[],"total":0,"truncated":false}`},
		{name: "without credits", path: path, key: k.Poor, body: riserQuery, status: 200},
		{name: "without a plan", path: path, key: k.NoPlan, body: riserQuery, status: 200},
		{name: "as of a day before", path: path, body: withRequirement("as_of", `"2015-05-01"`), status: 200, want: `{"as_of":"2015-05-01","requirements":[]}`},
		{name: "location absent", path: path, body: withRequirement("geo_id", `"ES-28999"`), status: 404, want: `{"code":"location_not_found"}`},
		{name: "location of another country", path: path, body: withRequirement("geo_id", `"FR-75056"`), status: 404, want: `{"code":"location_not_found"}`},
		{name: "code absent", path: path, body: withRequirement("codes", `[{"slug":"nothing"}]`), status: 400, want: `{"code":"invalid_code"}`},
		{name: "version absent", path: path, body: withRequirement("codes", `[{"slug":"cte-db-sua","version":"1999"}]`), status: 400, want: `{"code":"invalid_code"}`},
	}...)
}
