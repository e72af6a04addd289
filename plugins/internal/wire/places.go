package wire

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
)

// PlaceSender sends places, many in a message. It is used by one goroutine.
type PlaceSender struct {
	Send  func(*pluginpb.PlacesReply) error
	batch []*pluginpb.Place
	size  int
}

// Add sends p now or later. A place that cannot be sent wraps geo.ErrInvalidPlace.
func (s *PlaceSender) Add(p *geo.Place) error {
	if err := geo.CheckPlaces([]geo.Place{*p}); err != nil {
		return err // before the encoder refuses it and says neither which nor why
	}
	m := PlaceToProto(p)
	size := proto.Size(m) + 8
	if size > maxItem {
		return fmt.Errorf("%w: %q has %d bytes: at most %d can be sent", geo.ErrInvalidPlace, p.ID, size, maxItem)
	}
	if s.size+size > batchBytes {
		if err := s.Flush(); err != nil {
			return err
		}
	}
	s.batch, s.size = append(s.batch, m), s.size+size
	return nil
}

// Flush sends what is left.
func (s *PlaceSender) Flush() error {
	if len(s.batch) == 0 {
		return nil
	}
	m := &pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Places{Places: &pluginpb.PlaceBatch{Places: s.batch}}}
	s.batch, s.size = nil, 0
	return s.Send(m)
}

// maxSigns is how many messages may bring nothing: they are signs of life, which
// the kit gives once a second while a scheme works.
const maxSigns = 10_000

// errNothing refuses messages that could go on without end and never bring anything.
var errNothing = fmt.Errorf("%w: a message brings nothing", ErrMalformed)

// PlacesReader puts together what the stream Places brings. It is used by one
// goroutine.
type PlacesReader struct {
	limits  Limits
	room    *room
	places  []geo.Place
	notices []string
	signs   int
	table   tableReader
	tables  int
}

// NewPlacesReader returns a reader that takes so much.
func NewPlacesReader(limits Limits) *PlacesReader {
	limits = limits.withDefaults()
	room := &room{most: limits.Bytes}
	return &PlacesReader{limits: limits, room: room, table: tableReader{limits: limits, room: room}}
}

// Add takes the next message. ErrMalformed.
func (r *PlacesReader) Add(m *pluginpb.PlacesReply) error {
	switch m := m.GetReply().(type) {
	case *pluginpb.PlacesReply_Places:
		return r.addPlaces(m.Places.GetPlaces())
	case *pluginpb.PlacesReply_Table:
		r.tables++
		if proto.Size(m.Table) == 0 {
			return r.sign()
		}
		return r.table.add(m.Table)
	case *pluginpb.PlacesReply_Notice:
		return r.addNotice(m.Notice.GetText())
	}
	return fmt.Errorf("%w: a message holds neither places nor answers", ErrMalformed)
}

func (r *PlacesReader) addPlaces(places []*pluginpb.Place) error {
	if len(places) == 0 {
		return r.sign()
	}
	if len(r.places)+len(places) > r.limits.Places {
		return fmt.Errorf("%w: more than %d places", ErrMalformed, r.limits.Places)
	}
	for _, m := range places {
		p, err := PlaceFromProto(m)
		if err != nil {
			return err
		}
		if err := r.room.take(weightOf(&p)); err != nil {
			return err
		}
		r.places = append(r.places, p)
	}
	return nil
}

func (r *PlacesReader) sign() error {
	if r.signs++; r.signs > maxSigns {
		return errNothing
	}
	return nil
}

func (r *PlacesReader) addNotice(text string) error {
	if len(r.notices) >= r.limits.Notices {
		return fmt.Errorf("%w: more than %d notices", ErrMalformed, r.limits.Notices)
	}
	r.notices = append(r.notices, Clean(text, 1<<10))
	return nil
}

// Len returns how many places have come so far.
func (r *PlacesReader) Len() int { return len(r.places) }

// Places returns the places in the order in which they came.
func (r *PlacesReader) Places() []geo.Place { return r.places }

// Notices returns what was said of the file.
func (r *PlacesReader) Notices() []string { return r.notices }

// Table returns what the scheme of a country says. ErrMalformed, also when the
// stream ended before it came.
func (r *PlacesReader) Table(country geo.ID, tag string) (geo.SchemeTable, error) {
	if r.tables == 0 {
		return geo.SchemeTable{}, fmt.Errorf("%w: the answers of the scheme are missing", ErrMalformed)
	}
	return r.table.whole(country, tag)
}
