package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// finding is one thing doctor has to say.
type finding struct {
	Level   string `json:"level"` // ok, warning or error
	Subject string `json:"subject"`
	Message string `json:"message"`
	Advice  string `json:"advice,omitempty"` // what to do
}

// The levels.
const (
	levelOK      = "ok"
	levelWarning = "warning"
	levelError   = "error"
)

// errSick says that doctor found errors.
var errSick = errors.New("doctor found errors; see above")

func (f finding) write(w io.Writer) {
	fmt.Fprintf(w, "%-8s %s: %s\n", f.Level, f.Subject, f.Message)
	if f.Advice != "" {
		fmt.Fprintf(w, "%-8s   -> %s\n", "", f.Advice)
	}
}

func newDoctor(a *app) *cobra.Command {
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "doctor",
		Short: "Say what is loaded, what is missing, and what to do",
		Long: `Look at database, territory, codes, texts, plugins, language model and keys, and say
what is there, what is missing and what to do. A language model is asked one short question.
It changes nothing. It fails if there is an error; mere warnings are no failure.`,
		Example: `  regengine doctor --data-dir ./data
  regengine doctor --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, failure := a.examine(cmd.Context())
			err := a.print(list, func(w io.Writer) {
				for _, f := range list {
					f.write(w)
				}
			})
			return errors.Join(err, failure)
		},
	}), 0)
	addAskModelFlags(cmd.Flags())
	addPluginFlags(cmd.Flags())
	return cmd
}

// examine returns what it found. A database that cannot be opened is a finding,
// and its error comes along, because its kind decides the exit code.
func (a *app) examine(ctx context.Context) (list []finding, failure error) {
	err := a.database(ctx, func(db *sqlstore.DB) error {
		list = append(list, finding{levelOK, "database", db.Dialect() + ", schema up to date", ""})
		past, err := examinePast(ctx, db)
		if err != nil {
			return err
		}
		list = append(list, past...)
		engine, err := a.engine(ctx, db)
		if err != nil {
			list = append(list, finding{levelError, "data", err.Error(), "import data that fits together, or restore a backup"})
			return nil //nolint:nilerr // it is told as a finding
		}
		s := engine.Snapshot()
		list = append(list, examinePlaces(s.Places)...)
		list = append(list, examineCodes(s, a.today())...)
		list = append(list, a.examineStarter(ctx, db)...)
		list = append(list, examineLimits(s, a.adapters.limits.Name())...)
		list = append(list, a.examineCountries(ctx, s)...)
		list = append(list, a.examineModel(ctx)...)
		access, err := examineAccess(ctx, db, a)
		list = append(list, access...)
		return err
	})
	if err != nil {
		list = append(list, finding{levelError, "database", err.Error(), ""})
		return list, &advice{errSick.Error(), err}
	}
	for _, f := range list {
		if f.Level == levelError {
			return list, errSick
		}
	}
	return list, nil
}

func (a *app) today() codes.Date { return codes.DateOf(a.now()) }

func examinePlaces(places *geo.Gazetteer) []finding {
	count := make(map[geo.Level]int)
	places.All(func(p *geo.Place) bool {
		count[p.Level]++
		return true
	})
	if places.Len() == 0 {
		return []finding{{levelError, "places", "none loaded", `start "regengine serve" once, or "regengine import pack DIR"`}}
	}
	loaded := finding{levelOK, "places", fmt.Sprintf("%d countries, %d regions, %d provinces, %d municipalities",
		count[geo.Country], count[geo.Region], count[geo.Province], count[geo.Municipality]), ""}
	return append([]finding{loaded}, examineData(places)...)
}

// examineData says which technical data municipalities lack, by country. What a
// country says of none of them it may not have at all: nobody is asked to import it.
func examineData(places *geo.Gazetteer) []finding {
	towns, lacking := make(map[geo.ID]int), make(map[geo.ID]map[string]int)
	places.All(func(p *geo.Place) bool {
		if p.Level == geo.Municipality {
			country := p.ID.Country()
			if towns[country]++; lacking[country] == nil {
				lacking[country] = make(map[string]int)
			}
			tally(lacking[country], p.Tech)
		}
		return true
	})
	var list []finding
	for _, country := range slices.Sorted(maps.Keys(towns)) {
		for _, datum := range []string{"climate zone", "altitude", "population", "seismic zone", "radon zone"} {
			switch n := lacking[country][datum]; n {
			case 0:
			case towns[country]:
				list = append(list, finding{levelOK, "places", fmt.Sprintf("%s: no municipality has a known %s", country, datum), ""})
			default:
				list = append(list, finding{
					levelWarning, "places", fmt.Sprintf("%s: %d of %d municipalities without %s", country, n, towns[country], datum),
					"import a file or pack that has it",
				})
			}
		}
	}
	return list
}

func tally(lacking map[string]int, t *geo.TechData) {
	if t == nil {
		t = &geo.TechData{}
	}
	for datum, missing := range map[string]bool{
		"climate zone": t.ClimateZone == "", "altitude": t.AltitudeM == nil, "population": t.Population == nil,
		"seismic zone": t.SeismicZone == "", "radon zone": t.RadonZone == nil,
	} {
		if missing {
			lacking[datum]++
		}
	}
}

func examineCodes(s *regengine.Snapshot, today codes.Date) []finding {
	all := s.Codes.All()
	if len(all) == 0 {
		return []finding{{levelError, "codes", "none loaded", `start "regengine serve" once, or "regengine import pack DIR"`}}
	}
	var versions, hosted, outdated int
	for _, code := range all {
		versions += len(code.Versions)
		for _, v := range code.Versions {
			if v.Internal {
				hosted++
			}
		}
		if s.Codes.Current(code, today) == nil {
			outdated++
		}
	}
	list := []finding{{levelOK, "codes", fmt.Sprintf("%d codes, %d versions, %d of them with text", len(all), versions, hosted), ""}}
	if outdated > 0 {
		list = append(list, finding{levelWarning, "codes", fmt.Sprintf("%d codes have no version in force today", outdated),
			"import their current versions, or leave them for the record"})
	}
	if hosted == 0 {
		list = append(list, finding{levelError, "texts", "no version has text: nothing can be verified or answered", `"regengine import pack DIR" with texts`})
	}
	return list
}

// examineStarter says whether the starter data are those of this program. A database of
// somebody's own data has none, and needs none.
func (a *app) examineStarter(ctx context.Context, db *sqlstore.DB) []finding {
	brought, current, err := a.adapters.lookAt(ctx, db)
	kept := ""
	if n := brought.Kept; n != (regengine.Tally{}) {
		kept = fmt.Sprintf("; %d places and %d codes of it were changed here or are from elsewhere, and are left alone", n.Places, n.Codes)
	}
	switch {
	case err != nil:
		return []finding{{levelWarning, "starter", err.Error(), ""}}
	case current:
		return []finding{{levelOK, "starter", "the current one" + kept, ""}}
	case brought.Wanted:
		missing, earlier := brought.Added, brought.Renewed
		return []finding{{levelWarning, "starter", fmt.Sprintf("not the current one: %d places and %d codes are missing, %d and %d are of an earlier one%s",
			missing.Places, missing.Codes, earlier.Places, earlier.Codes, kept), `start "regengine serve" once`}}
	}
	return []finding{{levelOK, "starter", "none of this program's, or that of a later one", ""}}
}

// examineLimits says what checks can be decided by: rules, and limits read from
// texts.
func examineLimits(s *regengine.Snapshot, extractor string) []finding {
	var list []finding
	counts := s.Counts()
	rules := 0
	ruled := make([]string, 0, len(counts.Rules))
	for _, set := range counts.Rules {
		rules += set.Rules
		ruled = append(ruled, set.Ref.String())
	}
	if len(ruled) == 0 {
		list = append(list, finding{levelWarning, "rules", "no version has rules: checks are decided by limits read from texts alone", `"regengine import pack DIR" with rules`})
	} else {
		list = append(list, finding{levelOK, "rules", fmt.Sprintf("%d rules of %d versions: %s", rules, len(ruled), strings.Join(ruled, ", ")), ""})
	}
	read := counts.Limits
	message := fmt.Sprintf("%d read from %d of %d texts by %s", read.Pattern, read.PatternTexts, read.Texts, extractor)
	if read.Model > 0 {
		message += fmt.Sprintf(", %d proposed by a language model in %d", read.Model, read.ModelTexts)
	}
	list = append(list, finding{levelOK, "limits", message, ""})
	if n := len(s.Extracted); n > 0 {
		list = append(list, finding{levelWarning, "limits", fmt.Sprintf("%d texts were read just now, and will be at every start: none that fit are stored", n), `"regengine reindex"`})
	}
	return list
}

func examineAccess(ctx context.Context, db *sqlstore.DB, a *app) ([]finding, error) {
	keys, err := db.ListKeys(ctx, "")
	if err != nil {
		return nil, err
	}
	valid := 0
	for _, k := range keys {
		if state := keyState(k, a.now()); state == "valid" || state == "ending" {
			valid++
		}
	}
	orgs, err := db.ListOrganizations(ctx)
	if err != nil {
		return nil, err
	}
	list := []finding{{levelOK, "keys", fmt.Sprintf("%d valid of %d", valid, len(keys)), ""}}
	if valid == 0 {
		list[0] = finding{levelWarning, "keys", "no valid key: nobody can call the API", `"regengine keys create --user USER"`}
	}
	if len(orgs) == 0 {
		list = append(list, finding{levelWarning, "organizations", "none: nobody can have a key", `"regengine orgs create NAME"`})
	}
	for _, o := range orgs {
		balance, err := db.GetBalance(ctx, o.ID)
		if err != nil {
			return nil, err
		}
		if balance.Left <= 0 {
			list = append(list, finding{levelWarning, "credits", o.Name + " has none left", fmt.Sprintf("\"regengine orgs grant %s CREDITS\"", o.ID)})
		}
	}
	return list, nil
}
