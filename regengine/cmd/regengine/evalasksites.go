package main

import (
	"fmt"

	"github.com/reglookup/regengine/ask/askeval"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
)

// askSites are the projects the questions of a set are asked in, by place; ""
// is that of the questions without one.
type askSites map[string]*projects.Info

// projects makes a project for each place that questions name, and the common one
// where some name none.
func (r *askRun) projects(engine *regengine.Engine) (askSites, error) {
	sites := make(askSites)
	for _, c := range r.cases {
		if sites[c.Place] != nil {
			continue
		}
		site, err := r.projectAt(engine, c.Place)
		if err != nil {
			return nil, fmt.Errorf("question %s: %w", c.ID, err)
		}
		sites[c.Place] = site
	}
	return sites, nil
}

// projectAt makes the project of a place, with what applies there selected, or the
// common one for "", with every text selected.
func (r *askRun) projectAt(engine *regengine.Engine, place string) (*projects.Info, error) {
	slugs := r.options.codes
	if place != "" {
		return engine.At(place, slugs...).Info()
	}
	s := engine.Snapshot()
	place = r.options.place
	if place == "" {
		countries := s.Places.Countries()
		if len(countries) != 1 {
			return nil, usagef("--place is missing: there are places of %d countries", len(countries))
		}
		place = string(countries[0])
	}
	if len(slugs) == 0 {
		slugs = withText(s, place)
	}
	return engine.At(place, slugs...).Info()
}

// of is the project of one question, with what its memory holds.
func (sites askSites) of(c askeval.Case) *projects.Info {
	site := *sites[c.Place]
	for _, fact := range c.Facts {
		site.Memory = append(site.Memory, projects.MemoryItem{Key: factKey(fact.Label), Label: fact.Label, Value: fact.Value, Source: projects.SourceUser})
	}
	return &site
}

var keyForm = lazyregexp.New(`^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$`)

// factKey is the key of a fact: what it is called, where a key can be that.
func factKey(label string) string {
	if keyForm.MatchString(label) {
		return label
	}
	return importers.SlugOf(label)
}

// searched are the blocks the questions can find, each once.
func (sites askSites) searched(s *regengine.Snapshot) []*retrieval.Block {
	var blocks []*retrieval.Block
	seen := make(map[string]bool)
	for _, site := range sites {
		for _, c := range site.Selected {
			for _, v := range c.Versions {
				if doc := v.String(); !seen[doc] {
					seen[doc] = true
					blocks = append(blocks, s.Texts.Doc(doc)...)
				}
			}
		}
	}
	return blocks
}
