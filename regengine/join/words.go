package join

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/regengine"
)

// Bounds of language files and calculators.
const (
	maxFile        = 1 << 20
	maxFiles       = 64
	maxAllFiles    = 8 << 20
	maxCalculators = 100
	maxSchema      = 64 << 10
)

// fileName is the shape of the names of language files: nothing that could lead out
// of a folder, and nothing but text.
var fileName = lazyregexp.New(`^[a-z][a-z0-9_-]{0,40}(\.[a-z0-9_-]{1,40})?\.(txt|tsv)$`)

func (j *joiner) language() {
	files := j.in.Language
	if files == nil {
		return
	}
	before, total := len(j.problems), 0
	defer func() { j.wordless = len(j.problems) > before }()
	if len(files) > maxFiles {
		j.bad("%d language files: at most %d", len(files), maxFiles)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		data := files[name]
		total += len(data)
		switch {
		case !fileName.MatchString(name):
			j.bad("language file %.80q has a name that no reader knows", name)
		case len(data) > maxFile:
			j.bad("language file %s has %d bytes, more than %d", name, len(data), maxFile)
		case !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0:
			j.bad("language file %s is no UTF-8 text", name)
		}
	}
	if total > maxAllFiles {
		j.bad("the language files have %d bytes: at most %d", total, maxAllFiles)
	}
	if len(j.problems) > before {
		return
	}
	country := regengine.Country{Language: files}
	for _, r := range j.opts.Languages {
		err := guarded(func() error { return r.Check(j.in.Tag, country.Words()) })
		if errors.Is(err, regengine.ErrBuiltInLanguage) {
			j.bad("language %q is built in: bring no files for it", j.in.Tag)
			return
		}
		if err != nil {
			j.bad("words of %q: %s cannot read it: %v", j.in.Tag, r.Name, err)
		}
	}
}

// guarded makes an error of a panic: what is read comes from outside.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it breaks the reader: %v", p)
		}
	}()
	return f()
}

func (j *joiner) calculators() {
	if len(j.in.Calculators) > maxCalculators {
		j.bad("%d calculators: at most %d", len(j.in.Calculators), maxCalculators)
		return
	}
	seen := make(map[string]bool)
	for i := range j.in.Calculators {
		f := &j.in.Calculators[i]
		if problem := codes.SlugProblem(f.ID, false); problem != "" || len(f.ID) > maxWord {
			j.bad("calculator %.80q: its id is no slug: %s", f.ID, problem)
		}
		if seen[f.ID] {
			j.bad("calculator %.80q: there are two of it", f.ID)
		}
		seen[f.ID] = true
		if f.Title == "" {
			j.bad("calculator %.80q has no title", f.ID)
		}
		j.word("the title of a calculator", f.Title)
		j.schema(f.ID, "input", f.Input)
		j.schema(f.ID, "result", f.Result)
	}
}

func (j *joiner) schema(id, what string, schema json.RawMessage) {
	if len(schema) > maxSchema {
		j.bad("calculator %.80q: its %s schema has %d bytes: at most %d", id, what, len(schema), maxSchema)
		return
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(schema, &object); err != nil || object == nil || !utf8.Valid(schema) {
		j.bad("calculator %.80q: its %s schema is no JSON object", id, what)
		return
	}
	if string(object["type"]) != `"object"` {
		j.bad("calculator %.80q: its %s schema is of type %.40q: give that of an object", id, what, object["type"])
	}
}
