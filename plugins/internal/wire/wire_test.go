package wire

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/projects"
)

// TestPlaces_RoundTrip sends many places and reads them again, every message as
// bytes.
func TestPlaces_RoundTrip(t *testing.T) {
	want := append(geotest.Many(20_000), geo.Place{
		ID: "XX-99", Name: "Zero", Level: geo.Province, Parent: "XX-NO",
		Tech: &geo.TechData{AltitudeM: new(0), RadonZone: new(0), Population: new(0), SeismicZone: "ab<0.04g", Extra: []geo.TechValue{{Key: "k", Label: "l", Value: "v", Unit: "u"}}},
	})
	r := NewPlacesReader(Limits{})
	messages := 0
	s := PlaceSender{Send: func(m *pluginpb.PlacesReply) error {
		messages++
		return r.Add(overWire(t, m, &pluginpb.PlacesReply{}))
	}}
	for i := range want {
		if err := s.Add(&want[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, r.Places()); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
	if messages < 3 || messages > len(want)/1000 {
		t.Errorf("%d messages for %d places", messages, len(want))
	}
}

// overWire returns m as the other side reads it; it fails the test when m is too
// large for the protocol.
func overWire[M proto.Message](t *testing.T, m, into M) M {
	t.Helper()
	data, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > MaxMessage {
		t.Errorf("a message has %d bytes, want at most %d", len(data), MaxMessage)
	}
	if err := proto.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
	return into
}

func TestPlaceSender_Refuses(t *testing.T) {
	for name, p := range map[string]geo.Place{
		"NotUTF8": {ID: "XX-01", Name: "a\xff", Level: geo.Province},
		"NUL":     {ID: "XX-01", Name: "a\x00", Level: geo.Province},
		"NoLevel": {ID: "XX-01", Name: "a"},
		"TooBig":  {ID: "XX-01", Name: strings.Repeat("a", MaxMessage), Level: geo.Province},
	} {
		t.Run(name, func(t *testing.T) {
			s := PlaceSender{Send: func(*pluginpb.PlacesReply) error { return errors.New("sent") }}
			if err := s.Add(&p); !errors.Is(err, geo.ErrInvalidPlace) || !strings.Contains(err.Error(), "XX-01") {
				t.Errorf("Add = %v, want ErrInvalidPlace naming the place", err)
			}
		})
	}
}

func someTable(places int) *geo.SchemeTable {
	t := &geo.SchemeTable{
		CountryID: "XX", Tag: "es",
		Scopes:    map[string][2]string{"national": {"exlandés", "Exlandés"}, "regional": {"a", "b"}},
		Levels:    map[geo.Level]string{geo.Country: "País", geo.Municipality: "Pueblo"},
		Shapes:    []geo.IDShape{{Pattern: "99", Level: geo.Province}, {Pattern: "99999", Level: geo.Municipality}},
		ProfileOf: map[geo.ID]int{}, Summaries: map[geo.ID]geo.PlaceSummary{},
		Lines: map[string]geo.SummaryLine{"altitude_m": {Before: "Altitud: ", After: " m", Group: ".", Unknown: "sin datos"}, "climate_zone": {Before: "Zona "}},
	}
	for i := range places {
		id := geo.ID(fmt.Sprintf("XX-%05d", i))
		t.Profiles = append(t.Profiles, geo.TechProfile{
			Unstated: &geo.TechData{ClimateZone: "?"},
			Bands:    []geo.TechBand{{UpTo: new(400), Tech: geo.TechData{ClimateZone: "low"}}, {Tech: geo.TechData{ClimateZone: fmt.Sprint(i)}}},
		})
		t.ProfileOf[id] = i
		t.Summaries[id] = geo.PlaceSummary{Text: strings.Repeat("resumen ", 20), Of: [16]byte{byte(i), 15: 1}}
	}
	t.Profiles = append(t.Profiles, geo.TechProfile{})
	return t
}

func TestTable_RoundTrip(t *testing.T) {
	for _, places := range []int{0, 10, 8000} {
		t.Run(fmt.Sprint(places), func(t *testing.T) {
			want := someTable(places)
			r := NewPlacesReader(Limits{})
			parts := 0
			err := SendTable(want, func(part *pluginpb.SchemeTable) error {
				parts++
				m := &pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Table{Table: part}}
				return r.Add(overWire(t, m, &pluginpb.PlacesReply{}))
			})
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Table("XX", "es")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(*want, got); diff != "" {
				t.Errorf("table (-want +got):\n%s", diff)
			}
			if (parts > 1) != (places > 1000) {
				t.Errorf("%d parts", parts)
			}
		})
	}
}

func TestPlacesReader_ErrMalformed(t *testing.T) {
	table := func(part *pluginpb.SchemeTable) *pluginpb.PlacesReply {
		return &pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Table{Table: part}}
	}
	place := func(p *pluginpb.Place) *pluginpb.PlacesReply {
		return &pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Places{Places: &pluginpb.PlaceBatch{Places: []*pluginpb.Place{p}}}}
	}
	ok := func() *pluginpb.Place { return &pluginpb.Place{Id: "XX", Name: "X", Level: 1} }
	with := func(change func(*pluginpb.Place)) *pluginpb.PlacesReply {
		p := ok()
		change(p)
		return place(p)
	}
	for name, m := range map[string]*pluginpb.PlacesReply{
		"Nil":           nil,
		"NoReply":       {},
		"NilPlace":      place(nil),
		"LevelZero":     with(func(p *pluginpb.Place) { p.Level = 0 }),
		"LevelHuge":     with(func(p *pluginpb.Place) { p.Level = 257 }),
		"NotUTF8":       with(func(p *pluginpb.Place) { p.Name = "\xff" }),
		"NULInAlias":    with(func(p *pluginpb.Place) { p.Aliases = []string{"\x00"} }),
		"LongID":        with(func(p *pluginpb.Place) { p.Id = strings.Repeat("X", 65) }),
		"LongParent":    with(func(p *pluginpb.Place) { p.Parent = strings.Repeat("X", 65) }),
		"ManyAliases":   with(func(p *pluginpb.Place) { p.Aliases = make([]string, maxAliases+1) }),
		"NilExtra":      with(func(p *pluginpb.Place) { p.Tech = &pluginpb.TechData{Extra: []*pluginpb.TechValue{nil}} }),
		"ExtraNotUTF8":  with(func(p *pluginpb.Place) { p.Tech = &pluginpb.TechData{Extra: []*pluginpb.TechValue{{Key: "\xff"}}} }),
		"ZoneNotUTF8":   with(func(p *pluginpb.Place) { p.Tech = &pluginpb.TechData{SeismicZone: "\xff"} }),
		"TooManyPlaces": {Reply: &pluginpb.PlacesReply_Places{Places: &pluginpb.PlaceBatch{Places: []*pluginpb.Place{ok(), ok(), ok(), ok()}}}},
		"NilScope":      table(&pluginpb.SchemeTable{Scopes: []*pluginpb.ScopeWord{nil}}),
		"ScopeTwice":    table(&pluginpb.SchemeTable{Scopes: []*pluginpb.ScopeWord{{Scope: "a"}, {Scope: "a"}}}),
		"LevelTwice":    table(&pluginpb.SchemeTable{Levels: []*pluginpb.LevelWord{{Level: 1}, {Level: 1}}}),
		"NilLevel":      table(&pluginpb.SchemeTable{Levels: []*pluginpb.LevelWord{nil}}),
		"NilShape":      table(&pluginpb.SchemeTable{Shapes: []*pluginpb.Shape{nil}}),
		"ManyShapes":    table(&pluginpb.SchemeTable{Shapes: []*pluginpb.Shape{{Level: 1}, {Level: 1}, {Level: 1}, {Level: 1}}}),
		"NilProfile":    table(&pluginpb.SchemeTable{Profiles: []*pluginpb.Profile{nil}}),
		"NilBand":       table(&pluginpb.SchemeTable{Profiles: []*pluginpb.Profile{{Bands: []*pluginpb.Band{nil}}}}),
		"EmptyBand":     table(&pluginpb.SchemeTable{Profiles: []*pluginpb.Profile{{Bands: []*pluginpb.Band{{}}}}}),
		"BadUnstated":   table(&pluginpb.SchemeTable{Profiles: []*pluginpb.Profile{{Unstated: &pluginpb.TechData{ClimateZone: "\xff"}}}}),
		"ManyProfiles":  table(&pluginpb.SchemeTable{Profiles: []*pluginpb.Profile{{}, {}, {}, {}}}),
		"NilSummary":    table(&pluginpb.SchemeTable{Summaries: []*pluginpb.Summary{nil}}),
		"SummaryTwice":  table(&pluginpb.SchemeTable{Summaries: []*pluginpb.Summary{{Id: "XX", Of: make([]byte, 16)}, {Id: "XX", Of: make([]byte, 16)}}}),
		"SummaryOf15":   table(&pluginpb.SchemeTable{Summaries: []*pluginpb.Summary{{Id: "XX", Of: make([]byte, 15)}}}),
		"NilLine":       table(&pluginpb.SchemeTable{Lines: []*pluginpb.SummaryLine{nil}}),
		"LineTwice":     table(&pluginpb.SchemeTable{Lines: []*pluginpb.SummaryLine{{Datum: "a"}, {Datum: "a"}}}),
		"LineNoText":    table(&pluginpb.SchemeTable{Lines: []*pluginpb.SummaryLine{{Datum: "a", After: "\xff"}}}),
		"ManyLines":     table(&pluginpb.SchemeTable{Lines: []*pluginpb.SummaryLine{{Datum: "a"}, {Datum: "b"}, {Datum: "c"}, {Datum: "d"}}}),
		"NoSuchProfile": table(&pluginpb.SchemeTable{ProfileOf: map[string]uint32{"XX": 0}}),
		"HugeProfile":   table(&pluginpb.SchemeTable{ProfileOf: map[string]uint32{"XX": 1<<32 - 1}}),
		"TooManyBytes":  table(&pluginpb.SchemeTable{Lines: []*pluginpb.SummaryLine{{Datum: "a", After: strings.Repeat("a", 65_500)}}}),
	} {
		t.Run(name, func(t *testing.T) {
			r := NewPlacesReader(Limits{Places: 3, Profiles: 3, Words: 3, Bytes: 64 << 10})
			err := r.Add(m)
			if err == nil {
				_, err = r.Table("XX", "es")
			}
			if !errors.Is(err, ErrMalformed) || strings.Contains(err.Error(), "answers of the scheme are missing") {
				t.Errorf("error = %v, want ErrMalformed that says what", err)
			}
		})
	}
	t.Run("NoTable", func(t *testing.T) {
		if _, err := NewPlacesReader(Limits{}).Table("XX", "es"); !errors.Is(err, ErrMalformed) {
			t.Errorf("Table = %v, want ErrMalformed", err)
		}
	})
	t.Run("Notices", func(t *testing.T) {
		r := NewPlacesReader(Limits{Notices: 1})
		m := &pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Notice{Notice: &pluginpb.Notice{Text: "\x1b[1mrows left out: 2"}}}
		if err := r.Add(m); err != nil || r.Notices()[0] != " [1mrows left out: 2" {
			t.Errorf("Notices = %q, %v", r.Notices(), err)
		}
		if err := r.Add(m); !errors.Is(err, ErrMalformed) {
			t.Errorf("one notice too many: %v", err)
		}
	})
}

func TestFiles_RoundTrip(t *testing.T) {
	large := strings.Repeat("0123456789", 100_000)
	given := fstest.MapFS{"a.txt": {Data: []byte("a")}, "empty.md": {}, "codes/x/large.md": {Data: []byte(large)}}
	r := NewFilesReader(Limits{})
	err := SendFiles(given, func(m *pluginpb.File) error { return r.Add(overWire(t, m, &pluginpb.File{})) })
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a.txt": "a", "empty.md": "", "codes/x/large.md": large}
	got := map[string]string{}
	for path, data := range r.Files() {
		got[path] = string(data)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%.400s", diff)
	}
	files, err := FS(r.Files())
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(files, slices.Collect(maps.Keys(want))...); err != nil {
		t.Error(err)
	}
}

func TestFilesReader_ErrMalformed(t *testing.T) {
	file := func(path string) *pluginpb.File { return &pluginpb.File{Path: path, Data: []byte("data")} }
	for name, files := range map[string][]*pluginpb.File{
		"Nil":       {nil},
		"Above":     {file("../a")},
		"Absolute":  {file("/etc/passwd")},
		"Dot":       {file(".")},
		"Unclean":   {file("a//b")},
		"NotUTF8":   {file("\xff")},
		"LongPath":  {file(strings.Repeat("a", maxPath+1))},
		"Twice":     {file("a"), file("b"), file("a")},
		"TooMany":   {file("a"), file("b"), file("c"), file("d")},
		"TooLarge":  {{Path: "a", Data: make([]byte, 101)}},
		"InParts":   {{Path: "a", Data: make([]byte, 60)}, {Path: "a", Data: make([]byte, 60)}},
		"Together":  {{Path: "a", Data: make([]byte, 60)}, {Path: "b", Data: make([]byte, 60)}},
		"BothKinds": {file("a"), file("a/b")},
	} {
		t.Run(name, func(t *testing.T) {
			r := NewFilesReader(Limits{Files: 3, FileBytes: 100})
			var err error
			for _, f := range files {
				err = errors.Join(err, r.Add(f))
			}
			if name == "BothKinds" {
				_, err = FS(r.Files())
			}
			if !errors.Is(err, ErrMalformed) {
				t.Errorf("error = %v, want ErrMalformed", err)
			}
		})
	}
}

func someDescription() *Description {
	return &Description{
		Country: "XX", Language: "es", Name: "exlandia", Version: "1.2.0-rc.1", Title: "Exlandia, de prueba", Licence: "CC0-1.0", SDK: "1.0.0",
		Sources: []Source{{"Instituto", "https://example.org/"}}, Formats: []Format{{"cog", "El fichero"}},
		Calculators: []Calculator{{"stairs", "Escalera", []byte(`{"type":"object"}`), []byte(`{}`)}},
		Packs:       []string{"uno", "dos-2"}, BringsLanguage: true,
	}
}

func TestDescription_RoundTrip(t *testing.T) {
	want := someDescription()
	got, err := DescriptionFromProto(overWire(t, want.ToProto(), &pluginpb.Description{}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*want, got); diff != "" {
		t.Errorf("description (-want +got):\n%s", diff)
	}
}

func TestDescription_ErrMalformed(t *testing.T) {
	for name, change := range map[string]func(*Description){
		"Name":         func(d *Description) { d.Name = "../x" },
		"NoName":       func(d *Description) { d.Name = "" },
		"LongName":     func(d *Description) { d.Name = strings.Repeat("a", maxPackNames+1) },
		"Version":      func(d *Description) { d.Version = "1.2" },
		"VersionLine":  func(d *Description) { d.Version = "1.2.0\n" },
		"TitleBreaks":  func(d *Description) { d.Title = "a\nb" },
		"TitleEscapes": func(d *Description) { d.Title = "\x1b[2J" },
		"TitleBidi":    func(d *Description) { d.Title = "a\u202eb" },
		"LongLicence":  func(d *Description) { d.Licence = strings.Repeat("a", maxLine+1) },
		"SourceUTF8":   func(d *Description) { d.Sources[0].URL = "\xff" },
		"FormatName":   func(d *Description) { d.Formats[0].Name = "C O G" },
		"PackName":     func(d *Description) { d.Packs[0] = "/etc" },
		"Calculator":   func(d *Description) { d.Calculators[0].ID = "" },
		"Schema":       func(d *Description) { d.Calculators[0].Input = []byte("{") },
		"LargeSchema":  func(d *Description) { d.Calculators[0].Result = []byte(`"` + strings.Repeat("a", maxJSON) + `"`) },
		"ManyPacks":    func(d *Description) { d.Packs = make([]string, maxEntries+1) },
	} {
		t.Run(name, func(t *testing.T) {
			d := someDescription()
			change(d)
			if got, err := DescriptionFromProto(d.ToProto()); !errors.Is(err, ErrMalformed) || cmp.Diff(Description{}, got) != "" {
				t.Errorf("got %v, %v, want ErrMalformed", got, err)
			}
		})
	}
	if _, err := DescriptionFromProto(nil); !errors.Is(err, ErrMalformed) {
		t.Errorf("nil: %v", err)
	}
	if _, err := DescriptionFromProto(&pluginpb.Description{Name: "x", Version: "1.0.0", Calculators: []*pluginpb.Calculator{nil}}); !errors.Is(err, ErrMalformed) {
		t.Errorf("nil calculator: %v", err)
	}
}

func TestOutcome_RoundTrip(t *testing.T) {
	for _, compliant := range []*bool{nil, new(false), new(true)} {
		want := projects.Outcome{Result: []byte(`{"u":0.66}`), Summary: "U = 0,66 W/(m²·K)", Compliant: compliant, Steps: []string{"a"}, Sources: []string{"b"}}
		got, err := OutcomeFromProto(overWire(t, OutcomeToProto(&want), &pluginpb.Outcome{}))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("outcome (-want +got):\n%s", diff)
		}
	}
}

func TestOutcome_ErrMalformed(t *testing.T) {
	for name, m := range map[string]*pluginpb.Outcome{
		"Nil":         nil,
		"NoResult":    {},
		"NotJSON":     {Result: []byte("{")},
		"NotUTF8":     {Result: []byte("\"\xff\"")},
		"Large":       {Result: []byte(`"` + strings.Repeat("a", MaxInput) + `"`)},
		"SummaryUTF8": {Result: []byte("{}"), Summary: "\xff"},
		"StepNUL":     {Result: []byte("{}"), Steps: []string{"\x00"}},
		"LongSource":  {Result: []byte("{}"), Sources: []string{strings.Repeat("a", maxText+1)}},
		"ManySteps":   {Result: []byte("{}"), Steps: make([]string, maxSteps+1)},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := OutcomeFromProto(m); !errors.Is(err, ErrMalformed) {
				t.Errorf("error = %v, want ErrMalformed", err)
			}
		})
	}
}

// FuzzRead reads whatever bytes the other side may send: it gives an error or a
// value the domain may hold, and never panics.
func FuzzRead(f *testing.F) {
	for _, m := range []proto.Message{
		someDescription().ToProto(), &pluginpb.File{Path: "a", Data: []byte("x")}, &pluginpb.Outcome{Result: []byte("{}")},
		&pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Places{Places: &pluginpb.PlaceBatch{Places: []*pluginpb.Place{PlaceToProto(&geotest.Places()[5])}}}},
	} {
		data, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	if err := SendTable(someTable(3), func(part *pluginpb.SchemeTable) error {
		data, err := proto.Marshal(&pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Table{Table: part}})
		f.Add(data)
		return err
	}); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		reply, description, file, outcome := &pluginpb.PlacesReply{}, &pluginpb.Description{}, &pluginpb.File{}, &pluginpb.Outcome{}
		if proto.Unmarshal(data, description) == nil {
			_, err := DescriptionFromProto(description)
			wantMalformed(t, err)
		}
		if proto.Unmarshal(data, file) == nil {
			r := NewFilesReader(Limits{})
			wantMalformed(t, r.Add(file))
			_, _ = FS(r.Files())
		}
		if proto.Unmarshal(data, outcome) == nil {
			_, err := OutcomeFromProto(outcome)
			wantMalformed(t, err)
		}
		if proto.Unmarshal(data, reply) != nil {
			return
		}
		r := NewPlacesReader(Limits{})
		wantMalformed(t, r.Add(reply))
		if _, err := r.Table("XX", "es"); err != nil {
			wantMalformed(t, err)
		}
		for _, p := range r.Places() {
			if p.Level.String() == "" {
				t.Errorf("place %q of level %d", p.ID, p.Level)
			}
		}
	})
}

func wantMalformed(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, ErrMalformed) {
		t.Errorf("error = %v, want ErrMalformed", err)
	}
}
