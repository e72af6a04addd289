package wire

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
)

func placesReply(places ...*pluginpb.Place) *pluginpb.PlacesReply {
	return &pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Places{Places: &pluginpb.PlaceBatch{Places: places}}}
}

func tableReply(t *pluginpb.SchemeTable) *pluginpb.PlacesReply {
	return &pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Table{Table: t}}
}

func copies[M any](n int, m M) []M {
	all := make([]M, n)
	for i := range all {
		all[i] = m
	}
	return all
}

func unmarshal(t testing.TB, m proto.Message) (proto.Message, error) {
	data, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > MaxMessage {
		t.Fatalf("%d bytes are no message anyway", len(data))
	}
	got := m.ProtoReflect().New().Interface()
	return got, Codec().Unmarshal(mem.BufferSlice{mem.SliceBuffer(data)}, got)
}

// TestCodec_Swelling sends small messages that would unpack into very much: none is
// unpacked.
func TestCodec_Swelling(t *testing.T) {
	empty := &pluginpb.TechData{Extra: copies(10_000, &pluginpb.TechValue{})}
	for name, m := range map[string]proto.Message{
		"Places":   placesReply(copies(400_000, &pluginpb.Place{})...),
		"Extra":    placesReply(copies(50, &pluginpb.Place{Tech: empty})...),
		"Bands":    tableReply(&pluginpb.SchemeTable{Profiles: copies(20, &pluginpb.Profile{Bands: copies(10_000, &pluginpb.Band{Tech: &pluginpb.TechData{}})})}),
		"Profiles": tableReply(&pluginpb.SchemeTable{Profiles: copies(500_000, &pluginpb.Profile{})}),
		"Aliases":  placesReply(&pluginpb.Place{Aliases: make([]string, 520_000)}),
		"Steps":    &pluginpb.Outcome{Steps: make([]string, 500_000)},
		"Sources":  &pluginpb.Description{Sources: copies(500_000, &pluginpb.DataSource{})},
		"Parsed":   &pluginpb.ParseIDsReply{Ids: copies(500_000, &pluginpb.ParsedID{})},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := unmarshal(t, m)
			if !errors.Is(err, ErrMalformed) || !strings.Contains(err.Error(), "unpacks") {
				t.Errorf("error = %v, want ErrMalformed", err)
			}
			if proto.Size(got) != 0 {
				t.Error("it was unpacked all the same")
			}
		})
	}
}

// TestCodec_Ordinary takes what a country sends: a batch of the smallest places with
// the data they have, and the largest single message.
func TestCodec_Ordinary(t *testing.T) {
	altitude, zone := int64(35), int64(1)
	small := &pluginpb.Place{Id: "FR-01001", Name: "Y", Level: 4, Parent: "FR-01", Tech: &pluginpb.TechData{
		ClimateZone: "H1c", AltitudeM: &altitude, SeismicZone: "3", RadonZone: &zone, Extra: []*pluginpb.TechValue{{Key: "k", Label: "l", Value: "v"}},
	}}
	bands := copies(1000, &pluginpb.Band{UpTo: &altitude, Tech: small.GetTech()})
	for name, m := range map[string]proto.Message{
		"Places":  placesReply(copies(batchBytes/proto.Size(small), small)...),
		"Profile": tableReply(&pluginpb.SchemeTable{Profiles: copies(5, &pluginpb.Profile{Bands: bands})}),
		"Text":    &pluginpb.File{Path: "a", Data: make([]byte, maxItem)},
		"Outcome": &pluginpb.Outcome{Result: []byte("{}"), Steps: copies(maxSteps, strings.Repeat("s", 500)), Sources: copies(maxSteps, strings.Repeat("s", 500))},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := unmarshal(t, m)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(m, got, protocmp.Transform()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPlacesReader_Room has as much taken as it takes in memory, not on the wire.
func TestPlacesReader_Room(t *testing.T) {
	r := NewPlacesReader(Limits{Bytes: 1 << 20})
	sent := 0
	for i := 0; ; i++ {
		m := placesReply(&pluginpb.Place{Id: fmt.Sprint("QZ-", i), Name: "x", Level: 4, Tech: &pluginpb.TechData{}})
		sent += proto.Size(m)
		err := r.Add(m)
		if errors.Is(err, ErrMalformed) && strings.Contains(err.Error(), "take more than 1048576 bytes") {
			break
		}
		if err != nil || i > 10_000 {
			t.Fatal(i, err)
		}
	}
	if sent > 256<<10 {
		t.Errorf("%d bytes of the smallest places were taken", sent)
	}
}

// FuzzCodec holds that what is taken takes no more memory than was estimated, as
// far as its bytes tell, and that nothing panics.
func FuzzCodec(f *testing.F) {
	for _, m := range []proto.Message{placesReply(&pluginpb.Place{Id: "a"}), tableReply(&pluginpb.SchemeTable{ProfileOf: map[string]uint32{"a": 1}})} {
		data, _ := proto.Marshal(m)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m := &pluginpb.PlacesReply{}
		err := Codec().Unmarshal(mem.BufferSlice{mem.SliceBuffer(data)}, m)
		want := proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, &pluginpb.PlacesReply{})
		if len(data) < 1000 && (err == nil) != (want == nil) {
			t.Errorf("%v; protobuf itself says %v", err, want)
		}
	})
}

// TestReaders_Nothing refuses messages that bring nothing and so could come for ever.
func TestReaders_Nothing(t *testing.T) {
	files := func() *FilesReader {
		r := NewFilesReader(Limits{})
		if err := r.Add(&pluginpb.File{Path: "a"}); err != nil {
			t.Fatal("an empty file:", err)
		}
		return r
	}
	places := NewPlacesReader(Limits{})
	if err := places.Add(tableReply(&pluginpb.SchemeTable{})); err != nil {
		t.Fatal("an empty table:", err)
	}
	for range maxSigns - 1 {
		if err := places.Add(placesReply()); err != nil {
			t.Fatal("a sign of life:", err)
		}
	}
	for name, err := range map[string]error{
		"Places": places.Add(placesReply()),
		"Table":  places.Add(tableReply(&pluginpb.SchemeTable{})),
		"Part":   files().Add(&pluginpb.File{Path: "a"}),
	} {
		if !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: error = %v, want ErrMalformed", name, err)
		}
	}
}

// TestOutcomeFromProto_Clean keeps a terminal's control characters out of what is
// shown.
func TestOutcomeFromProto_Clean(t *testing.T) {
	got, err := OutcomeFromProto(&pluginpb.Outcome{Result: []byte("{}"), Summary: "a\x1b[31mb", Steps: []string{"c\u202ed"}, Sources: []string{"e\x07"}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a [31mb", "c d", "e "}, []string{got.Summary, got.Steps[0], got.Sources[0]}); diff != "" {
		t.Error(diff)
	}
}
