package wire

import (
	"cmp"
	"fmt"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
)

// tableReader puts a table together. Whatever stands twice is an error.
type tableReader struct {
	limits    Limits
	room      *room
	table     geo.SchemeTable
	profileOf map[geo.ID]uint32
}

func (r *tableReader) add(part *pluginpb.SchemeTable) error {
	return cmp.Or(r.addScopes(part.GetScopes()), r.addLevels(part.GetLevels()), r.addShapes(part.GetShapes()),
		r.addProfiles(part.GetProfiles()), r.addProfileOf(part.GetProfileOf()), r.addSummaries(part.GetSummaries()), r.addLines(part.GetLines()))
}

func (r *tableReader) addScopes(words []*pluginpb.ScopeWord) error {
	if r.table.Scopes == nil {
		r.table.Scopes = map[string][2]string{}
	}
	for _, w := range words {
		if _, twice := r.table.Scopes[w.GetScope()]; w == nil || twice || len(r.table.Scopes) >= r.limits.Words {
			return fmt.Errorf("%w: scope word %.40q is missing, stands twice, or is one too many", ErrMalformed, w.GetScope())
		}
		if err := cmp.Or(checkTexts(w.GetScope(), w.GetWord(), w.GetLabel()), r.room.texts(w.GetScope(), w.GetWord(), w.GetLabel())); err != nil {
			return err
		}
		r.table.Scopes[w.GetScope()] = [2]string{w.GetWord(), w.GetLabel()}
	}
	return nil
}

func (r *tableReader) addLevels(words []*pluginpb.LevelWord) error {
	if r.table.Levels == nil {
		r.table.Levels = map[geo.Level]string{}
	}
	for _, w := range words {
		level, err := levelFrom(w.GetLevel())
		if err := cmp.Or(err, checkTexts(w.GetWord())); err != nil {
			return err
		}
		if _, twice := r.table.Levels[level]; twice {
			return fmt.Errorf("%w: the word for a %s stands twice", ErrMalformed, level)
		}
		r.table.Levels[level] = w.GetWord()
	}
	return nil
}

func (r *tableReader) addShapes(shapes []*pluginpb.Shape) error {
	for _, s := range shapes {
		level, err := levelFrom(s.GetLevel())
		if err := cmp.Or(err, checkText("shape", s.GetPattern(), maxIDText)); err != nil {
			return err
		}
		if len(r.table.Shapes) >= r.limits.Words {
			return fmt.Errorf("%w: more than %d shapes of identifiers", ErrMalformed, r.limits.Words)
		}
		r.table.Shapes = append(r.table.Shapes, geo.IDShape{Pattern: s.GetPattern(), Level: level})
	}
	return nil
}

func (r *tableReader) addProfiles(profiles []*pluginpb.Profile) error {
	for _, p := range profiles {
		if len(r.table.Profiles) >= r.limits.Profiles {
			return fmt.Errorf("%w: more than %d profiles", ErrMalformed, r.limits.Profiles)
		}
		profile, err := profileFromProto(p)
		if err := cmp.Or(err, r.room.take(weightOfProfile(&profile))); err != nil {
			return err
		}
		r.table.Profiles = append(r.table.Profiles, profile)
	}
	return nil
}

func profileFromProto(p *pluginpb.Profile) (geo.TechProfile, error) {
	if p == nil || len(p.GetBands()) > maxBands {
		return geo.TechProfile{}, fmt.Errorf("%w: a profile is missing or has more than %d bands", ErrMalformed, maxBands)
	}
	unstated, err := techFromProto(p.GetUnstated())
	out := geo.TechProfile{Unstated: unstated}
	for _, b := range p.GetBands() {
		if b.GetTech() == nil {
			return geo.TechProfile{}, fmt.Errorf("%w: a band says nothing", ErrMalformed)
		}
		tech, wrong := techFromProto(b.GetTech())
		band := geo.TechBand{}
		if err = cmp.Or(err, wrong, fromInt64(b.UpTo, &band.UpTo), inOrder(out.Bands, band.UpTo)); err != nil {
			return geo.TechProfile{}, err
		}
		band.Tech = *tech
		out.Bands = append(out.Bands, band)
	}
	return out, err
}

// inOrder says that a band stands behind one without end, or behind a higher one.
func inOrder(bands []geo.TechBand, upTo *int) error {
	if len(bands) == 0 {
		return nil
	}
	before := bands[len(bands)-1].UpTo
	if before == nil || upTo != nil && *upTo <= *before {
		return fmt.Errorf("%w: the bands of a profile do not rise", ErrMalformed)
	}
	return nil
}

func (r *tableReader) addProfileOf(profileOf map[string]uint32) error {
	if r.profileOf == nil {
		r.profileOf = map[geo.ID]uint32{}
	}
	for id, index := range profileOf {
		_, twice := r.profileOf[geo.ID(id)]
		if err := checkText("identifier of a place", id, maxIDText); err != nil || twice || len(r.profileOf) >= r.limits.Places {
			return cmp.Or(err, fmt.Errorf("%w: the profile of %.40q stands twice, or is one too many", ErrMalformed, id))
		}
		if err := r.room.take(costKept + len(id)); err != nil {
			return err
		}
		r.profileOf[geo.ID(id)] = index
	}
	return nil
}

func (r *tableReader) addSummaries(summaries []*pluginpb.Summary) error {
	if r.table.Summaries == nil {
		r.table.Summaries = map[geo.ID]geo.PlaceSummary{}
	}
	for _, s := range summaries {
		id := geo.ID(s.GetId())
		if err := cmp.Or(checkText("identifier of a place", s.GetId(), maxIDText), checkTexts(s.GetText())); err != nil {
			return err
		}
		if _, twice := r.table.Summaries[id]; twice || len(r.table.Summaries) >= r.limits.Places || len(s.GetOf()) != 16 {
			return fmt.Errorf("%w: the summary of %.40q stands twice, is one too many, or of nothing", ErrMalformed, id)
		}
		if err := r.room.texts(s.GetId(), s.GetText()); err != nil {
			return err
		}
		r.table.Summaries[id] = geo.PlaceSummary{Text: s.GetText(), Of: [16]byte(s.GetOf())}
	}
	return nil
}

func (r *tableReader) addLines(lines []*pluginpb.SummaryLine) error {
	for _, l := range lines {
		if _, twice := r.table.Lines[l.GetDatum()]; l == nil || twice || len(r.table.Lines) >= r.limits.Words {
			return fmt.Errorf("%w: the line of %.40q is missing, stands twice, or is one too many", ErrMalformed, l.GetDatum())
		}
		texts := []string{l.GetDatum(), l.GetBefore(), l.GetAfter(), l.GetGroup(), l.GetUnknown()}
		if err := cmp.Or(checkTexts(texts...), r.room.texts(texts...)); err != nil {
			return err
		}
		if r.table.Lines == nil {
			r.table.Lines = map[string]geo.SummaryLine{}
		}
		r.table.Lines[l.GetDatum()] = geo.SummaryLine{Before: l.GetBefore(), After: l.GetAfter(), Group: l.GetGroup(), Unknown: l.GetUnknown()}
	}
	return nil
}

// whole returns the table when all parts have come.
func (r *tableReader) whole(country geo.ID, tag string) (geo.SchemeTable, error) {
	t := r.table
	t.CountryID, t.Tag = country, tag
	t.ProfileOf = make(map[geo.ID]int, len(r.profileOf))
	for id, index := range r.profileOf {
		if int64(index) >= int64(len(t.Profiles)) {
			return geo.SchemeTable{}, fmt.Errorf("%w: %q has profile %d of %d", ErrMalformed, id, index, len(t.Profiles))
		}
		t.ProfileOf[id] = int(index)
	}
	return t, nil
}
