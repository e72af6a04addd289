package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify/rules"
)

// nameKind is a kind of names that shells complete.
type nameKind string

const (
	noNames           nameKind = ""
	placeNames        nameKind = "places"
	codeNames         nameKind = "codes"
	elementNames      nameKind = "elements"
	parameterNames    nameKind = "parameters"
	circumstanceNames nameKind = "circumstances"
	pluginNames       nameKind = "plugins"
)

// namesFormat is the first line of a file of kept names, before the revision of the
// content they are of. It changes with what stands in such a file.
const namesFormat = "regengine names 1"

// keptNames returns the names of a kind, each with what it is behind a tab. Reading rules
// takes longer than a person at the keyboard waits, so that names are kept in the user's
// cache until the content changes.
func (a *app) keptNames(ctx context.Context, db *sqlstore.DB, kind nameKind) ([]string, error) {
	revision, err := db.Revision(ctx)
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf("%s %d", namesFormat, revision)
	path := a.namesFile(kind)
	if kept, err := os.ReadFile(path); err == nil {
		if first, rest, _ := strings.Cut(string(kept), "\n"); first == head {
			return strings.FieldsFunc(rest, func(r rune) bool { return r == '\n' }), nil
		}
	}
	names, err := namesFrom(ctx, db, kind)
	if err != nil {
		return nil, err
	}
	if path != "" {
		_ = keepFile(path, []byte(head+"\n"+strings.Join(names, "\n"))) // it is read again then
	}
	return names, nil
}

// namesFile is where the names of the database are kept; "" where the user has no cache.
func (a *app) namesFile(kind nameKind) string {
	where := a.settings.DatabaseURL
	if where == "" {
		where, _ = filepath.Abs(a.settings.databaseFile())
	}
	sum := sha256.Sum256([]byte(where)) // a URL may hold a password
	return userFile(a.environ, "XDG_CACHE_HOME", os.UserCacheDir, hex.EncodeToString(sum[:8])+"."+string(kind))
}

// keepFile writes a file that only its owner can read, whole or not at all.
func keepFile(path string, content []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // 0600
	if err != nil {
		return err
	}
	_, err = bytes.NewReader(content).WriteTo(f)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

func namesFrom(ctx context.Context, db *sqlstore.DB, kind nameKind) ([]string, error) {
	switch kind {
	case placeNames:
		list, err := db.ListPlaces(ctx, "")
		return completedPlaces(list), err
	case codeNames:
		list, err := db.ListCodes(ctx)
		return mapped(list, completedCode), err
	default:
		sets, err := db.ListRules(ctx)
		return completedWords(sets, kind), err
	}
}

// completedPlaces offers each place by its name, and where several of a rank bear it, by
// what it lies in as well; and by its identifier.
func completedPlaces(list []geo.Place) []string {
	names := make(map[geo.ID]string, len(list))
	borne := make(map[string]int, len(list))
	for i := range list {
		names[list[i].ID] = list[i].Name
		borne[list[i].Name+list[i].Level.String()]++
	}
	out := make([]string, 0, 2*len(list))
	for i := range list {
		p := &list[i]
		name := p.Name
		if borne[p.Name+p.Level.String()] > 1 {
			name += ", " + names[p.Parent]
		}
		out = append(out, name+"\t"+string(p.ID)+" "+p.Level.String())
	}
	for i := range list {
		out = append(out, string(list[i].ID)+"\t"+list[i].Name)
	}
	return out
}

func completedCode(c codes.Code) string {
	name := c.ShortTitle
	if name == "" {
		name = c.Title
	}
	return c.Slug + "\t" + name
}

// completedWords offers what rules call elements, parameters or circumstances.
func completedWords(sets []rules.RuleSet, kind nameKind) []string {
	words := map[string]string{} // -> what it is
	for i := range sets {
		if kind == circumstanceNames {
			for k := range sets[i].Facts {
				addCircumstance(words, &sets[i].Facts[k])
			}
			continue
		}
		for k := range sets[i].Concepts {
			c := &sets[i].Concepts[k]
			if (c.Kind == rules.ElementConcept) != (kind == elementNames) {
				continue
			}
			for _, names := range c.Names {
				for _, name := range names {
					words[name] = labelIn(c.Label)
				}
			}
		}
	}
	out := make([]string, 0, len(words))
	for _, word := range slices.Sorted(maps.Keys(words)) {
		out = append(out, word+"\t"+words[word])
	}
	return out
}

// addCircumstance offers a circumstance with each of its values, or up to where a value
// is written.
func addCircumstance(words map[string]string, f *rules.Fact) {
	switch {
	case f.Kind == rules.BooleanFact:
		words[f.ID+"=yes"], words[f.ID+"=no"] = labelIn(f.Label), labelIn(f.Label)
	case len(f.Values) > 0:
		for _, v := range f.Values {
			words[f.ID+"="+v.ID] = labelIn(f.Label)
		}
	default:
		words[f.ID+"="] = labelIn(f.Label)
	}
}
