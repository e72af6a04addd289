package httpapi

import (
	"context"
	"math/big"
	"net/http"
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/internal/strictjson"
	"github.com/reglookup/regengine/verify"
)

var verifyBody = []*field{
	{name: "element", kind: textField, required: true, max: 500, example: "escalera de uso general",
		doc: "Construction element or installation, free text."},
	{name: "parameter", kind: textField, required: true, max: 200, example: "anchura útil",
		doc: "Parameter or requirement checked, free text."},
	{name: "value", kind: numberField, required: true, example: 1.05,
		doc: "Value of the project. Its digits are kept: the comparison is decimal."},
	{name: "unit", kind: textField, required: true, max: 100, example: "m",
		doc: "Unit of the value. Yes/no checks use the text boolean with the value 0 or 1."},
	{name: "geo_id", kind: textField, required: true, example: "ES-28079",
		doc: "Identifier of the municipality, in any letter case. A wider place is answered with a warning; one of another country than the key's does not exist here."},
	{name: "codes", kind: listField, nullable: true, min: 1, max: 100, members: []*field{
		{name: "slug", kind: textField, required: true, doc: "Slug of the code.", example: "cte-db-sua"},
		{name: "version", kind: textField, nullable: true, doc: "Slug of one version, of whatever status; all active versions when null or omitted."},
	}, doc: "Codes to verify against; all that apply at the place when null or omitted. An empty list is a mistake."},
	{name: "building_use", kind: anyText, nullable: true, max: 500, example: "residencial vivienda",
		doc: "Use of the building, free text."},
	{name: "circumstances", kind: givenField, nullable: true, example: map[string]any{"drop_height": map[string]any{"value": 4, "unit": "m"}},
		doc: "What is known for certain, by the ids that GET /api/v1/circumstances lists: a boolean; a number with its unit, or a bare one of what is counted; the id of one value of a category; a text such as a climate zone. " +
			"It outranks what the texts say and what the place has; a warning names both. One that does not matter here is ignored; one that does not exist, or whose value does not fit, is refused. At most 200."},
	{name: "ref", kind: anyText, nullable: true, max: 200, example: "P-07", doc: "Your own name for the check; it comes back with the result."},
	{name: "as_of", kind: dateField, nullable: true, example: "2026-01-31",
		doc: "Asks by the law in force on that day; by what is active today when null or omitted. An extension."},
}

// verifyDetail asks for what a verdict was made from.
var verifyDetail = &field{name: "detail", kind: enumField, enum: []string{"receipt"},
	doc: "receipt: each verdict comes with its receipt, from which regengine replay makes it again. Without it receipt is null."}

// wantsReceipt reports whether a request asks for receipts.
func wantsReceipt(in *input) bool { return in.text(verifyDetail.name) != "" }

func (a *API) verifyOperations() []*operation {
	return []*operation{{
		id: "verify", method: http.MethodPost, path: "/api/v1/verify", tag: "Verify",
		summary: "Check a value against the regulations that apply",
		description: "Decides whether one value of one construction element complies, with limit, margin, conditions and sources. The service determines which rule applies and in which direction. " +
			"Costs one credit; a place or code that does not exist costs none. Send an Idempotency-Key to repeat a request safely.",
		group: access.Intelligence, queryFields: []*field{verifyDetail}, body: verifyBody, needsPlan: true, idempotent: true,
		response: Verdict{}, run: a.verify,
	}, a.verifyBatchOperation()}
}

func (a *API) verify(ctx context.Context, x *exchange, in *input) (reply, error) {
	snapshot := a.deps.Engine.Snapshot()
	check, err := newCheck(snapshot, x.principal.Country, in.body, "body")
	if err != nil {
		return reply{}, err
	}
	today := codes.DateOf(a.now())
	answer, _, err := a.charge(ctx, x, in, charged{operation: meteredVerify, credits: a.opts.VerifyCredits, timeout: verifyTimeout, work: func(ctx context.Context) ([]byte, error) {
		response, err := a.decide(ctx, snapshot, check, today)
		if err != nil {
			return nil, err
		}
		if !wantsReceipt(in) {
			response.Receipt = nil
		}
		return encode(response), nil
	}})
	return answer, err
}

// decide runs one check and counts its verdict.
func (a *API) decide(ctx context.Context, snapshot *regengine.Snapshot, check verify.Check, today codes.Date) (*Verdict, error) {
	response, err := DecideCheck(ctx, snapshot, check, today, EngineName(a.opts.Version))
	if err == nil {
		a.metrics.decided(response)
	}
	return response, err
}

// EngineName is what receipts call a version of the program.
func EngineName(version string) string { return "regengine " + version }

// verifyTimeout is far above what a verdict takes; it only keeps a mistake from
// running on.
const verifyTimeout = 30 * time.Second

const unitBoolean = "boolean"

// zeroOrOne reports whether a JSON number is exactly 0 or 1, however written.
func zeroOrOne(number string) bool {
	n, ok := new(big.Rat).SetString(number)
	return ok && (n.Sign() == 0 || n.Cmp(big.NewRat(1, 1)) == 0)
}

// newCheck returns the check a valid body asks for. The error is a mistake that
// only shows between fields, or names what does not exist.
func newCheck(snapshot *regengine.Snapshot, country geo.ID, body strictjson.Value, at string) (verify.Check, error) {
	text := func(name string) string {
		v, _ := body.Get(name)
		return v.Text
	}
	check := verify.Check{
		Element: text("element"), Parameter: text("parameter"), Value: text("value"), Unit: text("unit"),
		GeoID: text("geo_id"), Country: country, BuildingUse: text("building_use"), Ref: text("ref"),
	}
	given, _ := body.Get("circumstances")
	check.Circumstances = circumstancesOf(given)
	named, _ := body.Get("codes")
	for _, item := range named.Items {
		check.Codes = append(check.Codes, versionRef(item))
	}
	if day := text("as_of"); day != "" {
		check.AsOf, _ = codes.ParseDate(day) // validated
	}
	if strings.TrimSpace(check.Unit) == unitBoolean && !zeroOrOne(check.Value) {
		return check, invalid(ErrorDetail{at + ".value", "must be 0 or 1 with the unit boolean", MistakeRange})
	}
	return check, decidable(snapshot, check, at)
}

// decidable says what a check names that is not there, before any credit is reserved.
func decidable(snapshot *regengine.Snapshot, check verify.Check, at string) error {
	if err := checkServed(snapshot, check.Country); err != nil {
		return err
	}
	if err := fitCircumstances(snapshot, check.Country, check.Circumstances, at+".circumstances"); err != nil {
		return err
	}
	return checkScope(snapshot.Places, snapshot.Codes, check)
}

func versionRef(item strictjson.Value) codes.VersionRef {
	slug, _ := item.Get("slug")
	version, _ := item.Get("version")
	return codes.VersionRef{Code: slug.Text, Version: version.Text}
}

// checkScope finds out what a check names that does not exist before any credit
// is reserved (DECISIONS 7).
func checkScope(places *geo.Gazetteer, catalog *codes.Catalog, check verify.Check) error {
	id, err := places.ParseID(check.GeoID)
	if err != nil || id.Country() != check.Country {
		return verify.ErrLocationNotFound
	}
	if _, err := places.Get(id); err != nil {
		return verify.ErrLocationNotFound
	}
	for _, ref := range check.Codes {
		code, err := catalog.Get(ref.Code)
		if err != nil || !catalog.Visible(code, check.Country) {
			return verify.ErrInvalidCode
		}
		if ref.Version == "" {
			continue
		}
		if _, err := catalog.Version(ref); err != nil {
			return verify.ErrInvalidCode
		}
	}
	return nil
}
