package httpapitest

// accountScenarios: each key is told its own.
func accountScenarios(k Keys) []scenario {
	const path = "/api/v1/account"
	return []scenario{
		{name: "main", path: path, status: 200, want: `{"plan":{"id":"full","name":"Full","api_access":true,"limits":{"data":60,"intelligence":20,"catalogue":300},"parallel_turns":6},
			"credits":{"reserved":0},"key":{"name":"test","hint":"` + k.Main[len(k.Main)-4:] + `","country":"ES","created_at":"2026-03-02T12:00:00Z","expires_at":null}}`, without: []string{k.Main}},
		{name: "another key of the user", path: path, key: k.French, status: 200, want: `{"plan":{"id":"full"},"key":{"hint":"` + k.French[len(k.French)-4:] + `","country":"FR"}}`},
		{name: "another organization", path: path, key: k.Poor, status: 200, want: `{"plan":{"id":"empty"},"credits":{"left":0,"reserved":0,"spent":0}}`, without: []string{"full"}},
		{name: "without api_access", path: path, key: k.NoPlan, status: 200, want: `{"plan":{"api_access":false}}`},
		{name: "country not served", path: path, key: k.Unserved, status: 200, want: `{"key":{"country":"PT"}}`},
	}
}
