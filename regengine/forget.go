package regengine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// CountryStore is a [Source] a country that joined can be taken out of.
type CountryStore interface {
	Source

	// Forget takes a country that joined away in one transaction: what [Without]
	// leaves out. The revision must still be base; otherwise ErrChanged. The error
	// wraps [geo.ErrNotFound] when no such country joined, as for one that is built
	// in; a damaged one did. Keys and projects of the country stay, as they are where a country was
	// never imported: their place is not loaded.
	Forget(ctx context.Context, base int64, country geo.ID) error
}

// Forget takes a country that joined away, with its places, its codes and all that
// is of them. What stays must stand without it, as a rule that quotes one of its
// texts does not: then the error says so, and nothing is changed.
func Forget(ctx context.Context, db CountryStore, schemes []geo.Scheme, country geo.ID) error {
	const tries = 5
	for range tries {
		data, revision, err := db.Load(ctx)
		if err != nil {
			return fmt.Errorf("load: %w", err)
		}
		_, damaged := data.Damaged[country]
		if !damaged && !slices.ContainsFunc(data.Countries, func(c Country) bool { return c.ID() == country }) {
			return fmt.Errorf("country %s did not join: %w", country, geo.ErrNotFound)
		}
		rest := Without(data, country)
		rest.Limits = nil
		if _, err := NewSnapshot(schemes, rest); err != nil {
			return fmt.Errorf("what stays needs country %s: %w", country, err)
		}
		if err := db.Forget(ctx, revision, country); !errors.Is(err, ErrChanged) {
			return err
		}
	}
	return fmt.Errorf("gave up after %d tries: %w", tries, ErrChanged)
}

// Without returns data without a country that joined, its places, the codes of its
// country code, and their texts, rules, limits and segments.
func Without(data Data, country geo.ID) Data {
	owned := make(map[string]bool)
	gone := Data{Codes: slices.DeleteFunc(slices.Clone(data.Codes), func(c codes.Code) bool { return c.CountryCode != string(country) })}
	for _, doc := range gone.Versions() {
		owned[doc] = true
	}
	data.Countries = slices.DeleteFunc(slices.Clone(data.Countries), func(c Country) bool { return c.ID() == country })
	data.Places = slices.DeleteFunc(slices.Clone(data.Places), func(p geo.Place) bool { return p.ID.Country() == country })
	data.Codes = slices.DeleteFunc(slices.Clone(data.Codes), func(c codes.Code) bool { return c.CountryCode == string(country) })
	data.Blocks = slices.DeleteFunc(slices.Clone(data.Blocks), func(b retrieval.Block) bool { return owned[b.Doc] })
	data.Rules = slices.DeleteFunc(slices.Clone(data.Rules), func(r rules.RuleSet) bool { return owned[r.Ref.String()] })
	data.Limits = slices.DeleteFunc(slices.Clone(data.Limits), func(l textlimits.LimitSet) bool { return owned[l.Doc] })
	data.Segments = mergeSegments(nil, data.Segments, owned)
	return data
}
