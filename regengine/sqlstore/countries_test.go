package sqlstore_test

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify/rules"
)

// joined is a country that joined, with every field set.
func joined(id geo.ID) regengine.Country {
	town := id + "-01"
	return regengine.Country{
		Scheme: geo.SchemeTable{
			CountryID: id, Tag: "eo",
			Scopes: map[string][2]string{"national": {"ŝtata", "Ŝtata"}}, Levels: map[geo.Level]string{geo.Country: "Lando"},
			Shapes: []geo.IDShape{{Pattern: "99", Level: geo.Municipality}},
			Profiles: []geo.TechProfile{{Unstated: &geo.TechData{ClimateZone: "?", Population: new(0)}, Bands: []geo.TechBand{
				{UpTo: new(-3), Tech: geo.TechData{RadonZone: new(0), SeismicZone: "s"}},
				{Tech: geo.TechData{ClimateZone: "α3", AltitudeM: new(0), Extra: []geo.TechValue{{Key: "k", Label: "L", Value: "v", Unit: "u"}}}},
			}}},
			ProfileOf: map[geo.ID]int{town: 0}, Summaries: map[geo.ID]geo.PlaceSummary{town: {Text: "zono\nα3", Of: [16]byte{1, 15: 255}}},
			Lines: map[string]geo.SummaryLine{"altitude_m": {Before: "Alto: ", After: " m", Group: "\u202f", Unknown: "nekonata"}},
		},
		Language:    map[string][]byte{"stopwords.txt": []byte("la\nkaj\n"), "empty.txt": {}},
		Origin:      regengine.Origin{Plugin: "exlandia", Version: "1.2.3", SHA256: strings.Repeat("ab", 32), Imported: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)},
		Brought:     map[geo.ID]*geo.TechData{town: {ClimateZone: "α3", Extra: []geo.TechValue{{Key: "k", Label: "L", Value: "v"}}}},
		Calculators: []regengine.CalculatorForm{{ID: "c", Title: "Kalkulo", Input: json.RawMessage(`{"type":"object"}`), Result: json.RawMessage(`{}`)}},
	}
}

// bare is one that brought nothing but itself.
func bare(id geo.ID) regengine.Country {
	return regengine.Country{Scheme: geo.SchemeTable{CountryID: id, Tag: "en"}, Origin: regengine.Origin{Plugin: "bare", Imported: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}}
}

func countryData(countries ...regengine.Country) regengine.Data {
	var data regengine.Data
	for _, c := range countries {
		id := c.ID()
		data.Countries = append(data.Countries, c)
		data.Places = append(data.Places, geo.Place{ID: id, Name: "Lando", Level: geo.Country}, geo.Place{ID: id + "-01", Name: "Urbo", Level: geo.Municipality, Parent: id})
	}
	return data
}

func TestDB_Countries(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		t.Run("OK", func(t *testing.T) {
			db := d.new(t)
			wordless := bare("XC")
			wordless.Language = map[string][]byte{}
			want := countryData(bare("XA"), joined("XB"), wordless)
			if changed := apply(t, db, want); changed != 9 {
				t.Errorf("%d changed, want 9", changed)
			}
			got, revision := load(t, db)
			if diff := sameData(want, got); diff != "" {
				t.Error("-want +got\n" + diff)
			}
			if got.Countries[0].Language != nil || got.Countries[1].Language["empty.txt"] == nil || got.Countries[2].Language == nil {
				t.Errorf("languages %v: none, no file and an empty file are not told apart", got.Countries)
			}
			again := countryData(bare("XA"), joined("XB"))
			again.Countries[1].Origin.Imported = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
			if changed := apply(t, db, again); changed != 0 || revisionOf(t, db) != revision {
				t.Errorf("%d changed, revision from %d to %d; want none, for nothing differs", changed, revision, revisionOf(t, db))
			}
		})
		for name, change := range map[string]func(c *regengine.Country){
			"Version":    func(c *regengine.Country) { c.Origin.Version = "2" },
			"SHA256":     func(c *regengine.Country) { c.Origin.SHA256 = "cd" },
			"Tag":        func(c *regengine.Country) { c.Scheme.Tag = "ia" },
			"Summary":    func(c *regengine.Country) { c.Scheme.Summaries["XB-01"] = geo.PlaceSummary{Text: "alia"} },
			"Line":       func(c *regengine.Country) { c.Scheme.Lines = nil },
			"Words":      func(c *regengine.Country) { c.Language["stopwords.txt"] = []byte("la\n") },
			"NoWords":    func(c *regengine.Country) { c.Language = nil },
			"Brought":    func(c *regengine.Country) { c.Brought["XB-01"] = &geo.TechData{AltitudeM: new(7)} },
			"Calculator": func(c *regengine.Country) { c.Calculators[0].Title = "Alia" },
		} {
			t.Run("Changed"+name, func(t *testing.T) {
				db := d.new(t)
				apply(t, db, countryData(joined("XB")))
				_, revision := load(t, db)
				want := countryData(joined("XB"))
				change(&want.Countries[0])
				if changed := apply(t, db, want); changed != 1 {
					t.Errorf("%d changed, want 1", changed)
				}
				got, after := load(t, db)
				if diff := sameData(want, got); diff != "" || after != revision+1 {
					t.Errorf("revision from %d to %d (-want +got)\n%s", revision, after, diff)
				}
			})
		}
		t.Run("AllOrNothing", func(t *testing.T) {
			db := d.new(t)
			for what, c := range map[string]regengine.Country{"no text": bare("X\x00"), "nothing": bare(""), "too much": huge()} {
				data := countryData(joined("XB"))
				data.Countries = append(data.Countries, c)
				if _, err := db.Apply(t.Context(), revisionOf(t, db), data, nil); err == nil {
					t.Errorf("%s: it was stored", what)
				}
				if got, _ := load(t, db); len(got.Places)+len(got.Countries) > 0 {
					t.Errorf("%s: %d places, %d countries are there", what, len(got.Places), len(got.Countries))
				}
			}
			if _, err := db.Apply(t.Context(), revisionOf(t, db), regengine.Data{Countries: []regengine.Country{bare("XA"), bare("XA")}}, nil); err == nil {
				t.Error("a country given twice was stored")
			}
		})
		t.Run("TwoWriters", func(t *testing.T) { testTwoWriters(t, d.new(t)) })
		t.Run("Forget", func(t *testing.T) { testForget(t, d.new(t)) })
	})
}

// huge is a country larger than may be kept.
func huge() regengine.Country {
	c := bare("XC")
	c.Language = map[string][]byte{"a.txt": make([]byte, 65<<20)}
	return c
}

// Of writers at the same revision one comes through.
func testTwoWriters(t *testing.T, db *sqlstore.DB) {
	base := revisionOf(t, db)
	errs := make([]error, 4)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() {
			c := joined("XB")
			c.Origin.Version = fmt.Sprint(i)
			_, errs[i] = db.Apply(t.Context(), base, countryData(c), nil)
		})
	}
	group.Wait()
	through := 0
	for i, err := range errs {
		switch {
		case err == nil:
			through++
			if got, _ := load(t, db); got.Countries[0].Origin.Version != fmt.Sprint(i) {
				t.Errorf("version %q is stored, want %d", got.Countries[0].Origin.Version, i)
			}
		case !errors.Is(err, regengine.ErrChanged):
			t.Errorf("writer %d: %v, want ErrChanged", i, err)
		}
	}
	if through != 1 {
		t.Errorf("%d writers came through, want 1", through)
	}
}

// A country goes with everything that is of it, and nothing else.
func testForget(t *testing.T, db *sqlstore.DB) {
	apply(t, db, full())
	before, _ := load(t, db)
	apply(t, db, countryData(joined("XB"), bare("XA")))
	gone := code("gamma", "1")
	gone.CountryCode, gone.Territories = "XB", []geo.ID{"XB"}
	blocks := full().Blocks[:1:1]
	blocks[0].Doc, blocks[0].ID = "gamma/1", "gamma"
	apply(t, db, regengine.Data{Codes: []codes.Code{gone}, Blocks: blocks, Rules: []rules.RuleSet{sets("gamma", "1", 1)}, Segments: map[string][]byte{"gamma/1": segment(2)}})
	_, revision := load(t, db)

	if err := db.Forget(t.Context(), revision-1, "XB"); !errors.Is(err, regengine.ErrChanged) {
		t.Errorf("at another revision: %v, want ErrChanged", err)
	}
	for _, id := range []geo.ID{"XX", "XZ", "", "X\x00"} {
		if err := db.Forget(t.Context(), revision, id); !errors.Is(err, geo.ErrNotFound) {
			t.Errorf("Forget(%q): %v, want ErrNotFound", id, err)
		}
	}
	if revisionOf(t, db) != revision {
		t.Error("the revision rose for nothing")
	}
	for _, id := range []geo.ID{"XB", "XA"} {
		if err := db.Forget(t.Context(), revisionOf(t, db), id); err != nil {
			t.Fatal(err)
		}
	}
	got, after := load(t, db)
	if diff := sameData(before, got); diff != "" || after != revision+2 {
		t.Errorf("revision from %d to %d (-want +got)\n%s", revision, after, diff)
	}
}

// A row that cannot be read takes its country out, and no other; it comes back when
// it is imported anew, or goes when it is forgotten.
func TestDB_Countries_damaged(t *testing.T) {
	for name, data := range map[string][]byte{"NoArchive": []byte("x"), "Empty": {}, "NoCountry": zipped([]byte(`[1]`)), "Bomb": zipped(make([]byte, 65<<20))} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, d database) { testDamaged(t, d, data) })
		})
	}
}

func testDamaged(t *testing.T, d database, data []byte) {
	address := d.address(t)
	db := d.at(t, address)
	apply(t, db, countryData(joined("XB"), bare("XA")))
	quoted := map[string]string{"sqlite": "x'" + hex.EncodeToString(data) + "'", "postgres": `'\x` + hex.EncodeToString(data) + "'"}[d.name]
	damage := "UPDATE countries SET data = " + quoted + " WHERE country = 'XB'"
	if d.name == "sqlite" {
		execSQLite(t, address, damage)
	} else {
		execPostgres(t, address, damage)
	}
	got, _ := load(t, db)
	why := got.Damaged["XB"]
	if why == nil || !strings.Contains(why.Error(), "XB") || len(got.Damaged) != 1 {
		t.Errorf("damaged: %v, want XB", got.Damaged)
	}
	got.Damaged = nil
	if diff := sameData(countryData(bare("XA")), got); diff != "" {
		t.Error("the others (-want +got)\n" + diff)
	}
	catalogue, err := db.LoadCatalogue(t.Context())
	if err != nil || catalogue.Damaged["XB"] == nil {
		t.Errorf("the catalogue's damage: %v, %v; want XB", catalogue.Damaged, err)
	}
	catalogue.Damaged, got.Blocks, got.Segments, got.Limits, got.Rules = nil, nil, nil, nil, nil
	if diff := sameData(got, catalogue); diff != "" {
		t.Error("the catalogue of the others (-want +got)\n" + diff)
	}
	e, err := regengine.Open(t.Context(), db, nil, nil)
	if err != nil || e.Snapshot().Places.Len() != 2 {
		t.Fatalf("the others are not served: %v", err)
	}
	if _, err := regengine.Import(t.Context(), db, nil, countryData(joined("XB")), nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := load(t, db); len(got.Countries) != 2 || got.Damaged != nil {
		t.Errorf("imported anew: %d countries, damaged %v", len(got.Countries), got.Damaged)
	}
	if d.name == "sqlite" {
		execSQLite(t, address, damage)
	} else {
		execPostgres(t, address, damage)
	}
	if err := regengine.Forget(t.Context(), db, nil, "XB"); err != nil {
		t.Errorf("it cannot be forgotten: %v", err)
	}
	if got, _ := load(t, db); len(got.Places) != 2 || got.Damaged != nil {
		t.Errorf("%d places, damaged %v; want it gone", len(got.Places), got.Damaged)
	}
}

func zipped(text []byte) []byte {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	_, _ = zip.Write(text) // a buffer takes everything
	_ = zip.Close()
	return b.Bytes()
}
