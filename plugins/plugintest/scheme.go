package plugintest

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/geo"
)

// sampled is how many places are tried in every way; those of a large country are
// tried evenly.
const sampled = 400

func (s *subject) sample() []geo.Place {
	step := max(1, len(s.places)/sampled)
	var some []geo.Place
	for i := 0; i < len(s.places); i += step {
		some = append(some, s.places[i])
	}
	return some
}

// checkIdentifiers tries the identifiers of places, and others that differ from them
// by a little.
func (s *subject) checkIdentifiers(ctx context.Context, fail failer) {
	levels := map[geo.ID]geo.Level{}
	for _, p := range s.places {
		levels[p.ID] = p.Level
	}
	for _, p := range s.sample() {
		for _, typed := range []string{string(p.ID), strings.ToLower(string(p.ID)), mixed(string(p.ID))} {
			if id, level, err := s.country.ParseID(typed); err != nil || id != p.ID || level != p.Level {
				fail("ParseID(%q) = %q, %v, %v, want %q, %v, nil", typed, id, level, err, p.ID, p.Level)
			}
		}
		for _, text := range mutations(string(p.ID)) {
			s.checkParse(text, levels, fail)
		}
	}
	for _, text := range []string{"", " ", "-", "\x00", "\xff", "%", strings.Repeat("9", 10_000), string(s.country.Country()) + "-", "ZZZ"} {
		s.checkParse(text, levels, fail)
		if _, _, err := s.country.ParseID(text); err == nil {
			fail("ParseID(%.40q) gives no error, want geo.ErrInvalidID", text)
		}
	}
	s.checkParsedRemotely(ctx, fail)
}

func mixed(id string) string {
	letters := []byte(id)
	for i := range letters {
		if i%2 == 0 {
			letters[i] = byte(unicode.ToLower(rune(letters[i])))
		}
	}
	return string(letters)
}

// mutations returns texts that differ from id in one place.
func mutations(id string) []string {
	texts := []string{id + " ", " " + id, id + "\n", id + "\x00", id + "-", id + "٣", "Q" + id, id + "0", id[:len(id)-1]}
	for i := range id {
		for _, c := range []string{"0", "9", "A", "Z", "-", "_", " ", "é", ""} {
			texts = append(texts, id[:i]+c+id[i+1:])
		}
	}
	return texts
}

// checkParse holds what ParseID says of any text against its contract.
func (s *subject) checkParse(text string, levels map[geo.ID]geo.Level, fail failer) {
	id, level, err := s.country.ParseID(text)
	if err != nil {
		if !errors.Is(err, geo.ErrInvalidID) || id != "" || level != 0 {
			fail("ParseID(%.40q) = %q, %v, %v, want no identifier and an error that wraps geo.ErrInvalidID", text, id, level, err)
		}
		return
	}
	switch want, known := levels[id]; {
	case !strings.EqualFold(string(id), text):
		fail("ParseID(%q) = %q: an identifier is the text in another letter case at most", text, id)
	case id.Country() != s.country.Country() || strings.ToUpper(string(id)) != string(id):
		fail("ParseID(%q) = %q, want capital letters that begin with %q", text, id, s.country.Country())
	case level.String() == "":
		fail("ParseID(%q) gives level %d, want one of the four", text, level)
	case known && want != level:
		fail("ParseID(%q) gives level %v, but the place is a %v", text, level, want)
	}
	if again, sameLevel, err := s.country.ParseID(string(id)); err != nil || again != id || sameLevel != level {
		fail("ParseID(%q) = %q, but ParseID of that = %q, %v, %v", text, id, again, sameLevel, err)
	}
}

// checkParsedRemotely asks over the wire.
func (s *subject) checkParsedRemotely(ctx context.Context, fail failer) {
	var texts []string
	var pairs [][2]geo.ID
	for _, p := range s.sample() {
		texts = append(texts, string(p.ID), string(p.ID)+" ")
		if p.Parent != "" {
			pairs = append(pairs, [2]geo.ID{p.ID, p.Parent})
		}
	}
	ids, err := s.remote.ParseIDs(ctx, texts)
	fail.err("ParseIDs over the wire", err)
	for i, got := range ids {
		if want, level, _ := s.country.ParseID(texts[i]); got.ID != want || got.Level != level {
			fail("ParseID(%q) over the wire = %q, %v, want %q, %v", texts[i], got.ID, got.Level, want, level)
		}
	}
	reasons, err := s.remote.CheckParents(ctx, pairs)
	fail.err("CheckParents over the wire", err)
	for i, got := range reasons {
		if got != "" {
			fail("ParentAllowed(%q, %q) = %q, but that is its parent", pairs[i][0], pairs[i][1], got)
		}
	}
}

// scopes are the values of SPEC section 2.4.
var scopes = []string{"national", "regional", "provincial", "municipal", "sectorial", "supramunicipal", "european"}

// checkWords looks at the words for scopes and levels.
func (s *subject) checkWords(_ context.Context, fail failer) {
	words := map[string]string{}
	for _, scope := range scopes {
		word, label := s.country.ScopeWord(scope)
		if word == "" || label == "" || strings.TrimSpace(word) != word {
			fail("ScopeWord(%q) = %q, %q, want a word and its readable form", scope, word, label)
		}
		if other, twice := words[word]; twice {
			fail("ScopeWord gives %q for %q and for %q: they could not be told apart", word, other, scope)
		}
		words[word] = scope
	}
	const unknown = "of-no-known-scope"
	if word, label := s.country.ScopeWord(unknown); word != unknown || label != unknown {
		fail("ScopeWord(%q) = %q, %q, want it back as it is", unknown, word, label)
	}
	seen := map[geo.Level]bool{}
	for _, p := range s.places {
		if !seen[p.Level] && s.country.LevelWord(p.Level) == "" {
			fail("LevelWord(%v) is empty, and there are such places", p.Level)
		}
		seen[p.Level] = true
	}
}
