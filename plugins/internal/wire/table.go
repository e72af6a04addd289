package wire

import (
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
)

// SendTable sends what a scheme says in as many parts as it takes, the same ones
// for the same table.
func SendTable(t *geo.SchemeTable, send func(*pluginpb.SchemeTable) error) error {
	s := &tableSender{send: send, part: &pluginpb.SchemeTable{}}
	s.words(t)
	for _, p := range t.Profiles {
		m := profileToProto(p)
		s.add(m, func() { s.part.Profiles = append(s.part.Profiles, m) })
	}
	for _, id := range slices.Sorted(maps.Keys(t.ProfileOf)) {
		s.profileOf(id, t.ProfileOf[id])
	}
	for _, id := range slices.Sorted(maps.Keys(t.Summaries)) {
		of := t.Summaries[id].Of
		m := &pluginpb.Summary{Id: string(id), Text: t.Summaries[id].Text, Of: of[:]}
		s.add(m, func() { s.part.Summaries = append(s.part.Summaries, m) })
	}
	s.flush() // also when there is nothing in it: a table without a word is one
	return s.err
}

// tableSender gathers what is to be sent until it is large enough.
type tableSender struct {
	send func(*pluginpb.SchemeTable) error
	part *pluginpb.SchemeTable
	size int
	err  error // of send, or of what cannot be sent; nothing is sent behind it
}

func (s *tableSender) words(t *geo.SchemeTable) {
	for _, scope := range slices.Sorted(maps.Keys(t.Scopes)) {
		m := &pluginpb.ScopeWord{Scope: scope, Word: t.Scopes[scope][0], Label: t.Scopes[scope][1]}
		s.add(m, func() { s.part.Scopes = append(s.part.Scopes, m) })
	}
	for _, level := range slices.Sorted(maps.Keys(t.Levels)) {
		m := &pluginpb.LevelWord{Level: uint32(level), Word: t.Levels[level]}
		s.add(m, func() { s.part.Levels = append(s.part.Levels, m) })
	}
	for _, shape := range t.Shapes {
		m := &pluginpb.Shape{Pattern: shape.Pattern, Level: uint32(shape.Level)}
		s.add(m, func() { s.part.Shapes = append(s.part.Shapes, m) })
	}
	for _, datum := range slices.Sorted(maps.Keys(t.Lines)) {
		l := t.Lines[datum]
		m := &pluginpb.SummaryLine{Datum: datum, Before: l.Before, After: l.After, Group: l.Group, Unknown: l.Unknown}
		s.add(m, func() { s.part.Lines = append(s.part.Lines, m) })
	}
}

func (s *tableSender) profileOf(id geo.ID, index int) {
	s.room(len(id) + 16)
	if s.part.ProfileOf == nil {
		s.part.ProfileOf = map[string]uint32{}
	}
	s.part.ProfileOf[string(id)] = uint32(index)
}

func (s *tableSender) add(m proto.Message, appendTo func()) {
	size := proto.Size(m)
	if size > maxItem && s.err == nil {
		s.err = fmt.Errorf("%w: an answer of the scheme has %d bytes: at most %d can be sent", ErrMalformed, size, maxItem)
	}
	s.room(size + 8)
	appendTo()
}

// room makes room for so many bytes.
func (s *tableSender) room(size int) {
	if s.size+size > batchBytes && s.size > 0 {
		s.flush()
	}
	s.size += size
}

func (s *tableSender) flush() {
	if s.err == nil {
		s.err = s.send(s.part)
	}
	s.part, s.size = &pluginpb.SchemeTable{}, 0
}

func profileToProto(p geo.TechProfile) *pluginpb.Profile {
	out := &pluginpb.Profile{Unstated: techToProto(p.Unstated)}
	for _, b := range p.Bands {
		out.Bands = append(out.Bands, &pluginpb.Band{UpTo: toInt64(b.UpTo), Tech: techToProto(&b.Tech)})
	}
	return out
}
