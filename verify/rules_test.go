package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/verifytest"
)

// text is one version with its rules, its quotes made into blocks of a text.
type text struct {
	code  string
	rules string
	level codes.NormativeScope
	at    []geo.ID
}

// blocksOf makes a text out of what rules quote, one block for each rule.
func blocksOf(set rules.RuleSet) []retrieval.Block {
	var out []retrieval.Block
	for i := range set.Rules {
		r := &set.Rules[i]
		out = append(out, retrieval.Block{ID: set.Ref.Code + "-" + r.ID, Doc: set.Ref.String(), Section: r.Section, Kind: retrieval.Paragraph, Lang: set.Language, Text: r.Quote})
	}
	for i := range set.Fillings {
		f := &set.Fillings[i]
		out = append(out, retrieval.Block{ID: set.Ref.Code + "-term-" + f.Term, Doc: set.Ref.String(), Section: f.Section, Kind: retrieval.Paragraph, Lang: set.Language, Text: f.Quote})
	}
	return out
}

// newVerifier builds a Verifier of the fixture's country over other texts.
func newVerifier(texts ...text) (*verify.Verifier, error) {
	places, err := verifytest.Places()
	if err != nil {
		return nil, err
	}
	day, _ := codes.NewDate(2020, 1, 1)
	var list []codes.Code
	var sets []rules.RuleSet
	var blocks []retrieval.Block
	for _, each := range texts {
		if each.level == "" {
			each.level, each.at = codes.National, []geo.ID{"XX"}
		}
		set, err := rules.Parse(codes.VersionRef{Code: each.code, Version: "1"}, []byte(each.rules))
		if err != nil {
			return nil, err
		}
		sets, blocks = append(sets, set), append(blocks, blocksOf(set)...)
		list = append(list, codes.Code{Slug: each.code, Title: each.code, CountryCode: "XX", Scope: each.level, Territories: each.at,
			Versions: []codes.Version{{Slug: "1", Title: each.code, Status: codes.Active, Effective: day, Internal: true}}})
	}
	catalog, err := codes.NewCatalog(places, list)
	if err != nil {
		return nil, err
	}
	return verify.New(places, catalog, retrieval.New(blocks), sets, nil)
}

func mustVerifier(t testing.TB, texts ...text) *verify.Verifier {
	t.Helper()
	v, err := newVerifier(texts...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// ask decides one check at XX-1 unless it names another place.
func ask(t testing.TB, v *verify.Verifier, check verify.Check) *verify.Result {
	t.Helper()
	if check.GeoID == "" {
		check.GeoID = "XX-1"
	}
	got, err := v.Verify(t.Context(), check, verifytest.On())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// washrooms declares what the rules of these tests are about; %s is the rules.
const washrooms = `
format: 1
language: es
elements:
  washroom: {label: {es: aseo accesible}, names: {es: [aseo accesible, aseos accesibles], en: [accessible toilet]}}
  ramp: {label: {es: rampa}, names: {es: [rampa], en: [ramp]}}
parameters:
  count: {label: {es: número}, names: {es: [número], en: [number]}}
  slope: {label: {es: pendiente}, names: {es: [pendiente], en: [slope]}, relation: slope}
  width: {label: {es: anchura}, names: {es: [anchura], en: [width]}}
facts:
  toilets: {kind: quantity, unit: ud, label: {es: inodoros}, says: {es: ["{} inodoros", "entre {} inodoros"]}}
  length: {kind: quantity, unit: m, label: {es: longitud}, says: {es: ["longitud de {}", "de {} de longitud"]}}
  lift: {kind: boolean, label: {es: ascensor}, yes: {es: [con ascensor]}, no: {es: [sin ascensor]}}
rules:
`

func rulesOf(list string) string { return washrooms + strings.TrimPrefix(list, "\n") }
