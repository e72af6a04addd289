package sqlstore

import (
	"bytes"
	"compress/gzip"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

func someCountry() *regengine.Country {
	return &regengine.Country{
		Scheme: geo.SchemeTable{
			Scopes: map[string][2]string{"national": {"a", "A"}}, Levels: map[geo.Level]string{geo.Country: "Lando"},
			Shapes:    []geo.IDShape{{Pattern: "99", Level: geo.Province}},
			Profiles:  []geo.TechProfile{{Unstated: &geo.TechData{ClimateZone: "x"}, Bands: []geo.TechBand{{UpTo: new(5), Tech: geo.TechData{RadonZone: new(0)}}, {}}}},
			ProfileOf: map[geo.ID]int{"XA-01": 0}, Summaries: map[geo.ID]geo.PlaceSummary{"XA-01": {Text: "t", Of: [16]byte{1, 255}}},
			Lines: map[string]geo.SummaryLine{"altitude_m": {Before: "a", After: "b", Group: ".", Unknown: "c"}},
		},
		Language:    map[string][]byte{"stopwords.txt": []byte("la\n")},
		Calculators: []regengine.CalculatorForm{{ID: "c", Title: "C", Input: []byte(`{}`), Result: []byte(`{}`)}},
	}
}

func TestEncodeCountry(t *testing.T) {
	packed, err := encodeCountry(someCountry())
	if err != nil {
		t.Fatal(err)
	}
	got, err := decodeCountry(packed, maxCountryData)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*someCountry(), got); diff != "" {
		t.Error("-want +got\n" + diff)
	}
}

func TestDecodeCountry_ErrDamaged(t *testing.T) {
	packed, err := encodeCountry(someCountry())
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"Nothing": nil, "Cut": packed[:len(packed)/2], "NoArchive": []byte("country")} {
		if _, err := decodeCountry(data, maxCountryData); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// However large data say they are, no more is unpacked than may be kept.
func TestDecodeCountry_bounded(t *testing.T) {
	zipped := func(text string, zeros int) []byte {
		var b bytes.Buffer
		zip := gzip.NewWriter(&b)
		_, _ = zip.Write(append([]byte(text), bytes.Repeat([]byte(" "), zeros)...)) // a buffer takes everything
		_ = zip.Close()
		return b.Bytes()
	}
	if _, err := decodeCountry(zipped("{}", 98), 100); err != nil {
		t.Errorf("as large as may be: %v", err)
	}
	if _, err := decodeCountry(zipped("{}", 99), 100); err == nil {
		t.Error("more bytes than allowed were taken")
	}
	bomb := zipped("{}", 100<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := decodeCountry(bomb, 1<<20)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; err == nil || used > 16<<20 {
		t.Errorf("error %v, %d bytes were asked for", err, used)
	}
}

// What could not be read again is not written.
func TestEncodeCountry_ErrTooLarge(t *testing.T) {
	d := countryData{Calculators: []calculatorData{{ID: "c"}}}
	if _, err := packCountry(d, 10); err == nil {
		t.Error("no error")
	}
	if _, err := packCountry(d, 100); err != nil {
		t.Error(err)
	}
}
