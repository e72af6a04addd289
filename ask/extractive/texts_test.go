package extractive_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/markdown"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// asked is one line of a question set: tab separated, with a head that names its
// columns.
type asked struct {
	id, question, keys, file, evidence, kind string
	answerable                               bool
}

// TestModel_Texts asks a set of questions over the texts they are about, all of
// them selected in one project, and prints what comes of it. It states no
// figure of its own: `regengine eval ask` measures.
func TestModel_Texts(t *testing.T) {
	folder, list := os.Getenv("REGENGINE_TEXTS"), os.Getenv("REGENGINE_ASKS")
	if folder == "" || list == "" {
		t.Skip("REGENGINE_TEXTS (a folder of regulations) and REGENGINE_ASKS (a set of questions) are not set")
	}
	questions := readAsks(t, list)
	w := readTexts(t, folder, questions)
	var count tally
	for _, q := range questions {
		if only := os.Getenv("REGENGINE_ASK"); only != "" && !slices.Contains(strings.Split(only, ","), q.id) {
			continue
		}
		start := time.Now()
		a, err := w.agent.Answer(t.Context(), ask.Question{Text: q.question, Project: w.project})
		if err != nil {
			t.Fatalf("%s: %v", q.id, err)
		}
		verdict := count.add(q, a, w.texts)
		if os.Getenv("REGENGINE_EXPLAIN") != "" {
			t.Log(w.seen.last)
		}
		t.Logf("%s %s (%s, found at %d, %v)\n  asked: %s\n  keys: %s; evidence: %s\n%s", q.id, verdict, q.kind, w.place(t, q), time.Since(start).Round(time.Millisecond), q.question, q.keys, q.evidence, indent(a, w.texts))
	}
	t.Logf("%+v", count)
}

type tally struct{ Answerable, Cited, Figures, AllFigures, Answered, Unanswerable, Abstained int }

// add counts one answer and says how it fared.
func (c *tally) add(q asked, a *ask.Answer, texts *retrieval.Retriever) string {
	if !q.answerable {
		if c.Unanswerable++; len(a.Sources) == 0 {
			c.Abstained++
			return "ok: abstained"
		}
		return "WRONG: answered"
	}
	c.Answerable++
	if len(a.Sources) > 0 {
		c.Answered++
	}
	verdict := "WRONG block"
	if slices.ContainsFunc(a.Sources, func(s ask.Source) bool {
		b, ok := texts.Block(s.BlockID)
		return ok && holdsEvidence(squeezed(b.Lead+" "+b.Text), q.evidence)
	}) {
		c.Cited++
		verdict = "ok"
	}
	found := 0
	text := squeezed(a.Text)
	keys := strings.Split(q.keys, "|")
	for _, key := range keys {
		if strings.Contains(text, squeezed(key)) {
			found++
		}
	}
	if found == len(keys) {
		c.AllFigures++
	}
	if found > 0 {
		c.Figures++
		return verdict
	}
	return verdict + ", WRONG figure"
}

// holdsEvidence reports whether a text has a piece of the evidence, whose gaps
// are written "[…]".
func holdsEvidence(text, evidence string) bool {
	for piece := range strings.SplitSeq(evidence, "[…]") {
		if piece = squeezed(piece); len(piece) > 3 && strings.Contains(text, piece) {
			return true
		}
	}
	return false
}

// squeezed leaves letters, digits and signs of a text, folded, without spaces.
func squeezed(text string) string {
	folded := strings.NewReplacer("–", "", "-", "", "²", "2", "º", "", "°", "", ".", "", "«", "", "»", "").Replace(retrieval.Fold(text))
	return strings.Join(strings.Fields(folded), "")
}

func indent(a *ask.Answer, texts *retrieval.Retriever) string {
	var b strings.Builder
	for line := range strings.Lines(a.Text) {
		b.WriteString("    | " + line)
	}
	for _, s := range a.Sources {
		b.WriteString("\n    -> " + s.Code + " " + s.Section + " " + s.BlockTitle)
	}
	return b.String()
}

func readAsks(t *testing.T, name string) []asked {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, head := range rows[0] {
		at[head] = i
	}
	var list []asked
	for _, row := range rows[1:] {
		cell := func(name string) string { return row[at[name]] }
		list = append(list, asked{
			id: cell("id"), question: cell("question"), keys: cell("expected_keys"), file: cell("source_file"),
			evidence: cell("evidence_or_reason"), kind: cell("kind"), answerable: cell("answerable") == "yes",
		})
	}
	return list
}

// explained is a model that tells how it came to its last draft.
type explained struct {
	ask.Model
	last string
}

func (m *explained) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	step, err := m.Model.Next(ctx, t)
	if step.Draft != "" && t.Repair == nil && os.Getenv("REGENGINE_EXPLAIN") != "" {
		m.last = extractive.Explain(t) + "DRAFT " + step.Draft
	}
	if t.Repair != nil && os.Getenv("REGENGINE_EXPLAIN") != "" {
		m.last += fmt.Sprintf("\nREFUSED %q", t.Repair.Problems)
	}
	return step, err
}

// textLibrary is every text of a set, selected in one project.
type textLibrary struct {
	texts   *retrieval.Retriever
	agent   *ask.Agent
	seen    *explained
	project *projects.Info
}

func readTexts(t *testing.T, folder string, questions []asked) textLibrary {
	t.Helper()
	var files []string
	for _, q := range questions {
		for name := range strings.FieldsSeq(q.file) {
			if !slices.Contains(files, name) {
				files = append(files, name)
			}
		}
	}
	var all []retrieval.Block
	var list []codes.Code
	project := &projects.Info{Project: projects.Project{ID: "p", OrganizationID: "o", GeoID: "XX"}, Place: geo.Place{ID: "XX", Name: "Equis", Level: geo.Country}}
	for _, name := range files {
		code, blocks := readText(t, filepath.Join(folder, strings.TrimPrefix(name, "texts/")))
		list, all = append(list, code), append(all, blocks...)
		v := code.Versions[len(code.Versions)-1]
		project.Selected = append(project.Selected, projects.Collection{
			Slug: code.Slug, Title: code.Title, Version: v.Slug, Versions: []codes.VersionRef{{Code: code.Slug, Version: v.Slug}},
		})
	}
	places, err := geo.NewGazetteer([]geo.Scheme{scheme{}}, []geo.Place{{ID: "XX", Name: "Equis", Level: geo.Country}})
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := codes.NewCatalog(places, list)
	if err != nil {
		t.Fatal(err)
	}
	texts := retrieval.New(all)
	seen := &explained{Model: extractive.New()}
	return textLibrary{texts, ask.New(seen, texts, catalog, nil), seen, project}
}

func readText(t *testing.T, file string) (codes.Code, []retrieval.Block) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if path.Ext(file) == ".json" {
		return readPassages(t, file, data)
	}
	read, err := markdown.Read(t.Context(), filepath.Base(file), data, &importers.Given{
		Country: "XX", Scope: codes.National, Territories: []geo.ID{"XX"}, Status: codes.Active, Code: slugOf(file), Version: "v", Title: titleOf(data),
	})
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return read.Code, read.Blocks
}

// readPassages reads a list of passages, each with its section.
func readPassages(t *testing.T, file string, data []byte) (codes.Code, []retrieval.Block) {
	t.Helper()
	var list []struct{ PassageID, Passage string }
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	slug := slugOf(file)
	b := importers.NewBuilder(slug+"/v", "en", slug)
	for _, p := range list {
		b.Open(importers.Heading{Title: p.PassageID, Level: 1})
		b.Add(importers.Piece{Kind: retrieval.Paragraph, Text: p.Passage})
	}
	sections, blocks := b.Done()
	return codes.Code{Slug: slug, Title: slug, CountryCode: "XX", Scope: codes.National, Territories: []geo.ID{"XX"},
		Versions: []codes.Version{{Slug: "v", Title: slug, Status: codes.Active, Internal: true, Sections: sections}}}, blocks
}

func slugOf(file string) string {
	base := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return "t-" + strings.ToLower(strings.NewReplacer("_", "-", ".", "-").Replace(base))
}

type scheme struct{ geo.UnimplementedScheme }

func (scheme) Country() geo.ID  { return "XX" }
func (scheme) Language() string { return "es" }
func (scheme) ParseID(text string) (geo.ID, geo.Level, error) {
	if strings.EqualFold(text, "XX") {
		return "XX", geo.Country, nil
	}
	return "", 0, geo.ErrInvalidID
}

// titleOf is the title a text gives itself in its front matter, or else its first
// line.
func titleOf(data []byte) string {
	first := ""
	for line := range strings.Lines(string(data[:min(len(data), 4000)])) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "title:"); ok {
			return strings.Trim(title, " \"'")
		}
		if first == "" && len(line) > 3 {
			first = line
		}
	}
	return first
}

// place is where a search puts the first block with the evidence, from 1; 0 where
// it is not among the first forty.
func (w *textLibrary) place(t *testing.T, q asked) int {
	t.Helper()
	hits, err := w.texts.Search(t.Context(), retrieval.Query{Text: q.question, Docs: w.docs(), TopK: 40})
	if err != nil {
		return -1
	}
	return 1 + slices.IndexFunc(hits, func(h retrieval.Hit) bool {
		return holdsEvidence(squeezed(h.Block.Lead+" "+h.Block.Text), q.evidence)
	})
}

func (w *textLibrary) docs() []string {
	var list []string
	for _, c := range w.project.Selected {
		list = append(list, codes.VersionRef{Code: c.Slug, Version: c.Version}.String())
	}
	return list
}
