package regengine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"io"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// Fingerprint names the data of a snapshot by content: each part is a SHA-256 in
// hexadecimal digits. Two snapshots with the same fingerprint decide every check
// alike.
type Fingerprint struct{ Places, Codes, Texts, Rules, Limits string }

// fingerprint hashes data. The order in which a source lists things does not
// count.
func fingerprint(data Data) Fingerprint {
	return Fingerprint{
		Places: hashPlaces(data), Codes: hashCodes(data.Codes),
		Texts: hashTexts(data.Blocks), Rules: hashRules(data.Rules), Limits: hashLimits(data.Limits),
	}
}

// hashPlaces hashes the places, and what countries that joined bring along: their
// tables and words. Where those come from does not count.
func hashPlaces(data Data) string {
	places := hashEach(data.Places)
	if len(data.Countries) == 0 {
		return places
	}
	countries := make([]Country, len(data.Countries))
	for i := range data.Countries {
		countries[i] = Country{Scheme: data.Countries[i].Scheme, Language: data.Countries[i].Language}
		countries[i].Scheme.Known = nil // of the places
	}
	return hashSorted([]string{places, hashEach(countries)})
}

// hashCodes hashes codes without what they are called in other languages, which
// decides nothing.
func hashCodes(list []codes.Code) string {
	type version struct {
		codes.Version
		Wordings any `json:",omitempty"` // hides that of the version
	}
	type code struct {
		codes.Code
		Language any `json:",omitempty"`
		Wordings any `json:",omitempty"`
		Versions []version
	}
	bare := make([]code, len(list))
	for i, c := range list {
		bare[i].Code = c
		if c.Versions != nil {
			bare[i].Versions = make([]version, len(c.Versions))
		}
		for j, v := range c.Versions {
			bare[i].Versions[j].Version = v
		}
	}
	return hashEach(bare)
}

// hashEach hashes items by their exported fields, in the order of their hashes.
func hashEach[T any](items []T) string {
	sums := make([]string, 0, len(items))
	for i := range items {
		h := sha256.New()
		if err := json.NewEncoder(h).Encode(&items[i]); err != nil {
			panic("regengine: data that JSON cannot say: " + err.Error()) // plain structs always can
		}
		sums = append(sums, sum(h))
	}
	return hashSorted(sums)
}

func hashTexts(blocks []retrieval.Block) string {
	sums := make([]string, 0, len(blocks))
	for i := range blocks {
		b := &blocks[i]
		sums = append(sums, strings.Join([]string{b.Doc, b.ID, b.Section, cmp.Or(b.SHA256, retrieval.HashText(b.Text))}, "\n"))
	}
	return hashSorted(sums)
}

func hashRules(sets []rules.RuleSet) string {
	sums := make([]string, 0, len(sets))
	for i := range sets {
		sums = append(sums, sets[i].Ref.String()+"\n"+rules.HashSource(sets[i].Source))
	}
	return hashSorted(sums)
}

func hashLimits(sets []textlimits.LimitSet) string {
	sums := make([]string, 0, len(sets))
	for i := range sets {
		s := &sets[i]
		sums = append(sums, strings.Join([]string{s.Doc, string(s.Origin), s.Extractor, hashEach(s.Limits)}, "\n"))
	}
	return hashSorted(sums)
}

func hashSorted(parts []string) string {
	slices.Sort(parts)
	h := sha256.New()
	for _, part := range parts {
		_, _ = io.WriteString(h, part) // a hash takes everything
		_, _ = h.Write([]byte{0})
	}
	return sum(h)
}

func sum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
