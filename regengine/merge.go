package regengine

import (
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// Merge returns base with the entries of change put in: places and countries by id, codes by
// slug and their versions by slug. What change says of a version is the whole
// truth of it: its blocks, segment, limits and rules become exactly those of
// change; only limits that a model proposed stay where the text does. Entries of
// change come first, in their own order, so that a [geo.TreeError] row below
// len(change.Places) is a row of change.
func Merge(base, change Data) Data {
	owned := change.owned()
	return Data{
		Places:    mergeBy(change.Places, base.Places, func(p geo.Place) geo.ID { return p.ID }),
		Countries: mergeBy(change.Countries, base.Countries, func(c Country) geo.ID { return c.ID() }),
		Codes:     mergeCodes(change.Codes, base.Codes),
		Blocks: slices.Concat(change.Blocks, slices.DeleteFunc(slices.Clone(base.Blocks), func(b retrieval.Block) bool {
			return owned[b.Doc]
		})),
		Rules: slices.Concat(change.Rules, slices.DeleteFunc(slices.Clone(base.Rules), func(r rules.RuleSet) bool {
			return owned[r.Ref.String()]
		})),
		Limits:   mergeLimits(change, base, owned),
		Segments: mergeSegments(change.Segments, base.Segments, owned),
	}
}

// mergeSegments returns change's segments of the documents it owns, and base's of
// the others.
func mergeSegments(change, base map[string][]byte, owned map[string]bool) map[string][]byte {
	if len(change)+len(base) == 0 {
		return nil
	}
	merged := make(map[string][]byte, len(change)+len(base))
	for doc, segment := range base {
		if !owned[doc] {
			merged[doc] = segment
		}
	}
	for doc, segment := range change {
		if owned[doc] {
			merged[doc] = segment
		}
	}
	return merged
}

// Versions returns the versions data speaks of, in the order it does: those of
// its codes, and those it only has blocks or rules for.
func (d Data) Versions() []string {
	var docs []string
	seen := make(map[string]bool)
	add := func(doc string) {
		if !seen[doc] {
			seen[doc] = true
			docs = append(docs, doc)
		}
	}
	for _, code := range d.Codes {
		for _, v := range code.Versions {
			add(codes.VersionRef{Code: code.Slug, Version: v.Slug}.String())
		}
	}
	for _, b := range d.Blocks {
		add(b.Doc)
	}
	for _, r := range d.Rules {
		add(r.Ref.String())
	}
	return docs
}

func (d Data) owned() map[string]bool {
	owned := make(map[string]bool)
	for _, doc := range d.Versions() {
		owned[doc] = true
	}
	return owned
}

// mergeBy returns change followed by the entries of base whose key is not in it.
func mergeBy[T any, K comparable](change, base []T, key func(T) K) []T {
	replaced := make(map[K]bool, len(change))
	for _, entry := range change {
		replaced[key(entry)] = true
	}
	merged := slices.Clone(change)
	for _, entry := range base {
		if !replaced[key(entry)] {
			merged = append(merged, entry)
		}
	}
	return merged
}

// mergeCodes keeps the stored versions a changed code does not mention.
func mergeCodes(change, base []codes.Code) []codes.Code {
	stored := make(map[string][]codes.Version, len(base))
	for _, code := range base {
		stored[code.Slug] = code.Versions
	}
	merged := mergeBy(change, base, func(c codes.Code) string { return c.Slug })
	for i := range change {
		merged[i].Versions = mergeBy(merged[i].Versions, stored[merged[i].Slug],
			func(v codes.Version) string { return v.Slug })
	}
	return merged
}
