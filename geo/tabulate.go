package geo

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxShapes is how many shapes of identifiers are written down. A country that
// has more has none that says anything.
const maxShapes = 64

// normativeScopes are those of SPEC section 2.4.
var normativeScopes = []string{"national", "regional", "provincial", "municipal", "supramunicipal", "sectorial", "european"}

// Tabulate writes down what a scheme answers about places. The places are what the
// country has; what [Scheme] Derive adds to one at each altitude is found by
// asking: every 25 m, and between two answers that differ to the metre. A scheme
// with narrower bands names their upper ends with a method
// AltitudeBreaks(p Place) []int.
//
// Places the scheme itself refuses give a [*TreeError]. The other error is that of
// ctx, which is looked at between places.
func Tabulate(ctx context.Context, scheme Scheme, places []Place) (*SchemeTable, error) {
	t := &SchemeTable{
		CountryID: scheme.Country(), Tag: scheme.Language(),
		Scopes: make(map[string][2]string), Levels: make(map[Level]string), Known: make(map[ID]Level, len(places)),
		ProfileOf: make(map[ID]int), Summaries: make(map[ID]PlaceSummary),
	}
	t.askWords(scheme)
	profiles := newProfiles(t)
	shapes := make(map[string]Level)
	var refused TreeError
	for row := range places {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("geo: tabulate %s: %w", t.CountryID, err)
		}
		p := &places[row]
		if reason := refusal(scheme, p); reason != "" {
			refused.add(row, p.ID, "%s", reason)
			continue
		}
		t.Known[p.ID] = p.Level
		if _, rest, ok := strings.Cut(string(p.ID), "-"); ok {
			noteShape(shapes, shapeOf(rest), p.Level)
		}
		if p.Level == Municipality {
			profiles.put(p.ID, (&sampler{scheme: scheme, place: p}).profile())
		}
		if text := scheme.Summary(*p); text != "" || p.Tech != nil {
			t.Summaries[p.ID] = PlaceSummary{Text: text, Of: sumTech(p.Tech)}
		}
	}
	t.Shapes = clearShapes(shapes)
	if err := refused.orNil(); err != nil {
		return nil, err
	}
	t.learnLines(scheme, places)
	return t, nil
}

func (t *SchemeTable) askWords(scheme Scheme) {
	for _, scope := range normativeScopes {
		word, label := scheme.ScopeWord(scope)
		t.Scopes[scope] = [2]string{word, label}
	}
	for level := Country; level <= Municipality; level++ {
		t.Levels[level] = scheme.LevelWord(level)
	}
}

// refusal says why a scheme would not have its own place, or "".
func refusal(scheme Scheme, p *Place) string {
	id, level, err := scheme.ParseID(string(p.ID))
	switch {
	case err != nil:
		return fmt.Sprintf("its own scheme does not know the identifier: %v", err)
	case id != p.ID:
		return fmt.Sprintf("its own scheme writes the identifier %q", string(id))
	case level != p.Level:
		return fmt.Sprintf("its own scheme takes it for a %s, not a %s", level, p.Level)
	case p.Parent != "":
		return scheme.ParentAllowed(p.ID, p.Parent)
	}
	return ""
}

// ambiguous marks a shape that stands for several levels.
const ambiguous Level = 255

func noteShape(shapes map[string]Level, pattern string, level Level) {
	if known, ok := shapes[pattern]; ok && known != level {
		level = ambiguous
	}
	shapes[pattern] = level
}

func clearShapes(shapes map[string]Level) []IDShape {
	if len(shapes) > maxShapes {
		return nil
	}
	var list []IDShape
	for _, pattern := range slices.SortedFunc(maps.Keys(shapes), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}) {
		if level := shapes[pattern]; level != ambiguous {
			list = append(list, IDShape{Pattern: pattern, Level: level})
		}
	}
	return list
}
