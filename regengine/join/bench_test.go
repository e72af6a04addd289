package join_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
)

// manyTowns is as many as France has, in atlantis: each with data that follow. The
// names are those of a file of REGENGINE_FR (tab-separated, the second column), if
// that is set.
func manyTowns(b *testing.B) []geo.Place {
	b.Helper()
	const towns = 34_875
	var names []string
	if path := os.Getenv("REGENGINE_FR"); path != "" {
		file, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			if fields := strings.Split(lines.Text(), "\t"); len(fields) > 1 {
				names = append(names, fields[1])
			}
		}
	}
	list := places()[:2]
	for i := range 100 {
		list = append(list, geo.Place{ID: geo.ID(fmt.Sprintf("XA-%02d", i)), Name: fmt.Sprint("Provinco ", i), Level: geo.Province, Parent: "XA-A"})
	}
	for i := range towns {
		name := fmt.Sprint("Urbo ", i)
		if len(names) > 0 {
			name = names[i%len(names)]
		}
		list = append(list, land{}.Derive(geo.Place{ID: geo.ID(fmt.Sprintf("XA-%05d", i)), Name: name, Level: geo.Municipality,
			Parent: geo.ID(fmt.Sprintf("XA-%02d", i/1000)), Tech: &geo.TechData{AltitudeM: new(i % 900), Population: new(i)}}))
	}
	return list
}

// land is atlantis with identifiers for many towns, and more to say.
type land struct{ atlantis }

func (land) ParseID(text string) (geo.ID, geo.Level, error) {
	if len(text) == 8 && strings.HasPrefix(text, "XA-") {
		return geo.ID(text), geo.Municipality, nil
	}
	return atlantis{}.ParseID(text)
}

func (land) Summary(p geo.Place) string {
	if p.Tech == nil || p.Tech.AltitudeM == nil || p.Tech.Population == nil {
		return ""
	}
	return fmt.Sprintf("Klimata zono (regularo, aneksaĵo 1): %s\nAlteco: %d m\nLoĝantoj: %d", p.Tech.ClimateZone, *p.Tech.AltitudeM, *p.Tech.Population)
}

func BenchmarkCountry(b *testing.B) {
	list := manyTowns(b)
	table, err := geo.Tabulate(b.Context(), land{}, list)
	if err != nil {
		b.Fatal(err)
	}
	c := &join.Contents{Country: "XA", Tag: "eo", Places: list, Scheme: *table, Origin: regengine.Origin{Plugin: "atlantis"}}
	data, err := join.Join(b.Context(), c, options())
	if err != nil {
		b.Fatal(err)
	}
	for name, run := range map[string]func() error{
		"Tabulate": func() error { _, err := geo.Tabulate(b.Context(), land{}, list); return err },
		"Join":     func() error { _, err := join.Join(b.Context(), c, options()); return err },
		"Snapshot": func() error { _, err := regengine.NewSnapshot(nil, data); return err },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := run(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(list))*float64(b.N)/b.Elapsed().Seconds(), "places/s")
		})
	}
}
