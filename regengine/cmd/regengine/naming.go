package main

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine"
)

// placeFlag defines --place, also under the name the API has for it.
func placeFlag(f *pflag.FlagSet, place *string, usage string) {
	f.StringVar(place, "place", "", usage+", by name or identifier: Peguerinos, \"Moya, Cuenca\", ES-28079")
	f.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "geo-id" {
			name = "place"
		}
		return pflag.NormalizedName(name)
	})
}

// placeIn returns the identifier of the place a person names.
func (a *app) placeIn(ctx context.Context, s *regengine.Snapshot, text string) (string, error) {
	return a.placeID(ctx, gazetteer{s.Places}, text)
}

// codesIn makes of the codes a person names those they are, in place.
func codesIn(s *regengine.Snapshot, refs []codes.VersionRef) error {
	for i := range refs {
		var err error
		if refs[i].Code, err = slugOf(namesOf(s.Codes), refs[i].Code); err != nil {
			return err
		}
	}
	return nil
}
