package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify/rules"
)

// textImport is one run of an import of texts.
type textImport struct {
	*app
	db      *sqlstore.DB
	reader  textReader
	options textOptions
	given   importers.Given

	stored regengine.Data
	data   regengine.Data    // what is to be written
	byCode map[string]int    // index in data.Codes
	from   map[string]string // the file each version is of
	result textResult
}

// memoryGoal is what an import of texts tries to stay within: garbage of one file
// need not stand beside the next.
const memoryGoal = 200 << 20

func (t *textImport) run(ctx context.Context, files []textFile) error {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 { // nobody has set another
		debug.SetMemoryLimit(memoryGoal)
		defer debug.SetMemoryLimit(math.MaxInt64)
	}
	stored, err := t.load(ctx, t.db)
	if err != nil {
		return err
	}
	t.stored, t.byCode, t.from = stored, make(map[string]int), make(map[string]string)
	t.result = textResult{Format: t.reader.format, Files: []fileResult{}, Ended: []string{}}
	report, finish := t.progress()
	defer finish()
	var refused error
	for _, file := range files {
		if err := t.read(ctx, file, report); err != nil {
			refused = errors.Join(refused, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if refused != nil {
		return refused
	}
	if !t.options.keepBoth {
		t.supersede()
	}
	if err := t.write(ctx, report); err != nil {
		return err
	}
	finish()
	return t.print(t.result, t.printReport)
}

func (t *textImport) read(ctx context.Context, file textFile, report regengine.Progress) error {
	given := t.given
	given.Stored = t.codeSoFar
	if report != nil {
		given.Progress = func(done, total int, what string) { report(done, total, file.name+": "+what) }
	}
	read, err := t.reader.read(ctx, file.name, file.data, &given)
	if err != nil {
		return err
	}
	return t.add(file.name, read)
}

// codeSoFar is a code as it is stored, or as a file before this one has it.
func (t *textImport) codeSoFar(slug string) *codes.Code {
	if i, ok := t.byCode[slug]; ok {
		return &t.data.Codes[i]
	}
	if i := slices.IndexFunc(t.stored.Codes, func(c codes.Code) bool { return c.Slug == slug }); i >= 0 {
		return &t.stored.Codes[i]
	}
	return nil
}

// add enters what one file holds beside what those before it hold. Two files
// that give one version would replace each other unseen.
func (t *textImport) add(name string, read *importers.Import) error {
	for _, v := range read.Code.Versions {
		doc := codes.VersionRef{Code: read.Code.Slug, Version: v.Slug}.String()
		if first, twice := t.from[doc]; twice {
			return usagef("%s and %s both give %s; import them one by one, each with a --version of its own", first, name, doc)
		}
		t.from[doc] = name
		if err := t.wouldReplace(name, read.Code.Slug, v); err != nil {
			return err
		}
	}
	if err := t.checkTerritory(name, read.Code); err != nil {
		return err
	}
	t.result.Files = append(t.result.Files, newFileResult(read))
	fresh := regengine.Data{Codes: []codes.Code{read.Code}, Blocks: read.Blocks}
	t.data = regengine.Merge(t.data, fresh)
	clear(t.byCode)
	for i, code := range t.data.Codes {
		t.byCode[code.Slug] = i
	}
	return nil
}

// wouldReplace refuses to put a text in place of another law's, or of a digest that
// rules rest on, which has the same slug by chance.
func (t *textImport) wouldReplace(name, slug string, fresh codes.Version) error {
	at := slices.IndexFunc(t.stored.Codes, func(c codes.Code) bool { return c.Slug == slug })
	if at < 0 || t.options.replace {
		return nil
	}
	for _, v := range t.stored.Codes[at].Versions {
		if v.Slug == fresh.Slug && (v.Title != fresh.Title || v.Digest) {
			return usagef("%s would replace the stored version %s/%s, %s; give it a --version of its own, or --replace to mean that",
				name, slug, v.Slug, quote(v.Title))
		}
	}
	return nil
}

// checkTerritory holds the territory to the places there are: a national code of a
// country nobody serves would be seen by none.
func (t *textImport) checkTerritory(name string, code codes.Code) error {
	if code.Scope == codes.European {
		return nil
	}
	for _, id := range code.Territories {
		known := func(p geo.Place) bool { return p.ID == id.Country() }
		if !slices.ContainsFunc(t.stored.Places, known) {
			return fmt.Errorf("%s: there are no places of country %s; import those first, or give another --geo-id", name, id.Country())
		}
	}
	return nil
}

// supersede lets stored versions give way to newer ones. With a version's new
// standing come its text and rules, or they would be taken for withdrawn.
func (t *textImport) supersede() {
	for i := range t.data.Codes {
		code := &t.data.Codes[i]
		at := slices.IndexFunc(t.stored.Codes, func(c codes.Code) bool { return c.Slug == code.Slug })
		if at < 0 {
			continue
		}
		standing, ended := codes.Supersede(code.Slug, t.stored.Codes[at].Versions, code.Versions, t.today())
		code.Versions = slices.Concat(standing, ended)
		for _, v := range ended {
			t.carry(codes.VersionRef{Code: code.Slug, Version: v.Slug})
		}
	}
}

// carry takes a stored version's text and rules along.
func (t *textImport) carry(ref codes.VersionRef) {
	doc := ref.String()
	t.result.Ended = append(t.result.Ended, doc)
	t.data.Blocks = append(t.data.Blocks, slices.DeleteFunc(slices.Clone(t.stored.Blocks), func(b retrieval.Block) bool { return b.Doc != doc })...)
	t.data.Rules = append(t.data.Rules, slices.DeleteFunc(slices.Clone(t.stored.Rules), func(r rules.RuleSet) bool { return r.Ref != ref })...)
}

func (t *textImport) write(ctx context.Context, report regengine.Progress) (err error) {
	if t.options.dryRun {
		return regengine.Check(t.adapters.countries, t.stored, t.data)
	}
	opts := t.writeOptions(report)
	opts.Found = t.result.found
	t.result.Changed, err = regengine.Import(ctx, t.db, t.adapters.countries, t.data, opts)
	t.result.Written = err == nil
	return err
}
