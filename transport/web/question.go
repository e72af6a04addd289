package web

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// question is what the pages of requirements and checks ask, as their forms hold it.
type question struct {
	GeoID, Element, Parameter, Use, AsOf string
	Value, Unit                          string      // of a check
	Given                                []givenFact // circumstances, by id
}

// givenFact is a circumstance as somebody wrote it.
type givenFact struct {
	ID, Label, Unit, Text string

	value json.RawMessage // as the API takes it
}

// givenPrefix begins the names of fields that hold circumstances.
const givenPrefix = "c."

// Bounds of a form, in characters and fields; the API's own are no wider.
const maxGiven = 40

// questionOf reads a form. What is written of a circumstance is read as the command and
// tables of checks read it; wrong holds the ids of those that do not fit.
func (s *Site) questionOf(v *visit, form url.Values) (q question, wrong map[string]bool) {
	text := func(name string) string { return strings.TrimSpace(strings.ToValidUTF8(form.Get(name), "")) }
	q = question{
		GeoID: text("geo_id"), Element: text("element"), Parameter: text("parameter"), Use: text("building_use"), AsOf: text("as_of"),
		Value: text("value"), Unit: text("unit"),
	}
	q.GeoID = s.placeNamed(v, q.GeoID)
	if q.GeoID == "" {
		if place := s.chosenPlace(s.engine.Snapshot(), v.request); place != nil {
			q.GeoID = string(place.ID)
		}
	}
	wrong = map[string]bool{}
	known := s.circumstances(v.principal.Country)
	for _, name := range slices.Sorted(maps.Keys(form)) {
		id, of := strings.CutPrefix(name, givenPrefix)
		c, exists := known[id]
		written := text(name)
		if !of || !exists || written == "" || len(q.Given) == maxGiven {
			continue
		}
		fact := givenFact{ID: id, Unit: c.Unit, Text: written}
		if value, ok := s.valueOf(v.principal.Country, c, written); ok {
			fact.value = value
		} else {
			wrong[id] = true
		}
		q.Given = append(q.Given, fact)
	}
	return q, wrong
}

// circumstances are what the rules of a country ask about, by id.
func (s *Site) circumstances(country geo.ID) map[string]verify.Circumstance {
	byID := map[string]verify.Circumstance{}
	for _, c := range s.engine.Snapshot().Verifier.Circumstances(country) {
		byID[c.ID] = c
	}
	return byID
}

// valueOf reads what was written of a circumstance, as JSON.
func (s *Site) valueOf(country geo.ID, c verify.Circumstance, written string) (json.RawMessage, bool) {
	if c.Kind == rules.QuantityFact && c.Unit != "" && strings.Trim(written, "-0123456789.,") == "" {
		written += " " + c.Unit
	}
	value, err := s.engine.Snapshot().Verifier.ParseCircumstance(country, c.ID, written)
	if err != nil {
		return nil, false
	}
	var encoded any = value.Text
	switch {
	case value.Kind == rules.BooleanFact:
		encoded = value.Bool
	case value.Kind == rules.QuantityFact && value.Unit == "":
		encoded = json.Number(value.Number)
	case value.Kind == rules.QuantityFact:
		encoded = map[string]any{"value": json.Number(value.Number), "unit": value.Unit}
	}
	raw, err := json.Marshal(encoded)
	return raw, err == nil
}

// body is the question as the API takes it.
func (q *question) body() map[string]any {
	body := map[string]any{"element": q.Element, "parameter": q.Parameter, "geo_id": q.GeoID}
	for name, text := range map[string]string{"building_use": q.Use, "as_of": q.AsOf} {
		if text != "" {
			body[name] = text
		}
	}
	given := map[string]json.RawMessage{}
	for _, fact := range q.Given {
		if fact.value != nil {
			given[fact.ID] = fact.value
		}
	}
	if len(given) > 0 {
		body["circumstances"] = given
	}
	return body
}

// query is the question as an address holds it; without names one of the circumstances
// that is left out, "" for none.
func (q *question) query(without string) string { return q.values(without).Encode() }

func (q *question) values(without string) url.Values {
	out := url.Values{}
	for name, text := range map[string]string{
		"geo_id": q.GeoID, "element": q.Element, "parameter": q.Parameter, "building_use": q.Use, "as_of": q.AsOf, "value": q.Value, "unit": q.Unit,
	} {
		if text != "" {
			out.Set(name, text)
		}
	}
	for _, fact := range q.Given {
		if fact.ID != without {
			out.Set(givenPrefix+fact.ID, fact.Text)
		}
	}
	return out
}

// choices are what the fields of a question offer.
type choices struct {
	Elements, Parameters, Uses []string
}

// choicesFor lists the rules' own names; the parameters are those of the element where
// it is one of them.
func (s *Site) choicesFor(snapshot *regengine.Snapshot, country geo.ID, lang, element string) choices {
	otherwise := languageOfCountry(snapshot, country)
	var c choices
	subjects := snapshot.Verifier.Subjects(country)
	one := slices.ContainsFunc(subjects, func(s verify.Subject) bool { return strings.EqualFold(s.Element.In(lang, otherwise), element) })
	for _, subject := range subjects {
		name := subject.Element.In(lang, otherwise)
		c.Elements = append(c.Elements, name)
		if !one || strings.EqualFold(name, element) {
			c.Parameters = append(c.Parameters, subject.Parameter.In(lang, otherwise))
		}
	}
	for _, option := range s.circumstances(country)[useCircumstance].Options {
		c.Uses = append(c.Uses, option.Label.In(lang, otherwise))
	}
	for _, list := range []*[]string{&c.Elements, &c.Parameters} {
		slices.Sort(*list)
		*list = slices.DeleteFunc(slices.Compact(*list), func(name string) bool { return name == "" })
	}
	return c
}

// languageOfCountry is "" for a country that is not known.
func languageOfCountry(snapshot *regengine.Snapshot, country geo.ID) string {
	if scheme, ok := snapshot.Places.Scheme(country); ok {
		return scheme.Language()
	}
	return ""
}

// useCircumstance is the id of the use of the building, in every country.
const useCircumstance = "building_use"

// plainNumber is a number without anything that parts its thousands.
var plainNumber = lazyregexp.New(`^[-\x{2212}]?\d{1,15}(?:[.,]\d{1,12})?$`)

// digitsOf reads a number that a person wrote, decimal being what parts its fraction in
// their language. What could be thousands in that language is not read: "1.000" may be
// a thousand, and taken for one it would pass or fail wrongly.
func digitsOf(written, decimal string) (digits string, ok bool) {
	if !plainNumber.MatchString(written) {
		return "", false
	}
	other := map[string]string{",": ".", ".": ","}[decimal]
	if _, fraction, found := strings.Cut(written, other); found && len(fraction) == 3 {
		return "", false
	}
	digits = strings.NewReplacer("\u2212", "-", ",", ".").Replace(written)
	sign, rest := "", digits
	if strings.HasPrefix(digits, "-") {
		sign, rest = "-", digits[1:]
	}
	whole, fraction, found := strings.Cut(rest, ".")
	whole = cmp.Or(strings.TrimLeft(whole, "0"), "0") // JSON has no leading zeros
	if found {
		whole += "." + fraction
	}
	return sign + whole, true
}

// placeNamed returns the id of the one place that somebody named in full, a municipality
// before others; what is an id, or names none or several, stays as it is.
func (s *Site) placeNamed(v *visit, written string) string {
	places := s.engine.Snapshot().Places
	if _, err := places.ParseID(written); err == nil || written == "" {
		return written
	}
	name, _, _ := strings.Cut(written, ",") // "Moya, Cuenca"
	found, err := places.Search(written, &geo.SearchOptions{Country: v.principal.Country})
	if err != nil {
		return written
	}
	var named, towns []*geo.Place
	for _, p := range found {
		if slices.ContainsFunc(append([]string{p.Name}, p.Aliases...), func(of string) bool { return geo.Fold(of) == geo.Fold(name) }) {
			named = append(named, p)
			if p.Level == geo.Municipality {
				towns = append(towns, p)
			}
		}
	}
	for _, list := range [][]*geo.Place{towns, named} {
		if len(list) == 1 {
			return string(list[0].ID)
		}
	}
	return written
}

// placeText is how a field has a place: by its name, with what it lies in if need be, where
// that names no other, or else by its id.
func (s *Site) placeText(v *visit, place *geo.Place) string {
	around, _ := s.engine.Snapshot().Places.Ancestors(place.ID) // it is a place of the snapshot
	names := append(make([]string, 0, 1+len(around)), place.Name)
	for _, p := range around {
		names = append(names, place.Name+", "+p.Name)
	}
	for _, name := range names {
		if s.placeNamed(v, name) == string(place.ID) {
			return name
		}
	}
	return string(place.ID)
}

// placeOf returns the place of a question, if the reader may see it.
func (s *Site) placeOf(v *visit, id string) *geo.Place {
	snapshot := s.engine.Snapshot()
	parsed, err := snapshot.Places.ParseID(id)
	if err != nil || parsed.Country() != v.principal.Country {
		return nil
	}
	place, err := snapshot.Places.Get(parsed)
	if err != nil {
		return nil
	}
	return place
}

// askPage is what the pages of requirements and checks have in common.
type askPage struct {
	frame
	Q         question
	Choices   choices
	Place     *geo.Place
	PlaceText string // as its field has it
	Day       codes.Date
	Wrong     map[string]bool // fields, by name, that are not as they should be
}

// askPage returns a page that asks a question.
func (s *Site) askPage(w http.ResponseWriter, v *visit, form url.Values, section string) askPage {
	page := askPage{frame: s.frame(v.request, "", section, "")}
	page.Q, page.Wrong = s.questionOf(v, form)
	page.Choices = s.choicesFor(s.engine.Snapshot(), v.principal.Country, page.Lang, page.Q.Element)
	page.Day = codes.DateOf(s.opts.Now())
	if day, err := codes.ParseDate(page.Q.AsOf); err == nil {
		page.Day = day
	}
	if page.Place = s.placeOf(v, page.Q.GeoID); page.Place != nil {
		page.at(page.Place)
		page.PlaceText = s.placeText(v, page.Place)
		s.keepPlace(w, page.Place.ID)
	}
	known, otherwise := s.circumstances(v.principal.Country), languageOfCountry(s.engine.Snapshot(), v.principal.Country)
	for i := range page.Q.Given {
		fact := &page.Q.Given[i]
		fact.Label = known[fact.ID].Label.In(page.Lang, otherwise)
	}
	return page
}
