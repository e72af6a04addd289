package localembed

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// The folders the measurement reads. Without them it is skipped.
const (
	obliqaFolder = "REGENGINE_OBLIQA" // documents/*.json and dev.json
	textsFolder  = "REGENGINE_TEXTS"  // es/*.md, and asks_dev.tsv in the folder above
)

// question is what is asked and which blocks answer it.
type question struct {
	text string
	gold map[string]bool
}

// questions is a set of them over blocks.
type questions struct {
	name   string
	blocks []retrieval.Block
	list   []question
}

// TestMeasure prints how each method does by itself and fused with the words. It
// holds nothing to a figure: figures belong to the data they are measured on.
func TestMeasure(t *testing.T) {
	sets := append(obliqa(t), asks(t)...)
	if len(sets) == 0 {
		t.Skipf("neither %s nor %s names a folder", obliqaFolder, textsFolder)
	}
	for _, set := range sets {
		measure(t, set)
	}
}

func measure(t *testing.T, set questions) {
	texts := make([]string, len(set.blocks))
	for i := range set.blocks {
		texts[i] = set.blocks[i].Text
	}
	lexical := retrieval.New(set.blocks)
	c := newCorpus(texts)
	t.Logf("%s: %d blocks, %d questions", set.name, len(set.blocks), len(set.list))
	t.Log(report("words alone", score(t, set, lexical)))
	for _, e := range []retrieval.Embedder{New(nil), newLSA(c, 200), newIndexing(c, 512)} {
		index := newScan(t, e, set.blocks)
		empty := retrieval.New(unsearchable(set.blocks))
		t.Log(report(e.ID()+", alone", score(t, set, retrieval.NewHybrid(empty, e, index, nil))))
		for _, weight := range []float64{0.9, 0.25} {
			opts := &retrieval.HybridOptions{VectorWeight: weight}
			t.Log(report(fmt.Sprintf("%s, fused at %v", e.ID(), weight), score(t, set, retrieval.NewHybrid(lexical, e, index, opts))))
		}
	}
}

// unsearchable keeps the blocks but no words.
func unsearchable(blocks []retrieval.Block) []retrieval.Block {
	blocks = slices.Clone(blocks)
	for i := range blocks {
		blocks[i].Text, blocks[i].Title, blocks[i].Path, blocks[i].Lead = "", "", nil, ""
	}
	return blocks
}

type searcher interface {
	Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error)
}

type figures struct{ recall, precision float64 }

func report(name string, f figures) string {
	return fmt.Sprintf("| %-60s | %.3f | %.3f |", name, f.recall, f.precision)
}

// score gives Recall@10 and MAP@10.
func score(t *testing.T, set questions, s searcher) figures {
	t.Helper()
	docs := map[string]bool{}
	var scope []string
	for i := range set.blocks {
		if doc := set.blocks[i].Doc; !docs[doc] {
			docs[doc] = true
			scope = append(scope, doc)
		}
	}
	var sum figures
	for _, q := range set.list {
		hits, err := s.Search(t.Context(), retrieval.Query{Text: q.text, Docs: scope, TopK: 10})
		if err != nil {
			t.Fatal(err)
		}
		found, precision := 0, 0.0
		for i, hit := range hits {
			if q.gold[hit.Block.ID] {
				found++
				precision += float64(found) / float64(i+1)
			}
		}
		sum.recall += float64(found) / float64(len(q.gold))
		sum.precision += precision / float64(min(len(q.gold), 10))
	}
	n := float64(len(set.list))
	return figures{sum.recall / n, sum.precision / n}
}

// scan is an Index over one embedding of all blocks, quick enough for thousands of
// questions.
type scan struct {
	retrievaltest.Index
	blocks  []retrieval.Block
	vectors [][]float32
}

func newScan(t *testing.T, e retrieval.Embedder, blocks []retrieval.Block) *scan {
	t.Helper()
	texts := make([]string, len(blocks))
	for i := range blocks {
		texts[i] = retrieval.PassageText(&blocks[i])
	}
	vectors, err := e.Embed(t.Context(), texts, retrieval.ForPassage)
	if err != nil {
		t.Fatal(err)
	}
	return &scan{blocks: blocks, vectors: vectors}
}

func (s *scan) Nearest(_ context.Context, _ string, query []float32, _ []string, k int) ([]retrieval.Near, error) {
	near := make([]retrieval.Near, len(s.vectors))
	for i, v := range s.vectors {
		var sum float32
		for d, x := range v {
			sum += x * query[d]
		}
		near[i] = retrieval.Near{Doc: s.blocks[i].Doc, ID: s.blocks[i].ID, Score: float64(sum)}
	}
	slices.SortFunc(near, func(a, b retrieval.Near) int { return cmp.Compare(b.Score, a.Score) })
	return near[:min(k, len(near))], nil
}

// obliqa reads every sixth development question, as written and misspelt.
func obliqa(t *testing.T) []questions {
	folder := os.Getenv(obliqaFolder)
	if folder == "" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(folder, "documents", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no documents: %v", obliqaFolder, err)
	}
	set := questions{name: "ObliQA dev"}
	for _, file := range files {
		var passages []struct {
			DocumentID         int
			PassageID, Passage string
		}
		readJSON(t, file, &passages)
		for i, p := range passages {
			doc := fmt.Sprint(p.DocumentID)
			set.blocks = append(set.blocks, retrieval.Block{
				ID: doc + "/" + p.PassageID, Doc: doc, Section: p.PassageID, Order: i, Kind: retrieval.Paragraph, Lang: "en", Text: p.Passage,
			})
		}
	}
	var asked []struct {
		Question string
		Passages []struct {
			DocumentID int
			PassageID  string
		}
	}
	readJSON(t, filepath.Join(folder, "dev.json"), &asked)
	for i := 0; i < len(asked); i += 6 {
		q := question{text: asked[i].Question, gold: map[string]bool{}}
		for _, p := range asked[i].Passages {
			q.gold[fmt.Sprint(p.DocumentID)+"/"+p.PassageID] = true
		}
		set.list = append(set.list, q)
	}
	return []questions{set, set.misspelt()}
}

// misspelt turns two letters round in the middle of every second word of six
// letters or more.
func (s questions) misspelt() questions {
	s.name += ", misspelt"
	s.list = slices.Clone(s.list)
	for i := range s.list {
		words, n := strings.Fields(s.list[i].text), 0
		for w, word := range words {
			letters := []rune(word)
			if len(letters) < 6 {
				continue
			}
			if n++; n%2 == 1 {
				m := len(letters) / 2
				letters[m-1], letters[m] = letters[m], letters[m-1]
				words[w] = string(letters)
			}
		}
		s.list[i].text = strings.Join(words, " ")
	}
	return s
}

// asks reads an architect's questions over the Spanish texts: those marked as
// using other words than the text, and all that the texts answer.
func asks(t *testing.T) []questions {
	folder := os.Getenv(textsFolder)
	if folder == "" {
		return nil
	}
	blocks := paragraphs(t, folder)
	other := questions{name: "asks, kind synonym", blocks: blocks}
	all := questions{name: "asks, answerable", blocks: blocks}
	file, err := os.Open(filepath.Join(folder, "..", "asks_dev.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		f := strings.Split(lines.Text(), "\t")
		if len(f) < 8 || f[2] != "yes" {
			continue
		}
		q := question{text: f[1], gold: answering(blocks, f[4], f[6])}
		if len(q.gold) == 0 {
			continue
		}
		all.list = append(all.list, q)
		if strings.Contains(f[7], "synonym") {
			other.list = append(other.list, q)
		}
	}
	return []questions{other, all, all.misspelt()}
}

// paragraphs reads Markdown files, a paragraph a block under the heading above it.
func paragraphs(t *testing.T, folder string) []retrieval.Block {
	files, err := filepath.Glob(filepath.Join(folder, "es", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no es/*.md: %v", textsFolder, err)
	}
	var blocks []retrieval.Block
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, title := "texts/es/"+filepath.Base(file), ""
		for i, text := range strings.Split(string(data), "\n\n") {
			text = strings.TrimSpace(text)
			if heading := strings.TrimLeft(text, "# "); strings.HasPrefix(text, "#") {
				title = heading
				continue
			}
			if text != "" {
				blocks = append(blocks, retrieval.Block{
					ID: fmt.Sprintf("%s#%d", doc, i), Doc: doc, Order: i, Kind: retrieval.Paragraph, Lang: "es", Path: []string{title}, Text: text,
				})
			}
		}
	}
	return blocks
}

// answering finds the blocks that hold the longest run of the evidence quoted.
func answering(blocks []retrieval.Block, file, evidence string) map[string]bool {
	longest := ""
	for _, part := range strings.Split(evidence, "[…]") {
		if part = plainText(part); len(part) > len(longest) {
			longest = part
		}
	}
	gold := map[string]bool{}
	for i := range blocks {
		if blocks[i].Doc == file && strings.Contains(plainText(blocks[i].Text), longest) {
			gold[blocks[i].ID] = true
		}
	}
	return gold
}

func plainText(text string) string {
	var words []string
	for _, w := range retrieval.Words(text, "") {
		words = append(words, w.Fold)
	}
	return strings.Join(words, " ")
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", filepath.Base(file), err)
	}
}
