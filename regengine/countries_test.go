package regengine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/rules"
)

// Forget makes the store a [regengine.CountryStore].
func (s *store) Forget(_ context.Context, base int64, country geo.ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.meddle != nil {
		meddle := s.meddle
		s.meddle = nil
		meddle(s)
	}
	if base != s.revision {
		return regengine.ErrChanged
	}
	s.set(regengine.Without(s.data, country))
	return nil
}

var _ regengine.CountryStore = (*store)(nil)

// guest is a country that joined, of one town, with a word of its language.
func guest(id geo.ID, tag, word string) regengine.Data {
	town := id + "-1"
	return regengine.Data{
		Places: []geo.Place{{ID: id, Name: "Guest", Level: geo.Country}, {ID: town, Name: "Town", Level: geo.Municipality, Parent: id, Tech: &geo.TechData{AltitudeM: new(5)}}},
		Countries: []regengine.Country{{
			Scheme: geo.SchemeTable{CountryID: id, Tag: tag, Scopes: map[string][2]string{"national": {"ŝtata", "Ŝtata"}},
				Profiles: []geo.TechProfile{{Bands: []geo.TechBand{{Tech: geo.TechData{ClimateZone: "low"}}}}}, ProfileOf: map[geo.ID]int{town: 0}},
			Language: map[string][]byte{"words.txt": []byte(word)},
			Origin:   regengine.Origin{Plugin: "guest"},
		}},
	}
}

// listener is a reader of languages that notes what it is told.
type listener struct {
	told []string
	fail func() error
}

func (l *listener) reader(name string) regengine.LanguageReader {
	return regengine.LanguageReader{Name: name, Check: l.check, Add: func(tag string, files fs.FS) error {
		if err := fstest.TestFS(files, "words.txt"); err != nil {
			return err
		}
		data, err := fs.ReadFile(files, "words.txt")
		l.told = append(l.told, fmt.Sprintf("%s %s", tag, data))
		if l.fail != nil {
			return l.fail()
		}
		return err
	}}
}

func (l *listener) check(_ string, files fs.FS) error {
	data, err := fs.ReadFile(files, "words.txt")
	if strings.Contains(string(data), "bad") {
		return errors.New("words.txt:1: bad")
	}
	return err
}

func TestEngine_Countries(t *testing.T) {
	s := newStore()
	s.data = regengine.Merge(regengine.Data{Places: []geo.Place{country, one}}, guest("XG", "eo", "la"))
	e := open(t, s)
	snapshot := e.Snapshot()
	if diff := cmp.Diff(guest("XG", "eo", "la").Countries, snapshot.Countries); diff != "" {
		t.Error("countries of the snapshot (-want +got)\n" + diff)
	}
	town, err := snapshot.Places.Get("XG-1")
	if err != nil {
		t.Fatal(err)
	}
	own, ok := snapshot.Places.Scheme("XG")
	if !ok {
		t.Fatal("the country has no scheme")
	}
	if _, label := own.ScopeWord("national"); label != "Ŝtata" || own.Language() != "eo" {
		t.Errorf("label %q, language %q", label, own.Language())
	}
	if derived := own.Derive(*town); derived.Tech.ClimateZone != "low" {
		t.Errorf("climate zone %q, want what the table says", derived.Tech.ClimateZone)
	}
	if _, err := snapshot.Places.Get("XX-1"); err != nil {
		t.Errorf("the country that is built in: %v", err)
	}
}

// A country that is built in cannot join, whatever a database holds.
func TestNewSnapshot_ErrBuiltIn(t *testing.T) {
	data := guest("XX", "eo", "la")
	if _, err := regengine.NewSnapshot(schemes, data); err == nil || !strings.Contains(err.Error(), "built in") {
		t.Errorf("error %v, want that it is built in", err)
	}
	if _, err := regengine.Import(t.Context(), newStore(), schemes, data, nil); err == nil {
		t.Error("it was imported")
	}
}

// Words are handed over once, before the first snapshot, and again when they differ.
func TestEngine_Languages(t *testing.T) {
	s, l := newStore(), &listener{}
	s.data = regengine.Merge(guest("XH", "ia", "le"), guest("XG", "eo", "la"))
	e, err := regengine.Open(t.Context(), s, schemes, &regengine.Options{Languages: []regengine.LanguageReader{l.reader("words")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []regengine.Data{{}, guest("XG", "eo", "la"), guest("XG", "eo", "kaj"), {Places: guest("XG", "eo", "").Places}, guest("XH", "ia", "e")} {
		s.mu.Lock()
		s.set(regengine.Merge(s.data, change))
		s.mu.Unlock()
		if err := e.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"eo la", "ia le", "eo kaj", "ia e"}, l.told); diff != "" {
		t.Error("told (-want +got)\n" + diff)
	}
}

// A reader that fails or breaks is logged; the country is served, and other readers
// are told.
func TestEngine_Languages_failing(t *testing.T) {
	for name, fail := range map[string]func() error{
		"Error": func() error { return errors.New("no such word") },
		"Panic": func() error { panic("no such word") },
	} {
		t.Run(name, func(t *testing.T) {
			s, broken, sound := newStore(), &listener{fail: fail}, &listener{}
			s.data = guest("XG", "eo", "la")
			var log bytes.Buffer
			e, err := regengine.Open(t.Context(), s, schemes, &regengine.Options{
				Logger:    slog.New(slog.NewTextHandler(&log, nil)),
				Languages: []regengine.LanguageReader{broken.reader("broken"), sound.reader("sound")},
			})
			if err != nil {
				t.Fatal(err)
			}
			if e.Snapshot().Places.Len() != 2 || len(sound.told) != 1 {
				t.Errorf("%d places, the other reader was told %q", e.Snapshot().Places.Len(), sound.told)
			}
			for _, want := range []string{"no such word", "reader=broken", "country=XG", "language=eo"} {
				if !strings.Contains(log.String(), want) {
					t.Errorf("the log lacks %s:\n%s", want, &log)
				}
			}
		})
	}
}

// Of two countries with words of one language the first by identifier is heard.
func TestEngine_Languages_twice(t *testing.T) {
	s, l := newStore(), &listener{}
	s.data = regengine.Merge(guest("XH", "eo", "second"), guest("XG", "eo", "first"))
	var log bytes.Buffer
	if _, err := regengine.Open(t.Context(), s, schemes, &regengine.Options{Logger: slog.New(slog.NewTextHandler(&log, nil)), Languages: []regengine.LanguageReader{l.reader("words")}}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(l.told, []string{"eo first"}) || !strings.Contains(log.String(), "country=XH") {
		t.Errorf("told %q, logged:\n%s", l.told, &log)
	}
}

// Words nobody can read are neither written nor learnt; others are learnt before any
// text is read.
func TestImport_Languages(t *testing.T) {
	s, l := newStore(), &listener{}
	opts := &regengine.WriteOptions{Languages: []regengine.LanguageReader{l.reader("words")}}
	if _, err := regengine.Import(t.Context(), s, schemes, guest("XG", "eo", "bad"), opts); err == nil || !strings.Contains(err.Error(), "words.txt:1") || s.revision != 1 || len(l.told) != 0 {
		t.Errorf("error %v, revision %d, told %q", err, s.revision, l.told)
	}
	if _, err := regengine.Import(t.Context(), s, schemes, guest("XG", "eo", "la"), opts); err != nil || s.revision != 2 || !slices.Equal(l.told, []string{"eo la"}) {
		t.Errorf("error %v, revision %d, told %q; want it written and learnt", err, s.revision, l.told)
	}
}

// A country the source could not read is logged, and does not keep others away.
func TestEngine_Damaged(t *testing.T) {
	s := newStore(country, one)
	s.data.Damaged = map[geo.ID]error{"XG": errors.New("cut short")}
	var log bytes.Buffer
	e, err := regengine.Open(t.Context(), s, schemes, &regengine.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil || e.Snapshot().Places.Len() != 2 {
		t.Fatalf("the others are not served: %v", err)
	}
	if !strings.Contains(log.String(), "country=XG") || !strings.Contains(log.String(), "cut short") {
		t.Errorf("logged:\n%s", &log)
	}
}

// The fingerprint names what decides: the table and words, not where they are from.
func TestFingerprint_Countries(t *testing.T) {
	hashed := func(change func(c *regengine.Country)) string {
		t.Helper()
		data := guest("XG", "eo", "la")
		if change != nil {
			change(&data.Countries[0])
		}
		snapshot, err := regengine.NewSnapshot(schemes, data)
		if err != nil {
			t.Fatal(err)
		}
		return snapshot.Fingerprint().Places
	}
	same := hashed(nil)
	for name, tc := range map[string]struct {
		change func(c *regengine.Country)
		same   bool
	}{
		"Plugin":   {func(c *regengine.Country) { c.Origin = regengine.Origin{Plugin: "other", Version: "9"} }, true},
		"Known":    {func(c *regengine.Country) { c.Scheme.Known = map[geo.ID]geo.Level{"XG": geo.Country} }, true},
		"Profile":  {func(c *regengine.Country) { c.Scheme.Profiles[0].Bands[0].Tech.ClimateZone = "high" }, false},
		"Word":     {func(c *regengine.Country) { c.Scheme.Scopes["national"] = [2]string{"a", "b"} }, false},
		"Line":     {func(c *regengine.Country) { c.Scheme.Lines = map[string]geo.SummaryLine{"altitude_m": {Before: "a"}} }, false},
		"Language": {func(c *regengine.Country) { c.Language["words.txt"] = []byte("kaj") }, false},
	} {
		if got := hashed(tc.change); (got == same) != tc.same {
			t.Errorf("%s changed: same fingerprint %v, want %v", name, got == same, tc.same)
		}
	}
}

// abroad is the guest with a code, its text and a rule.
func abroad() regengine.Data {
	data := guest("XG", "eo", "la")
	code := sectorial("away", "XG")
	code.CountryCode = "XG"
	data.Codes, data.Blocks, data.Rules = []codes.Code{code}, []retrieval.Block{text("away")}, []rules.RuleSet{sets("away")}
	return data
}

func TestForget(t *testing.T) {
	home := regengine.Data{Places: []geo.Place{country, one}, Codes: []codes.Code{sectorial("home", "XX")}, Blocks: []retrieval.Block{text("home")}}
	stored := func() *store {
		s := newStore()
		s.data = regengine.Merge(home, abroad())
		return s
	}
	t.Run("OK", func(t *testing.T) {
		s := stored()
		if err := regengine.Forget(t.Context(), s, schemes, "XG"); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(home.Versions(), s.data.Versions()); diff != "" || len(s.data.Places) != 2 || len(s.data.Countries)+len(s.data.Rules) != 0 {
			t.Errorf("%d places, %d countries, %d rule sets left, versions (-want +got)\n%s", len(s.data.Places), len(s.data.Countries), len(s.data.Rules), diff)
		}
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		for _, id := range []geo.ID{"XX", "XZ", ""} {
			if err := regengine.Forget(t.Context(), stored(), schemes, id); !errors.Is(err, geo.ErrNotFound) {
				t.Errorf("%q: %v, want ErrNotFound", id, err)
			}
		}
	})
	t.Run("ChangedMeanwhile", func(t *testing.T) {
		s := stored()
		s.meddle = func(s *store) { s.revision++ }
		if err := regengine.Forget(t.Context(), s, schemes, "XG"); err != nil || len(s.data.Countries) != 0 {
			t.Errorf("error %v, %d countries", err, len(s.data.Countries))
		}
	})
	t.Run("ErrNeeded", func(t *testing.T) {
		s := stored()
		s.data.Codes[slices.IndexFunc(s.data.Codes, func(c codes.Code) bool { return c.Slug == "home" })].Territories = []geo.ID{"XX", "XG"}
		before := s.revision
		if err := regengine.Forget(t.Context(), s, schemes, "XG"); err == nil || s.revision != before {
			t.Errorf("error %v, revision from %d to %d; want it refused", err, before, s.revision)
		}
	})
}
