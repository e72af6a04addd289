package httpapi

import (
	"context"
	"net/http"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/internal/strictjson"
	"github.com/reglookup/regengine/verify"
)

var requirementsBody = []*field{
	{name: "element", kind: textField, required: true, max: 500, example: "barandilla",
		doc: "Construction element or installation, free text; what is said of it leaves out the cases that it is not."},
	{name: "parameter", kind: textField, required: true, max: 200, example: "altura",
		doc: "Parameter or requirement asked for, free text."},
	verifyField("geo_id"),
	{name: "unit", kind: textField, nullable: true, max: 100, example: "cm",
		doc: "Unit that limits are converted to; each in the regulation's own when null or omitted. Limits of another kind are left out."},
	verifyField("codes"), verifyField("building_use"), verifyField("circumstances"), verifyField("as_of"),
	{name: "excluded", kind: boolField, example: false,
		doc: "Lists as well what is excluded by what is known; false when omitted."},
}

// verifyField is a member that verify takes too.
func verifyField(name string) *field {
	for _, f := range verifyBody {
		if f.name == name {
			return f
		}
	}
	panic("httpapi: verify takes no " + name)
}

func (a *API) requirementsOperations() []*operation {
	return []*operation{{
		id: "requirements", method: http.MethodPost, path: "/api/v1/requirements", tag: "Verify",
		summary: "List what is required of an element",
		description: "Every requirement that applies to one parameter of one element at a place: the limit, the case it holds in, the passage it stands on and which of them governs. " +
			"It reads the words as POST /api/v1/verify does, and a check is decided by exactly the requirements listed. Costs no credits. " +
			"Nothing understood is an empty list and a warning with the names that come near.",
		group: access.Catalogue, body: requirementsBody, extension: true,
		response: RequirementList{}, run: a.requirements,
	}}
}

func (a *API) requirements(ctx context.Context, x *exchange, in *input) (reply, error) {
	snapshot := a.deps.Engine.Snapshot()
	query, err := newQuery(snapshot, x.principal.Country, in.body)
	if err != nil {
		return reply{}, err
	}
	got, err := snapshot.Verifier.Requirements(ctx, query, codes.DateOf(a.now()))
	if err != nil {
		return reply{}, err
	}
	if excluded, _ := in.body.Get("excluded"); !excluded.Bool {
		got = got.WithoutExcluded()
	}
	return jsonReply(NewRequirementList(got, a.opts.BaseURL)), nil
}

// newQuery returns the query a valid body asks for.
func newQuery(snapshot *regengine.Snapshot, country geo.ID, body strictjson.Value) (verify.Query, error) {
	text := func(name string) string {
		v, _ := body.Get(name)
		return v.Text
	}
	query := verify.Query{Element: text("element"), Parameter: text("parameter"), Unit: text("unit"), GeoID: text("geo_id"), Country: country, BuildingUse: text("building_use")}
	named, _ := body.Get("codes")
	for _, item := range named.Items {
		query.Codes = append(query.Codes, versionRef(item))
	}
	if day := text("as_of"); day != "" {
		query.AsOf, _ = codes.ParseDate(day) // validated
	}
	given, _ := body.Get("circumstances")
	query.Circumstances = circumstancesOf(given)
	if err := checkServed(snapshot, country); err != nil {
		return query, err
	}
	return query, fitCircumstances(snapshot, country, query.Circumstances, "body.circumstances")
}
