package pack

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/rules"
)

// ErrCannotHold says that a pack has no way to write some of the data. The text
// of the error names each entry and what about it is the matter.
var ErrCannotHold = errors.New("pack: the format cannot hold this data")

// ExportOptions choose what is exported, and how. The zero value exports all.
type ExportOptions struct {
	// Country keeps only the places of a country, its codes, and the
	// supranational codes that apply there. "" keeps everything.
	Country geo.ID

	Progress regengine.Progress
}

// Export writes data as a pack in canonical form: the same data always gives the
// same bytes. Everything is rendered, read back and compared before the first
// file is written, so that a pack that was written reads as the data it came
// from; what would not gives ErrCannotHold. Columns for technical data that m
// does not declare are added to it. Rules keep the bytes of their source.
func Export(ctx context.Context, w Writer, m Manifest, data regengine.Data, opts *ExportOptions) error {
	if opts == nil {
		opts = &ExportOptions{}
	}
	e := &exporter{names: make(map[string]bool), manifest: m, data: canonical(data, opts.Country)}
	if opts.Country != "" {
		e.manifest.Country = opts.Country
	}
	if err := e.render(ctx); err != nil {
		return err
	}
	for i, file := range e.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.WriteFile(file.name, file.content); err != nil {
			return fmt.Errorf("write %s: %w", file.name, err)
		}
		if opts.Progress != nil {
			opts.Progress(i+1, len(e.files), file.name)
		}
	}
	return nil
}

type file struct {
	name    string
	content []byte
}

// exporter renders data into files and checks that they hold it.
type exporter struct {
	manifest Manifest
	data     regengine.Data
	files    []file
	names    map[string]bool
	problems []error
}

func (e *exporter) fail(format string, args ...any) {
	e.problems = append(e.problems, fmt.Errorf(format, args...))
}

func (e *exporter) add(name string, content []byte) {
	if e.names[name] {
		e.fail("%s: is there twice; two entries of the data have one name", name)
	}
	e.names[name] = true
	e.files = append(e.files, file{name, content})
}

// yaml renders a mapping and adds it in front of body.
func (e *exporter) yaml(doc yamlMapping) []byte {
	content, err := encodeYAML(doc.node)
	if err != nil {
		e.fail("%w", err)
	}
	return content
}

func (e *exporter) render(ctx context.Context) error {
	e.declareExtra()
	e.renderManifest()
	e.renderPlaces()
	blocks := make(map[string][]retrieval.Block)
	for _, b := range e.data.Blocks {
		blocks[b.Doc] = append(blocks[b.Doc], b)
	}
	sets := make(map[codes.VersionRef]rules.RuleSet)
	for _, set := range e.data.Rules {
		sets[set.Ref] = set
	}
	for i := range e.data.Codes {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.renderCode(&e.data.Codes[i], blocks, sets)
	}
	e.orphans(blocks, sets)
	if len(e.problems) > 0 {
		return fmt.Errorf("%w:\n%w", ErrCannotHold, errors.Join(e.problems...))
	}
	return nil
}

// declareExtra adds to the manifest the technical data it does not declare.
func (e *exporter) declareExtra() {
	e.manifest.Extra = slices.Clone(e.manifest.Extra)
	for _, p := range e.data.Places {
		if p.Tech == nil {
			continue
		}
		for _, value := range p.Tech.Extra {
			known := func(x Extra) bool { return x.Key == value.Key }
			if !slices.ContainsFunc(e.manifest.Extra, known) {
				e.manifest.Extra = append(e.manifest.Extra, Extra{Key: value.Key, Label: value.Label, Unit: value.Unit})
			}
		}
	}
}

func (e *exporter) renderManifest() {
	content := e.yaml(manifestDoc(e.manifest))
	rep := &report{}
	got := parseManifest(rep, content)
	e.compare("manifest", rep, e.manifest, *orZero(got))
	e.add(manifestFile, content)
}

func orZero[T any](p *T) *T {
	if p == nil {
		return new(T)
	}
	return p
}

func (e *exporter) renderPlaces() {
	if len(e.data.Places) == 0 && len(e.manifest.Extra) == 0 {
		return
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	records := [][]string{slices.Clone(placeColumns)}
	for _, x := range e.manifest.Extra {
		records[0] = append(records[0], x.Key)
	}
	for i := range e.data.Places {
		records = append(records, placeRecord(&e.data.Places[i], e.manifest.Extra))
	}
	if err := w.WriteAll(records); err != nil {
		e.fail("%w", err)
	}
	e.checkPlaces(b.Bytes())
	e.add(placesFile, b.Bytes())
}

func (e *exporter) checkPlaces(content []byte) {
	rep := &report{}
	rows, _ := parsePlaces(rep, &e.manifest, content)
	if err := rep.err(nil); err != nil {
		e.fail("%w", err)
		return
	}
	for i, want := range e.data.Places {
		if i < len(rows) {
			e.compare("place "+string(want.ID), rep, want, rows[i].place)
		}
	}
}

func (e *exporter) renderCode(c *codes.Code, blocks map[string][]retrieval.Block, sets map[codes.VersionRef]rules.RuleSet) {
	if problem := codes.SlugProblem(c.Slug, false); problem != "" {
		e.fail("code %s: slug %s", c.Slug, problem)
		return
	}
	name := path.Join(codesDir, c.Slug, codeFile)
	content := e.yaml(codeDoc(c))
	rep := &report{}
	got, _ := parseCode(rep, name, c.Slug, content)
	got.Versions = c.Versions
	e.compare("code "+c.Slug, rep, *c, got)
	e.add(name, content)

	// Files of a folder are written by name, whatever order versions have.
	versions := slices.Clone(c.Versions)
	slices.SortFunc(versions, func(a, b codes.Version) int {
		return compareRefs(codes.VersionRef{Version: a.Slug}, codes.VersionRef{Version: b.Slug})
	})
	for i := range versions {
		ref := codes.VersionRef{Code: c.Slug, Version: versions[i].Slug}
		e.renderVersion(ref, &versions[i], blocks[ref.String()])
		delete(blocks, ref.String())
		if set, ok := sets[ref]; ok {
			e.add(path.Join(codesDir, ref.Code, ref.Version+rulesSuffix), set.Source)
			delete(sets, ref)
		}
	}
}

func (e *exporter) renderVersion(ref codes.VersionRef, v *codes.Version, blocks []retrieval.Block) {
	if problem := codes.SlugProblem(v.Slug, true); problem != "" {
		e.fail("version %s: slug %s", ref, problem)
		return
	}
	language := mostly(blocks)
	var b bytes.Buffer
	b.WriteString("---\n")
	b.Write(e.yaml(versionDoc(ref, v, language)))
	b.WriteString("---\n")
	b.WriteString(writeMarkdown(language, v.Sections, blocks))
	name := path.Join(codesDir, ref.Code, ref.Version+textSuffix)
	e.checkVersion(name, ref, v, blocks, b.Bytes())
	e.add(name, b.Bytes())
}

// mostly returns the language most blocks are in, of several the first; "" when
// there are no blocks.
func mostly(blocks []retrieval.Block) (language string) {
	count := map[string]int{}
	for i := range blocks {
		count[blocks[i].Lang]++
	}
	for i := range blocks {
		if n := count[blocks[i].Lang]; n > count[language] || language == "" {
			language = blocks[i].Lang
		}
	}
	return language
}

func (e *exporter) checkVersion(name string, ref codes.VersionRef, v *codes.Version, blocks []retrieval.Block, content []byte) {
	rep := &report{}
	if _, ok := (&files{rep: rep}).text(name, content); !ok {
		e.fail("version %s: its text is not valid", ref)
		return
	}
	got := parseVersion(rep, name, ref, content)
	if !e.compare("version "+ref.String(), rep, *v, got.version) {
		return
	}
	for i, want := range blocks {
		if i >= len(got.blocks) || !e.compare(fmt.Sprintf("block %s of %s", want.ID, ref), rep, want, got.blocks[i].Block) {
			break
		}
	}
	if len(got.blocks) != len(blocks) {
		e.fail("version %s: only %d of %d blocks have a section of its index to stand in", ref, len(got.blocks), len(blocks))
	}
}

// orphans reports what belongs to no version.
func (e *exporter) orphans(blocks map[string][]retrieval.Block, sets map[codes.VersionRef]rules.RuleSet) {
	for doc, list := range sorted(blocks) {
		e.fail("%d block(s) of %s: there is no such version", len(list), doc)
	}
	byName := make(map[string]rules.RuleSet, len(sets))
	for ref, set := range sets {
		byName[ref.String()] = set
	}
	for name := range sorted(byName) {
		e.fail("rules of %s: there is no such version", name)
	}
}
