package localembed

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// corpusOf is a set of blocks and what is asked of them.
type corpusOf struct {
	blocks []retrieval.Block
	sets   []questions
}

type questions struct {
	name string
	list []question
}

// TestMeasure prints how each method does by itself and fused with the words. It
// holds nothing to a figure: figures belong to the data they are measured on.
func TestMeasure(t *testing.T) {
	corpora := append(obliqa(t), asks(t)...)
	if len(corpora) == 0 {
		t.Skipf("neither %s nor %s names a folder", obliqaFolder, textsFolder)
	}
	for _, c := range corpora {
		measure(t, c)
	}
}

func measure(t *testing.T, on corpusOf) {
	texts := make([]string, len(on.blocks))
	for i := range on.blocks {
		texts[i] = retrieval.PassageText(&on.blocks[i])
	}
	lexical, empty := retrieval.New(on.blocks), retrieval.New(unsearchable(on.blocks))
	for _, set := range on.sets {
		t.Log(report(set.name, "words alone", len(set.list), score(t, on.blocks, set, lexical)))
	}
	c := newCorpus(texts)
	for _, e := range []retrieval.Embedder{New(nil), newIndexing(c, 512), newLSA(c, 200)} {
		index := newScan(t, e, on.blocks, texts)
		for _, set := range on.sets {
			t.Log(report(set.name, e.ID(), len(set.list), score(t, on.blocks, set, retrieval.NewHybrid(empty, e, index, &retrieval.HybridOptions{Timeout: time.Minute}))))
			for _, weight := range []float64{0.9, 0.25} {
				fused := retrieval.NewHybrid(lexical, e, index, &retrieval.HybridOptions{VectorWeight: weight, Timeout: time.Minute})
				t.Log(report(set.name, fmt.Sprintf("words + %v * %s", weight, e.ID()), len(set.list), score(t, on.blocks, set, fused)))
			}
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

func report(set, name string, questions int, f figures) string {
	return fmt.Sprintf("| %s (%d) | %s | %.3f | %.3f |", set, questions, name, f.recall, f.precision)
}

// score gives Recall@10 and MAP@10.
func score(t *testing.T, blocks []retrieval.Block, set questions, s searcher) figures {
	t.Helper()
	docs := map[string]bool{}
	var scope []string
	for i := range blocks {
		if doc := blocks[i].Doc; !docs[doc] {
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

func newScan(t *testing.T, e retrieval.Embedder, blocks []retrieval.Block, texts []string) *scan {
	t.Helper()
	vectors, err := e.Embed(t.Context(), texts, retrieval.ForPassage)
	if err != nil {
		t.Fatal(err)
	}
	return &scan{blocks: blocks, vectors: vectors}
}

func (s *scan) Nearest(_ context.Context, _ string, query []float32, _ []string, k int) ([]retrieval.Near, error) {
	near := make([]retrieval.Near, 0, k+1)
	for i, v := range s.vectors {
		var sum float32
		for d, x := range v {
			sum += x * query[d]
		}
		n := retrieval.Near{Doc: s.blocks[i].Doc, ID: s.blocks[i].ID, Score: float64(sum)}
		if len(near) == k && n.Score <= near[k-1].Score {
			continue
		}
		at, _ := slices.BinarySearchFunc(near, n, retrieval.CompareNear)
		near = slices.Insert(near, at, n)[:min(k, len(near)+1)]
	}
	return near, nil
}

// obliqa reads every twelfth development question, as written and misspelt.
func obliqa(t *testing.T) []corpusOf {
	folder := os.Getenv(obliqaFolder)
	if folder == "" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(folder, "documents", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no documents: %v", obliqaFolder, err)
	}
	var on corpusOf
	set := questions{name: "ObliQA dev"}
	for _, file := range files {
		var passages []struct {
			DocumentID         int
			PassageID, Passage string
		}
		readJSON(t, file, &passages)
		for i, p := range passages {
			doc := fmt.Sprint(p.DocumentID)
			on.blocks = append(on.blocks, retrieval.Block{
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
	for i := 0; i < len(asked); i += 12 {
		q := question{text: asked[i].Question, gold: map[string]bool{}}
		for _, p := range asked[i].Passages {
			q.gold[fmt.Sprint(p.DocumentID)+"/"+p.PassageID] = true
		}
		set.list = append(set.list, q)
	}
	on.sets = []questions{set, set.misspelt()}
	return []corpusOf{on}
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
func asks(t *testing.T) []corpusOf {
	folder := os.Getenv(textsFolder)
	if folder == "" {
		return nil
	}
	blocks := paragraphs(t, folder)
	other := questions{name: "asks in other words"}
	all := questions{name: "asks"}
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
	return []corpusOf{{blocks, []questions{other, all, all.misspelt()}}}
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
