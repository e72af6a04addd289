package plugintest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/plugins/sdk"
	"github.com/reglookup/regengine/projects"
)

// wrongCountries each make one mistake. A suite that does not see it is worthless.
var wrongCountries = map[string]struct {
	country *country
	section string
	want    string
}{
	"NameIsNoSlug":    {&country{about: about(func(a *sdk.About) { a.Name = "Ex Landia" })}, "About", "is no slug"},
	"NoVersion":       {&country{about: about(func(a *sdk.About) { a.Version = "" })}, "About", "not of the kind 1.2.0"},
	"NoLicence":       {&country{about: about(func(a *sdk.About) { a.Licence = "" })}, "About", "want both"},
	"NoSource":        {&country{about: about(func(a *sdk.About) { a.Sources = nil })}, "About", "names no source"},
	"SourceIsNoURL":   {&country{about: about(func(a *sdk.About) { a.Sources[0].URL = "the web" })}, "About", "web address"},
	"LanguageIsNoTag": {&country{tag: "spanish!"}, "About", "BCP 47"},
	"CountryIsLower":  {&country{right: geotest.Scheme{Code: "xx"}, calculators: []projects.Calculator{}}, "About", "capital letters"},

	"CountryNotFirst":     {&country{places: append(geotest.Places()[1:], geotest.Places()[0])}, "Places", "the first place is"},
	"NoParent":            {&country{places: changed(1, func(p *geo.Place) { p.Parent = "XX-ZZ" })}, "Places", "are no tree"},
	"OtherCountry":        {&country{places: changed(1, func(p *geo.Place) { p.ID = "ES-NO" })}, "Places", "are no tree"},
	"LevelOfAnotherShape": {&country{places: changed(1, func(p *geo.Place) { p.Level = geo.Municipality })}, "Places", "are no tree"},
	"RadonOutOfRange":     {&country{places: changed(municipality, func(p *geo.Place) { p.Tech.RadonZone = new(7) })}, "Places", "are no tree"},
	"PopulationNegative":  {&country{places: changed(municipality, func(p *geo.Place) { p.Tech.Population = new(-1) })}, "Places", "population -1 is negative"},
	"PopulationOfAWorld":  {&country{places: changed(municipality, func(p *geo.Place) { p.Tech.Population = new(1_000_000_000) })}, "Places", "population of 1000000000"},
	"TechOfARegion":       {&country{places: changed(1, func(p *geo.Place) { p.Tech = &geo.TechData{ClimateZone: "a"} })}, "Places", "which only a municipality carries"},
	"ExtraWithoutLabel": {&country{places: changed(municipality, func(p *geo.Place) { p.Tech.Extra = []geo.TechValue{{Key: "wind", Value: "26"}} })},
		"Places", "no label"},
	"NotUTF8":        {&country{places: changed(1, func(p *geo.Place) { p.Name = "\xff" })}, "Places", "mistake(s) in the places\n  \""},
	"PlacesDiffer":   {&country{yield: differing()}, "Places", "other places each time"},
	"YieldIgnored":   {&country{yield: ignoring}, "Places", "want it to end"},
	"PlacesPanic":    {&country{yield: func(context.Context, func(geo.Place) error) error { panic("out of stone") }}, "Places", "panicked"},
	"ParentForbids":  {&country{parentAllowed: func(_, _ geo.ID) string { return "no" }}, "Identifiers", "but that is its parent"},
	"IDNotCanonical": {&country{parseID: func(text string) (geo.ID, geo.Level, error) { return parsed(geo.ID(text), text) }}, "Identifiers", "want"},
	"IDTrimmed": {&country{parseID: func(text string) (geo.ID, geo.Level, error) { return right.ParseID(strings.TrimSpace(text)) }},
		"Identifiers", "the text in another letter case at most"},
	"OtherError": {&country{parseID: func(text string) (geo.ID, geo.Level, error) {
		id, level, err := right.ParseID(text)
		if err != nil {
			err = errors.New("no")
		}
		return id, level, err
	}}, "Identifiers", "wraps geo.ErrInvalidID"},
	"AnythingIsAnID": {&country{parseID: func(text string) (geo.ID, geo.Level, error) {
		if id, level, err := right.ParseID(text); err == nil {
			return id, level, nil
		}
		return "XX", geo.Country, nil
	}}, "Identifiers", "want geo.ErrInvalidID"},
	"ParsePanics": {&country{parseID: func(text string) (geo.ID, geo.Level, error) {
		if text == "" {
			panic("no text")
		}
		return right.ParseID(text)
	}}, "Identifiers", "panicked: no text"},

	"NoScopeWord":   {&country{scopeWord: func(string) (string, string) { return "", "" }}, "Words", "readable form"},
	"OneScopeWord":  {&country{scopeWord: func(string) (string, string) { return "norma", "Norma" }}, "Words", "could not be told apart"},
	"UnknownScope":  {&country{scopeWord: func(s string) (string, string) { return s + "al", s }}, "Words", "want it back as it is"},
	"NoLevelWord":   {&country{levelWord: func(geo.Level) string { return "" }}, "Words", "LevelWord(country) is empty"},
	"DeriveChanges": {&country{derive: changing}, "Derive", "changed the place it was given"},
	"DeriveOverwrites": {&country{derive: func(p geo.Place) geo.Place {
		p = clone(p)
		if p.Tech != nil {
			p.Tech.AltitudeM = new(0)
		}
		return p
	}}, "Derive", "what is stated is kept"},
	"DeriveGrows": {&country{derive: func(p geo.Place) geo.Place {
		p = clone(p)
		if p.Tech != nil {
			p.Tech.ClimateZone += "x"
		}
		return p
	}}, "Derive", "(-once +twice)"},
	"DeriveForAll": {&country{derive: func(p geo.Place) geo.Place { p.Tech = &geo.TechData{ClimateZone: "a"}; return p }}, "Derive", "gave the country technical data"},

	"SummaryOfNothing":    {&country{summary: func(geo.Place) string { return "Nada" }}, "Summary", "without technical data"},
	"SummaryBlankLine":    {&country{summary: func(p geo.Place) string { return spaced(right.Summary(p)) }}, "Summary", "empty line"},
	"SummaryHidesZone":    {&country{summary: func(p geo.Place) string { return strings.ReplaceAll(right.Summary(p), "high", "?") }}, "Summary", "does not name its climate zone"},
	"SummaryHidesUnknown": {&country{summary: silent}, "Summary", "name what is unknown"},

	"FormatWithoutSample": {&country{formats: []sdk.Format{{Name: "other", Title: "Otro", Read: reading(nil)}}}, "Formats", "no sample"},
	"FormatReadsNothing":  {&country{formats: []sdk.Format{format(reading(nil))}}, "Formats", "reads 0 places of its sample"},
	"FormatReadsGarbage": {&country{formats: []sdk.Format{format(reading(geotest.Places()))}},
		"Formats", "of a picture, want an error"},
	"FormatSaysNoLine":  {&country{formats: []sdk.Format{format(vague)}}, "Formats", "want the line"},
	"FormatSkipsRows":   {&country{formats: []sdk.Format{format(skipping)}}, "Formats", "says nothing of it"},
	"FormatOfStrangers": {&country{formats: []sdk.Format{format(reading([]geo.Place{{ID: "ES-28", Name: "Madrid", Level: geo.Province}}))}}, "Formats", "does not know the identifier"},

	"LanguageBuiltIn": {&country{language: fstest.MapFS{"stopwords.txt": {}}}, "Language", "which the host has"},
	"LanguageEmpty":   {&country{tag: "fr", language: fstest.MapFS{}}, "Language", "holds no file"},
	"LanguageRefused": {&country{tag: "fr", language: fstest.MapFS{"stopwords.txt": {Data: []byte("le la\n")}}}, "Language", "stopwords.txt:1"},
	"LanguageUnread":  {&country{tag: "fr", language: fstest.MapFS{"stopword.txt": {Data: []byte("le\n")}}}, "Language", `nobody reads the language files ["stopword.txt"]`},
	"LanguageLatin1":  {&country{tag: "fr", language: fstest.MapFS{"a.txt": {Data: []byte("\xe9")}}}, "Language", "not UTF-8"},
	"PackRefused":     {&country{packs: []sdk.Pack{{Name: "normas", Files: fstest.MapFS{"x": {}}}}}, "Packs", "pack.yaml"},
	"PackEmpty":       {&country{packs: []sdk.Pack{{Name: "normas", Files: fstest.MapFS{}}}}, "Packs", "has no file"},
	"PackTwice":       {&country{packs: append((&country{}).Packs(), (&country{}).Packs()...)}, "Packs", "two packs"},

	"CalculatorOfOthers":   {&country{right: geotest.Scheme{Code: "AA"}}, "About", "those of a plugin are of its own"},
	"CalculatorNoExample":  {&country{calculators: []projects.Calculator{renamed{doubling}}}, "Calculators", "has no input for it"},
	"SchemaNoObject":       {withSchema(`{"type":"array"}`, ""), "Calculators", "want an object"},
	"SchemaNoTitle":        {withSchema(`{"type":"object","properties":{"length":{"type":"integer"},"note":{"type":"string","title":"x"}}}`, ""), "Calculators", "has no title"},
	"SchemaEmptyUnit":      {withSchema("", `{"type":"object","properties":{"double":{"type":"integer","title":"x","x-unit":""}}}`), "Calculators", "has the unit"},
	"SchemaRequires":       {withSchema(`{"type":"object","properties":{"length":{"title":"x"},"note":{"title":"x"}},"required":["width"]}`, ""), "Calculators", `requires "width"`},
	"SchemaOfOtherDraft":   {withSchema(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"length":{"title":"x"},"note":{"title":"x"}}}`, ""), "Calculators", "2020-12"},
	"ResultNotOfItsSchema": {outcome(func(o *projects.Outcome) { o.Result = []byte(`{"double":"42"}`) }), "Calculators", `result.double is 42, but its schema says "integer"`},
	"ResultUnknownMember":  {outcome(func(o *projects.Outcome) { o.Result = []byte(`{"double":42,"triple":63}`) }), "Calculators", `the member "triple"`},
	"NoSummary":            {outcome(func(o *projects.Outcome) { o.Summary = "" }), "Calculators", "want one or two sentences"},
	"SummaryTooLong":       {outcome(func(o *projects.Outcome) { o.Summary = strings.Repeat("ñ", 4001) }), "Calculators", "the summary has 4001 characters"},
	"StepTooLong":          {outcome(func(o *projects.Outcome) { o.Steps[0] = strings.Repeat("ñ", 2001) }), "Calculators", "a step or source has 2001 characters"},
	"NoSources":            {outcome(func(o *projects.Outcome) { o.Sources = nil }), "Calculators", "0 sources"},
	"RunDiffers":           {outcome(func(o *projects.Outcome) { o.Summary = fmt.Sprint(counter.Add(1)) }), "Calculators", "differs each time"},
	"TakesAnything": {running(func(context.Context, json.RawMessage) (projects.Outcome, error) {
		return doubling.Run(context.Background(), []byte(`{"length":21}`))
	}), "Calculators", "want projects.ErrInvalid"},
	"NamesNoMember": {running(func(ctx context.Context, input json.RawMessage) (projects.Outcome, error) {
		o, err := doubling.Run(ctx, input)
		if err != nil {
			err = projects.ErrInvalid
		}
		return o, err
	}), "Calculators", "does not name the member"},
	"RunPanics": {running(func(context.Context, json.RawMessage) (projects.Outcome, error) { panic("out of stone") }), "Calculators", "panicked: out of stone"},
	"RunGoesOn": {running(func(ctx context.Context, input json.RawMessage) (projects.Outcome, error) {
		if ctx.Err() != nil {
			sleepers.Add(1)
			defer sleepers.Done()
			asleep <- struct{}{}
			<-enough
		}
		return doubling.Run(context.WithoutCancel(ctx), input)
	}), "Calculators", "after its context was cancelled"},
	"NotAtOnce": {running(alone()), "AtOnce", "run several times at once"},
}

var (
	right   = geotest.Scheme{}
	counter atomic.Int64

	sleepers sync.WaitGroup        // calculators that outlive their test
	asleep   = make(chan struct{}) // one tells that it does
	enough   chan struct{}         // ends them
)

func parsed(id geo.ID, text string) (geo.ID, geo.Level, error) {
	_, level, err := right.ParseID(text)
	if err != nil {
		return "", 0, err
	}
	return id, level, nil
}

func differing() func(context.Context, func(geo.Place) error) error {
	var calls atomic.Int64
	return func(_ context.Context, yield func(geo.Place) error) error {
		places := geotest.Places()
		places[0].Name = fmt.Sprint("Exlandia ", calls.Add(1))
		for _, p := range places {
			if err := yield(p); err != nil {
				return err
			}
		}
		return nil
	}
}

func ignoring(_ context.Context, yield func(geo.Place) error) error {
	var err error
	for _, p := range geotest.Places() {
		err = errors.Join(err, yield(p))
	}
	return err
}

func changing(p geo.Place) geo.Place {
	if p.Tech != nil && p.Tech.AltitudeM != nil {
		p.Tech.ClimateZone = "low"
	}
	return p
}

func spaced(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n\n."
}

// silent says nothing of places of which nothing is known.
func silent(p geo.Place) string {
	if p.Tech == nil || p.Tech.ClimateZone == "" {
		return ""
	}
	return right.Summary(p)
}

type reader = func(context.Context, string, io.Reader, func(geo.Place) error, func(string)) error

// reading returns a format that yields these whatever the file holds.
func reading(places []geo.Place) reader {
	return func(_ context.Context, _ string, _ io.Reader, yield func(geo.Place) error, _ func(string)) error {
		for _, p := range places {
			if err := yield(p); err != nil {
				return err
			}
		}
		return nil
	}
}

func vague(_ context.Context, _ string, file io.Reader, yield func(geo.Place) error, _ func(string)) error {
	if sdk.ReadPlacesCSV(file, yield) != nil {
		return errors.New("the file is wrong")
	}
	return nil
}

// skipping leaves out what it does not understand, and does not say so.
func skipping(_ context.Context, _ string, file io.Reader, yield func(geo.Place) error, _ func(string)) error {
	data, err := io.ReadAll(file)
	if err != nil || !strings.HasPrefix(string(data), "id,") {
		return errors.New("line 1: no columns")
	}
	for row := range strings.Lines(string(data)) {
		if cells := strings.Split(row, ","); len(cells) == 4 && cells[2] == "municipality" {
			err = errors.Join(err, yield(geo.Place{ID: geo.ID(cells[0]), Name: cells[1], Level: geo.Municipality, Parent: "XX-01"}))
		}
	}
	return err
}

type renamed struct{ projects.Calculator }

func (renamed) ID() string { return "halving" }

// alone returns a calculator that is wrong when it is run twice at once: behind the
// examples, run one by one, the first call waits for the second.
func alone() func(context.Context, json.RawMessage) (projects.Outcome, error) {
	before := int64(len(options.Examples["doubling"]))
	var mu sync.Mutex
	var calls atomic.Int64
	met := make(chan struct{})
	return func(ctx context.Context, input json.RawMessage) (projects.Outcome, error) {
		n := calls.Add(1)
		if n == before+2 {
			close(met)
		}
		if !mu.TryLock() {
			return projects.Outcome{}, errors.New("busy")
		}
		defer mu.Unlock()
		if n > before {
			select {
			case <-met:
			case <-ctx.Done():
			}
		}
		return doubling.Run(ctx, input)
	}
}

func TestTestCountry_Wrong(t *testing.T) {
	enough = make(chan struct{})
	t.Cleanup(func() { close(enough); sleepers.Wait() })
	for name, c := range wrongCountries {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limits, sleeping := *options, 0 // calculators that sleep, for each time the suite says so
			if name == "RunGoesOn" {
				limits.goesOn, sleeping = 10*time.Millisecond, 1
			}
			found := mistakesWith(t, c.country, c.section, &limits)
			said := 0
			for _, text := range found[c.section] {
				if strings.Contains(text, c.want) {
					said++
				}
			}
			if said == 0 {
				t.Errorf("the suite does not say %q in its section %s; it says\n%q", c.want, c.section, found)
			}
			for range said * sleeping { // what the suite gave up may not have begun yet
				<-asleep
			}
		})
	}
}

// TestTestCountry_LongTexts takes texts as long as a project keeps them.
func TestTestCountry_LongTexts(t *testing.T) {
	c := outcome(func(o *projects.Outcome) {
		o.Summary, o.Steps[0] = strings.Repeat("ñ", 4000), strings.Repeat("ñ", 2000)
	})
	if found := mistakes(t, c, "Calculators"); len(found) > 0 {
		t.Errorf("the suite says %q", found)
	}
}

// mistakes returns what the suite finds in a section. The others are left out: some
// of these countries would have the race detector speak there.
func mistakes(t *testing.T, c sdk.Country, only string) map[string][]string {
	t.Helper()
	return mistakesWith(t, c, only, options)
}

func mistakesWith(t *testing.T, c sdk.Country, only string, opts *Options) map[string][]string {
	t.Helper()
	s, stop, err := openCountry(t.Context(), c, opts.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	found := map[string][]string{}
	s.run(t.Context(), func(section string, check func(failer)) {
		if section != only {
			return
		}
		check(func(format string, args ...any) {
			found[section] = append(found[section], fmt.Sprintf(format, args...))
		})
	})
	return found
}
