package main

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify"
)

// projectOption names the project that checks are made within.
type projectOption struct {
	who projectFlags
	id  string
}

func (o *projectOption) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.id, "project", "", "within this project, by id: its memory counts, and its place where none is named")
	f.StringVar(&o.who.org, "org", "", "organization of the project, by id or name, unless there is only one")
}

// projectFacts is where a project is and what its memory tells.
type projectFacts struct {
	place string
	data  []verify.Datum
}

// project reads the project that an option names; nothing where it names none.
func (a *app) project(ctx context.Context, o projectOption) (out projectFacts, err error) {
	if o.id == "" {
		return out, nil
	}
	err = a.office(ctx, &o.who, func(f *office) error {
		info, err := f.Info(ctx, f.member, o.id)
		if err != nil {
			return absent(err, o.id)
		}
		out = projectFacts{string(info.GeoID), regengine.ProjectData(info)}
		return nil
	})
	return out, err
}
