package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/languages"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// engineOptions are what every engine of the command is opened with.
func (a *app) engineOptions() *regengine.Options {
	return &regengine.Options{Logger: a.log, Extractor: a.adapters.limits, Languages: a.adapters.readers, Calculators: a.adapters.calculators, Now: a.now}
}

// load returns what is stored. The languages of countries that joined are then known,
// as they are where an engine is open: texts and rules may be in them.
func (a *app) load(ctx context.Context, db *sqlstore.DB) (regengine.Data, error) {
	data, _, err := db.Load(ctx)
	for i := range data.Countries {
		country := &data.Countries[i]
		if country.Language == nil || a.heard[country.Scheme.Tag] {
			continue
		}
		if a.heard == nil {
			a.heard = map[string]bool{}
		}
		a.heard[country.Scheme.Tag] = true // of several with one language the first counts
		for _, r := range a.adapters.readers {
			if err := r.Add(country.Scheme.Tag, country.Words()); err != nil {
				a.log.WarnContext(ctx, "words of a language could not be read", "country", country.ID(), "reader", r.Name, "error", err)
			}
		}
	}
	return data, err
}

// oneLanguage is the one language of the countries served, "" where they have
// several.
func (a *app) oneLanguage(places *geo.Gazetteer) string {
	var schemes []geo.Scheme
	for _, country := range places.Countries() {
		if s, ok := places.Scheme(country); ok {
			schemes = append(schemes, s)
		}
	}
	return adapters{countries: schemes}.language()
}

// uploads is the extractor of uploaded documents, which takes them to be in the
// language of the countries served at that moment, where they do not say.
type uploads struct {
	*app
	engine *regengine.Engine
}

func (a *app) extractor(engine *regengine.Engine) projects.Extractor { return uploads{a, engine} }

// Extract implements [projects.Extractor].
func (u uploads) Extract(ctx context.Context, name string, data []byte) (*projects.Text, error) {
	return u.adapters.extractor(u.oneLanguage(u.engine.Snapshot().Places)).Extract(ctx, name, data)
}

// languageFolder is a folder with the words of a language, as a plugin brings it.
type languageFolder struct{ tag, dir string }

// learnFolder makes the language of a folder known; without one it does nothing.
func (a *app) learnFolder(f languageFolder) error {
	if f == (languageFolder{}) {
		return nil
	}
	if f.tag == "" || f.dir == "" {
		return usagef("--language and --language-dir belong together: what language is it, and where are its words?")
	}
	if info, err := os.Stat(f.dir); err != nil || !info.IsDir() {
		return usagef("--language-dir %s is no folder", quote(f.dir))
	}
	if err := languages.Learn(a.adapters.readers, f.tag, os.DirFS(f.dir)); err != nil {
		return fmt.Errorf("%w: %s cannot be read as a folder of %s:\n%w", errWords, f.dir, f.tag, err)
	}
	return nil
}

// errWords says that a language folder has mistakes.
var errWords = errors.New("words with mistakes")
