package httpapitest

import (
	"fmt"
	"strings"
)

// batchOf returns the body of a batch of checks.
func batchOf(checks ...string) string { return `{"checks":[` + strings.Join(checks, ",") + `]}` }

func repeat(check string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = check
	}
	return list
}

func batchScenarios(k Keys) []scenario {
	const path = "/api/v1/verify/batch"
	narrow := with("value", "0.90")
	list := []scenario{
		{name: "each with its own status", path: path, status: 200,
			body: batchOf(stairCheck, narrow, with("geo_id", `"ES-28999"`), with("codes", `[{"slug":"nothing"}]`), with("value", `"1"`), `7`),
			want: `{"total":6,"decided":2,"result_statuses":{"compliant":1,"conditional":0,"conditional_not_compliant":0,"non_compliant":1,"undetermined":0},"results":[
				{"index":0,"status":200,"result":{"result_status":"compliant","receipt":null},"error":null},
				{"index":1,"status":200,"result":{"result_status":"non_compliant","limit_value":1,"margin":-0.1},"error":null},
				{"index":2,"status":404,"result":null,"error":{"code":"location_not_found"}},
				{"index":3,"status":400,"result":null,"error":{"code":"invalid_code"}},
				{"index":4,"status":422,"result":null,"error":{"errors":[{"location":"body.checks[4].value"}]}},
				{"index":5,"status":422,"result":null,"error":{"errors":[{"location":"body.checks[5]"}]}}]}`},
		{name: "receipts", path: path, status: 200, body: `{"checks":[` + stairCheck + `],"receipts":true}`,
			want: `{"results":[{"result":{"receipt":{"inputs":{"value":1.10,"geo_id":"ES-28079","country":"ES","codes":null,"as_of":null}}}}]}`},
		{name: "detail", path: path + "?detail=receipt", status: 200, body: batchOf(stairCheck), want: `{"results":[{"result":{"receipt":{"inputs":{"value":1.10,"ref":null,"circumstances":{}}}}}]}`},
		{name: "500", path: path, status: 200, body: batchOf(repeat(with("element", `"unicornio"`), 500)...), want: `{"total":500,"decided":500}`},
		{name: "501", path: path, status: 422, body: batchOf(repeat("{}", 501)...), want: `{"errors":[{"location":"body.checks"}]}`},
		{name: "none", path: path, status: 422, body: batchOf(), want: `{"errors":[{"location":"body.checks"}]}`},
		{name: "no list", path: path, status: 422, body: `{}`, want: `{"errors":[{"location":"body.checks"}]}`},
		{name: "list of null", path: path, status: 422, body: `{"checks":null}`, want: `{"errors":[{"location":"body.checks"}]}`},
		{name: "unknown member", path: path, status: 422, body: `{"checks":[{}],"x":1}`, want: `{"errors":[{"location":"body.x"}]}`},
		{name: "receipts of text", path: path, status: 422, body: `{"checks":[{}],"receipts":"yes"}`, want: `{"errors":[{"location":"body.receipts"}]}`},
		{name: "nothing valid costs nothing", path: path, key: k.Poor, status: 200, body: batchOf(`{}`), want: `{"total":1,"decided":0,"results":[{"status":422}]}`},
		{name: "credits", path: path, key: k.Poor, status: 429, body: batchOf(stairCheck), want: `{"code":"quota_exceeded"}`},
		{name: "plan", path: path, key: k.NoPlan, status: 403, body: batchOf(stairCheck), want: `{"code":"plan_not_allowed"}`},
		{name: "media type", path: path, status: 415, body: batchOf(stairCheck), header: map[string]string{"Content-Type": "text/plain"}},
		{name: "duplicate key in one check", path: path, status: 422, body: batchOf(with("value", `1,"value":2`)), want: `{"errors":[{"location":"body.checks[0].value"}]}`},
		{name: "more than 64 KiB", path: path, status: 200, body: batchOf(repeat(with("element", `"`+strings.Repeat("ñ", 500)+`"`), 100)...), want: `{"decided":100}`},
		{name: "more than 4 MiB", path: path, status: 413, body: batchOf(with("element", `"`+strings.Repeat("x", 5<<20)+`"`)), want: `{"code":"payload_too_large"}`},
	}
	return list
}

func asOfScenarios() []scenario {
	const path = "/api/v1/verify?detail=receipt"
	list := []scenario{
		{name: "in force then and now", path: path, body: with("as_of", `"2024-05-01"`), status: 200, want: `{"result_status":"compliant","receipt":{"as_of":"2024-05-01","inputs":{"as_of":"2024-05-01"}}}`},
		{name: "before there was a rule", path: path, body: with("as_of", `"2015-05-01"`), status: 200, want: `{"result_status":"undetermined","receipt":{"as_of":"2015-05-01"}}`},
		{name: "as_of null", path: path, body: with("as_of", "null"), status: 200, want: `{"result_status":"compliant","receipt":{"inputs":{"as_of":null}}}`},
	}
	for _, bad := range []string{`"2024-02-30"`, `"2024"`, `""`, `1`, `"01/02/2024"`, `"2024-05-01T00:00:00Z"`} {
		list = append(list, scenario{name: "as_of " + bad, path: path, body: with("as_of", bad), status: 422,
			want: fmt.Sprintf(`{"errors":[{"location":"body.%s"}]}`, "as_of")})
	}
	return list
}
