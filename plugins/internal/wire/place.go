package wire

import (
	"fmt"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
)

// Longest texts of a place, in bytes. What a country may hold is less.
const (
	maxIDText = 64
	maxText   = 64 << 10

	// As many as package join takes.
	maxAliases = 200  // of one place
	maxExtra   = 64   // further technical data of one place
	maxBands   = 1000 // of one profile
)

// PlaceToProto returns p as it is sent.
func PlaceToProto(p *geo.Place) *pluginpb.Place {
	return &pluginpb.Place{
		Id: string(p.ID), Name: p.Name, Level: uint32(p.Level), Parent: string(p.Parent),
		Aliases: p.Aliases, Tech: techToProto(p.Tech),
	}
}

func techToProto(t *geo.TechData) *pluginpb.TechData {
	if t == nil {
		return nil
	}
	out := &pluginpb.TechData{
		ClimateZone: t.ClimateZone, SeismicZone: t.SeismicZone,
		AltitudeM: toInt64(t.AltitudeM), RadonZone: toInt64(t.RadonZone), Population: toInt64(t.Population),
	}
	for _, v := range t.Extra {
		out.Extra = append(out.Extra, &pluginpb.TechValue{Key: v.Key, Label: v.Label, Value: v.Value, Unit: v.Unit})
	}
	return out
}

func toInt64(n *int) *int64 {
	if n == nil {
		return nil
	}
	v := int64(*n)
	return &v
}

// PlaceFromProto returns the place that was sent. ErrMalformed.
func PlaceFromProto(p *pluginpb.Place) (geo.Place, error) {
	if p == nil {
		return geo.Place{}, fmt.Errorf("%w: a place is missing", ErrMalformed)
	}
	if err := checkPlace(p); err != nil {
		return geo.Place{}, err
	}
	level, err := levelFrom(p.GetLevel())
	if err != nil {
		return geo.Place{}, fmt.Errorf("place %q: %w", p.GetId(), err)
	}
	tech, err := techFromProto(p.GetTech())
	if err != nil {
		return geo.Place{}, fmt.Errorf("place %q: %w", p.GetId(), err)
	}
	return geo.Place{
		ID: geo.ID(p.GetId()), Name: p.GetName(), Level: level, Parent: geo.ID(p.GetParent()),
		Aliases: p.GetAliases(), Tech: tech,
	}, nil
}

func checkPlace(p *pluginpb.Place) error {
	if err := checkText("identifier of a place", p.GetId(), maxIDText); err != nil {
		return err
	}
	if n := len(p.GetAliases()); n > maxAliases {
		return fmt.Errorf("%w: place %.64q has %d aliases: at most %d", ErrMalformed, p.GetId(), n, maxAliases)
	}
	err := checkTexts(append([]string{p.GetName()}, p.GetAliases()...)...)
	if err == nil {
		err = checkText("parent", p.GetParent(), maxIDText)
	}
	if err != nil {
		return fmt.Errorf("place %q: %w", p.GetId(), err)
	}
	return nil
}

func checkTexts(texts ...string) error {
	for _, t := range texts {
		if err := checkText("text", t, maxText); err != nil {
			return err
		}
	}
	return nil
}

func levelFrom(n uint32) (geo.Level, error) {
	if n < uint32(geo.Country) || n > uint32(geo.Municipality) {
		return 0, fmt.Errorf("%w: %d is no level", ErrMalformed, n)
	}
	return geo.Level(n), nil
}

func techFromProto(t *pluginpb.TechData) (*geo.TechData, error) {
	if t == nil {
		return nil, nil //nolint:nilnil // no technical data
	}
	out := &geo.TechData{ClimateZone: t.GetClimateZone(), SeismicZone: t.GetSeismicZone()}
	if err := checkTexts(out.ClimateZone, out.SeismicZone); err != nil {
		return nil, err
	}
	for _, n := range []struct {
		from *int64
		to   **int
	}{{t.AltitudeM, &out.AltitudeM}, {t.RadonZone, &out.RadonZone}, {t.Population, &out.Population}} {
		if err := fromInt64(n.from, n.to); err != nil {
			return nil, err
		}
	}
	extra, err := extraFromProto(t.GetExtra())
	out.Extra = extra
	return out, err
}

func fromInt64(from *int64, to **int) error {
	if from == nil {
		return nil
	}
	n := int(*from)
	if int64(n) != *from {
		return fmt.Errorf("%w: %d is too large a number", ErrMalformed, *from)
	}
	*to = &n
	return nil
}

func extraFromProto(values []*pluginpb.TechValue) ([]geo.TechValue, error) {
	if len(values) > maxExtra {
		return nil, fmt.Errorf("%w: %d further technical data of one place: at most %d", ErrMalformed, len(values), maxExtra)
	}
	var out []geo.TechValue
	for _, v := range values {
		if v.GetKey() == "" {
			return nil, fmt.Errorf("%w: a technical datum is missing, or has no key", ErrMalformed)
		}
		if err := checkTexts(v.GetKey(), v.GetLabel(), v.GetValue(), v.GetUnit()); err != nil {
			return nil, err
		}
		out = append(out, geo.TechValue{Key: v.GetKey(), Label: v.GetLabel(), Value: v.GetValue(), Unit: v.GetUnit()})
	}
	return out, nil
}
