package codes_test

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/geo/es/official"
	"github.com/reglookup/regengine/geo/geotest"
)

// benchTerritories are the full import of a country as large as Spain and a
// hundred thousand places.
func benchTerritories(b *testing.B) map[string]*geo.Gazetteer {
	b.Helper()
	schemes, places := fullImport(b)
	all := make(map[string]*geo.Gazetteer)
	for name, open := range map[string]func() (*geo.Gazetteer, error){
		"import": func() (*geo.Gazetteer, error) { return geo.NewGazetteer(schemes, places) },
		"100000": func() (*geo.Gazetteer, error) {
			return geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}}, geotest.Many(100_000))
		},
	} {
		g, err := open()
		if err != nil {
			b.Fatal(err)
		}
		all[name] = g
	}
	return all
}

// fullImport reads the list of municipalities IGN publishes from the file
// REGENGINE_IGN_FILE names; without it, it makes up as many places.
func fullImport(b *testing.B) ([]geo.Scheme, []geo.Place) {
	b.Helper()
	path := os.Getenv("REGENGINE_IGN_FILE")
	if path == "" {
		return []geo.Scheme{geotest.Scheme{}}, geotest.Many(8131)
	}
	file, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	read, err := official.ReadIGN(file, path)
	if err != nil {
		b.Fatal(err)
	}
	return []geo.Scheme{es.Scheme{}}, read.Places
}

// benchCodes is a catalogue as a country has it: codes of the nation and of the
// union, five for each region, one for each province and every tenth
// municipality, and for one group of forty in four hundred municipalities. Each
// has two versions.
func benchCodes(places *geo.Gazetteer) []codes.Code {
	w := codeWriter{}
	for i := range 40 {
		w.add(codes.National, fmt.Sprintf("nation-%d", i), places.Countries()...)
	}
	for i := range 5 {
		w.add(codes.European, fmt.Sprintf("union-%d", i), places.Countries()...)
	}
	var group []geo.ID
	municipalities := 0
	for p := range places.All {
		switch p.Level {
		case geo.Country: // has the codes of the nation
		case geo.Region:
			for i := range 5 {
				w.add(codes.Regional, fmt.Sprintf("region-%d", i), p.ID)
			}
		case geo.Province:
			w.add(codes.Provincial, "province", p.ID)
		case geo.Municipality:
			if municipalities%10 == 0 {
				w.add(codes.Municipal, "town", p.ID)
			}
			if municipalities%400 < 40 {
				group = append(group, p.ID)
			}
			if municipalities++; len(group) == 40 {
				w.add(codes.Supramunicipal, "group", group...)
				group = nil
			}
		}
	}
	return w.list
}

type codeWriter struct{ list []codes.Code }

func (w *codeWriter) add(scope codes.NormativeScope, name string, territories ...geo.ID) {
	slug := fmt.Sprintf("%s-%d", name, len(w.list))
	c := codes.Code{
		Slug: slug, CountryCode: string(territories[0].Country()), Scope: scope, Territories: territories,
		Title: fmt.Sprintf("Decreto %d, por el que se aprueban las normas de habitabilidad de los edificios", len(w.list)),
		Versions: []codes.Version{
			{Slug: "2010", Title: "2010", Status: codes.Repealed, Effective: benchDate(2010), SucceededBy: codes.VersionRef{Code: slug, Version: "2020"}},
			{Slug: "2020", Title: "2020", Status: codes.Active, Effective: benchDate(2020)},
		},
	}
	if scope == codes.European {
		c.CountryCode = codes.Supranational
	}
	w.list = append(w.list, c)
}

func benchDate(year int) codes.Date {
	d, err := codes.ParseDate(fmt.Sprintf("%d-06-01", year))
	if err != nil {
		panic(err) // the form is the right one
	}
	return d
}

// BenchmarkNewCatalog reports, beside the time, the number of codes and the
// memory the catalogue keeps without gazetteer and input.
func BenchmarkNewCatalog(b *testing.B) {
	for name, places := range benchTerritories(b) {
		list := benchCodes(places)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var kept *codes.Catalog
			before := heapInUse()
			for b.Loop() {
				kept = mustCatalog(b, places, list)
			}
			b.ReportMetric(float64(len(list)), "codes")
			b.ReportMetric(float64(heapInUse()-before)/(1<<20), "kept-MiB")
			runtime.KeepAlive(kept)
		})
	}
}

func mustCatalog(b *testing.B, places *geo.Gazetteer, list []codes.Code) *codes.Catalog {
	b.Helper()
	c, err := codes.NewCatalog(places, list)
	if err != nil {
		b.Fatal(err)
	}
	return c
}

func heapInUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkCatalog_Applicable asks for the codes of one place after another, and
// reports how many there are on average.
func BenchmarkCatalog_Applicable(b *testing.B) {
	eachPlace(b, func(c *codes.Catalog, id geo.ID) (int, error) {
		list, err := c.Applicable(id)
		return len(list), err
	})
}

// BenchmarkCatalog_ForceAt asks how every version stands at one place after
// another.
func BenchmarkCatalog_ForceAt(b *testing.B) {
	on := benchDate(2015)
	eachPlace(b, func(c *codes.Catalog, id geo.ID) (int, error) {
		list, err := c.ForceAt(id, on)
		return len(list), err
	})
}

func eachPlace(b *testing.B, ask func(*codes.Catalog, geo.ID) (int, error)) {
	for name, places := range benchTerritories(b) {
		c := mustCatalog(b, places, benchCodes(places))
		var ids []geo.ID
		for p := range places.All {
			ids = append(ids, p.ID)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			i, answers := 0, 0
			for b.Loop() {
				n, err := ask(c, ids[i%len(ids)])
				if err != nil {
					b.Fatal(err)
				}
				i, answers = i+1, answers+n
			}
			b.ReportMetric(float64(answers)/float64(i), "answers/place")
		})
	}
}

// BenchmarkCatalog_Search looks for words of titles.
func BenchmarkCatalog_Search(b *testing.B) {
	for name, places := range benchTerritories(b) {
		c := mustCatalog(b, places, benchCodes(places))
		for label, text := range map[string]string{"one": "decreto 17", "all": "normas"} {
			b.Run(name+"/"+label, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if len(c.Search(text, nil).Items) == 0 {
						b.Fatal("nothing found")
					}
				}
			})
		}
	}
}
