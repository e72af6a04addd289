package httpapitest

import "strings"

// otherCountryScenarios: the key of another country sees nothing of a project here,
// whatever the user and the organization are (DECISIONS 6).
func otherCountryScenarios(k Keys) []scenario {
	const (
		noActive = `{"code":"no_active_project"}`
		absent   = `{"code":"project_not_found"}`
		question = `{"query":"¿Qué anchura?"}`
	)
	project := "/api/v1/projects/" + ActiveProject
	list := []scenario{
		{name: "list", path: "/api/v1/projects", status: 200, want: `{"projects":[],"total":0}`},
		{name: "info of the active one", path: "/api/v1/project/info", status: 400, want: noActive},
		{name: "info by id", path: "/api/v1/project/info?project_id=" + ActiveProject, status: 404, want: absent},
		{name: "info by id in capitals", path: "/api/v1/project/info?project_id=" + strings.ToUpper(ActiveProject), status: 404, want: absent},
		{name: "get", path: project, status: 404, want: absent},
		{name: "memory", path: project + "/memory", status: 404, want: absent},
		{name: "activate", method: "POST", path: project + "/activate", status: 404, want: absent},
		{name: "select", method: "PUT", path: project + "/collections/eu-epbd", status: 404, want: absent},
		{name: "delete", method: "DELETE", path: project, status: 404, want: absent},
		{name: "ask", path: "/api/v2/ask", body: question, status: 400, want: noActive},
		{name: "ask by id", path: "/api/v2/ask", body: `{"query":"x","project_id":"` + ActiveProject + `"}`, status: 404, want: absent},
		{name: "legacy ask", path: "/api/v1/ask", body: question, status: 400, want: noActive},
	}
	return withKey(k.French, list)
}

// notServedScenarios: of a country of which nothing is loaded, nothing is found
// empty: the key is told.
func notServedScenarios(k Keys) []scenario {
	told := func(code string) string {
		return `{"code":"` + code + `","detail":"The API key is for a country that is not served: nothing of it is loaded, or not yet."}`
	}
	const check = `{"element":"escada","parameter":"largura","value":1.10,"unit":"m","geo_id":"PT-1106"}`
	list := []scenario{
		{name: "search places", path: "/api/v1/location/search?q=lisboa", status: 404, want: told("not_found")},
		{name: "place", path: "/api/v1/location/PT-1106", status: 404, want: told("not_found")},
		{name: "place of a country served", path: "/api/v1/location/ES-28079", status: 403, want: `{"code":"country_mismatch"}`},
		{name: "place of no country served", path: "/api/v1/location/IT-1", status: 404, want: notFound},
		{name: "search codes", path: "/api/v1/codes/search", status: 404, want: told("not_found")},
		{name: "code", path: "/api/v1/codes/eu-epbd", status: 404, want: told("not_found")},
		{name: "latest", path: "/api/v1/codes/eu-epbd/latest", status: 404, want: told("not_found")},
		{name: "version", path: "/api/v1/codes/eu-epbd/2024", status: 404, want: told("not_found")},
		{name: "verify", path: "/api/v1/verify", body: check, status: 404, want: told("location_not_found")},
		{name: "batch", path: "/api/v1/verify/batch", body: `{"checks":[` + check + `]}`, status: 200,
			want: `{"results":[{"status":404,"error":` + told("location_not_found") + `}]}`},
		{name: "ask", path: "/api/v2/ask", body: `{"query":"Que largura?"}`, status: 404, want: told("project_not_found")},
		{name: "legacy ask", path: "/api/v1/ask", body: `{"query":"Que largura?"}`, status: 404, want: told("project_not_found")},
		{name: "calculators", path: "/api/v1/calculators", status: 404, want: told("not_found")},
		{name: "run a calculator", path: "/api/v1/calculators/u-value/run", body: `{"input":{}}`, status: 404, want: told("not_found")},
		{name: "projects", path: "/api/v1/projects", status: 200, want: `{"projects":[],"total":0}`},
	}
	return withKey(k.Unserved, list)
}

func withKey(key string, list []scenario) []scenario {
	for i := range list {
		list[i].key = key
	}
	return list
}
