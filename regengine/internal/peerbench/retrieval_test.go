package peerbench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/evalset"
)

// passageEngine finds passages by a question.
type passageEngine interface {
	find(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error)
}

// passageEngines are the ones compared, ours first.
var passageEngines = []struct {
	name string
	open func(b *testing.B, set *passages) passageEngine
}{
	{"retriever", openRetriever},
	{"bleve-bm25", openBleveBM25},
	{"bleve-default", openBleveDefault},
	{"fts5", openFTSPassages},
}

// passages are the texts searched and the questions asked.
type passages struct {
	blocks    []retrieval.Block
	questions []evalset.Judged
	docs      []string // all of them
}

// BenchmarkRetrieval asks every engine the questions of ObliQA, over all documents
// and over three of them, and reports recall and mean average precision at 10, the
// median time, and the mean of the processor time, of all threads and with the
// collection of garbage. Engines take turns, so that a busy machine slows all of
// them.
func BenchmarkRetrieval(b *testing.B) {
	set := readPassages(b)
	var engines []passageEngine
	for _, e := range passageEngines {
		engines = append(engines, e.open(b, set))
	}
	for _, scope := range []struct {
		name string
		docs []string
	}{{"all", set.docs}, {"three", set.docs[:3]}} {
		b.Run("scope="+scope.name, func(b *testing.B) {
			var reports []*evalset.Report
			var used []time.Duration
			for b.Loop() {
				reports, used = turns(b, engines, set.questions, scope.docs)
			}
			for i, r := range reports {
				name := passageEngines[i].name
				b.ReportMetric(r.Measures[0].Recall, name+"-R@10")
				b.ReportMetric(r.Measures[0].MAP, name+"-MAP@10")
				b.ReportMetric(float64(r.P50.Nanoseconds())/1e3, name+"-p50-µs")
				b.ReportMetric(float64(used[i].Nanoseconds())/1e3/float64(len(set.questions)), name+"-cpu-µs")
				if i > 0 {
					b.ReportMetric(float64(r.P50)/float64(reports[0].P50), name+"-times")
					b.ReportMetric(float64(used[i])/float64(used[0]), name+"-cpu-times")
				}
			}
		})
	}
}

// turns runs all engines over the questions, in turns of some questions each. used
// is the processor time that each engine took for all of them.
func turns(b *testing.B, engines []passageEngine, questions []evalset.Judged, docs []string) (reports []*evalset.Report, used []time.Duration) {
	const turn = 100
	used = make([]time.Duration, len(engines))
	found := make([]map[string][]retrieval.Hit, len(engines))
	took := make([]map[string]time.Duration, len(engines))
	for i := range engines {
		found[i], took[i] = map[string][]retrieval.Hit{}, map[string]time.Duration{}
	}
	for chunk := range slices.Chunk(questions, turn) {
		for i, e := range engines {
			before := cpuTime()
			for _, q := range chunk {
				start := time.Now()
				hits, err := e.find(b.Context(), retrieval.Query{Text: q.Text, Docs: docs, TopK: 10})
				took[i][q.Text] = time.Since(start)
				if err != nil {
					b.Fatal(err)
				}
				found[i][q.Text] = hits
			}
			used[i] += cpuTime() - before
		}
	}
	return judgeTurns(b, questions, found, took), used
}

// judgeTurns reports on what was found, by a clock that gives the times taken.
func judgeTurns(b *testing.B, questions []evalset.Judged, found []map[string][]retrieval.Hit, took []map[string]time.Duration) []*evalset.Report {
	var reports []*evalset.Report
	for i := range found {
		clock := time.Time{}
		report, err := evalset.Run(b.Context(), questions, func(_ context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
			clock = clock.Add(took[i][q.Text])
			return found[i][q.Text], nil
		}, &evalset.Options{Now: func() time.Time { return clock }})
		if err != nil {
			b.Fatal(err)
		}
		reports = append(reports, report)
	}
	return reports
}

func readPassages(b *testing.B) *passages {
	b.Helper()
	folder := os.Getenv("REGENGINE_OBLIQA")
	if folder == "" {
		b.Skip("REGENGINE_OBLIQA names no folder with ObliQA's dev.json and documents/")
	}
	blocks, err := evalset.ObliQABlocks(os.DirFS(filepath.Join(folder, "documents")))
	if err != nil {
		b.Fatal(err)
	}
	file, err := os.Open(filepath.Join(folder, "dev.json"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	questions, err := evalset.ReadObliQA(file)
	if err != nil {
		b.Fatal(err)
	}
	judged, missing := evalset.Judge(questions, blocks)
	if len(missing) > 0 {
		b.Fatal(missing[0])
	}
	return &passages{blocks: blocks, questions: judged, docs: evalset.Docs(blocks)}
}

// spacedWords are the words of a text with spaces between, folded, as FTS5
// gets texts.
func spacedWords(text string) string {
	var b strings.Builder
	for _, w := range retrieval.Words(text, "") {
		b.WriteString(w.Fold)
		b.WriteByte(' ')
	}
	return b.String()
}

// retriever is our own engine.
type retriever struct{ *retrieval.Retriever }

func openRetriever(b *testing.B, set *passages) passageEngine {
	start := time.Now()
	r := retrieval.New(set.blocks)
	b.Logf("retriever: %d blocks indexed in %v", r.Len(), time.Since(start).Round(time.Millisecond))
	return retriever{r}
}

func (r retriever) find(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	return r.Search(ctx, q)
}

// blocksOf gives hits for the numbers of blocks that a peer returns.
func blocksOf(set *passages, numbers []string) ([]retrieval.Hit, error) {
	hits := make([]retrieval.Hit, len(numbers))
	for i, number := range numbers {
		var n int
		if _, err := fmt.Sscanf(number, "%d", &n); err != nil || n < 0 || n >= len(set.blocks) {
			return nil, fmt.Errorf("a peer returned block %q", number)
		}
		hits[i].Block = &set.blocks[n]
	}
	return hits, nil
}
