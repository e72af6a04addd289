package sqlstore_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// What may be taken to search the documents of many projects at once, and for a question
// about one that was asked before.
const (
	mostSearchMemory = 1 << 30
	mostSearchTime   = 300 * time.Millisecond // of the processor
)

// searched is what a process took to search the documents of many projects: all at once,
// then each again.
type searched struct {
	Peak   int64           // bytes, most at any time
	Again  []time.Duration // of the processor, for each project
	Passes int             // passages found
}

// TestService_Library_full: full projects of many organizations are searched at once in
// bounded memory. A sample, but for REGENGINE_SWEEP=full.
func TestService_Library_full(t *testing.T) {
	many, documents, size := 4, 3, 256<<10
	if os.Getenv("REGENGINE_SWEEP") == "full" {
		many, documents, size = 10, projects.MaxProjectText/projects.MaxText, projects.MaxText
	}
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		db := d.at(t, address)
		text := make([][]retrieval.Block, documents)
		for i := range text {
			text[i] = proseOf(i, size)
		}
		var list []string
		for range many {
			list = append(list, fullProject(t, db, text)...)
		}
		got := searchInChild(t, d, address, list)
		for range 2 { // what the machine adds differs: the least of three is what it takes
			again := searchInChild(t, d, address, list)
			got.Peak = min(got.Peak, again.Peak)
			got.Again = append(got.Again, again.Again...)
		}
		t.Logf("%d projects of %d KiB at once: %d MiB; each again: %v of the processor at most", many, documents*size>>10, got.Peak>>20, slices.Max(got.Again))
		if got.Passes != many*2*len(loadQueries)*retrieval.DefaultTopK {
			t.Errorf("%d passages were found", got.Passes)
		}
		if raceDetector {
			return // which takes ten times as much
		}
		if got.Peak > mostSearchMemory {
			t.Errorf("memory: want at most %d MiB, got %d", mostSearchMemory>>20, got.Peak>>20)
		}
		if slowest := slices.Max(got.Again); slowest > mostSearchTime {
			t.Errorf("the second question: want at most %v of the processor, got %v", mostSearchTime, slowest)
		}
	})
}

// searchInChild searches the projects of a list in a process of its own.
func searchInChild(t *testing.T, d database, address string, list []string) (got searched) {
	t.Helper()
	cmd := childCommand(t, "search", d.name, address)
	cmd.Env = append(cmd.Env, "GOGC=100") // as a server has it, whatever the tests run with
	cmd.Stdin = strings.NewReader(strings.Join(list, "\n"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return got
}

// proseOf makes about so many bytes of text, in blocks.
func proseOf(seed, size int) (blocks []retrieval.Block) {
	words := rand.NewZipf(rand.New(rand.NewPCG(uint64(seed), 2)), 1.1, 3, 30_000)
	for total := int64(0); ; {
		var text strings.Builder
		for range 60 {
			fmt.Fprintf(&text, "palabra%d ", words.Uint64())
		}
		b := retrieval.Block{Kind: retrieval.Paragraph, Lang: "es", Section: "s" + strconv.Itoa(len(blocks)/20), Order: len(blocks), Text: text.String()}
		if total += projects.TextSize([]retrieval.Block{b}); total > int64(size) {
			return blocks
		}
		blocks = append(blocks, b)
	}
}

// fullProject stores a project of an organization of its own, and returns both ids.
func fullProject(t *testing.T, db *sqlstore.DB, text [][]retrieval.Block) []string {
	t.Helper()
	m := addMember(t, db, "")
	p := projects.Project{ID: projects.NewID(), OrganizationID: m.OrganizationID, Name: "Casa", GeoID: "ES"}
	if err := db.PutProject(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	for i, blocks := range text {
		d := projects.Document{ID: projects.NewID(), Name: fmt.Sprint(i), MediaType: "text/plain", CreatedAt: projectsNoon}
		for n := range blocks {
			blocks[n].ID, blocks[n].Doc = projects.NewID(), d.ID
		}
		if _, err := db.PutDocument(t.Context(), p.OrganizationID, p.ID, d, blocks, indexOf(blocks)); err != nil {
			t.Fatal(err)
		}
	}
	return []string{p.OrganizationID, p.ID}
}

// indexOf makes the index of what a document says, which is the same whatever it is called.
func indexOf(blocks []retrieval.Block) projects.Index {
	loadIndexes.Lock()
	defer loadIndexes.Unlock()
	if index, made := loadIndexes.made[blocks[0].Text]; made {
		return index
	}
	segment := retrieval.BuildSegment(blocks)
	index := projects.Index{Segment: segment, Memory: retrieval.Footprint(segment)}
	loadIndexes.made[blocks[0].Text] = index
	return index
}

var loadIndexes = struct {
	sync.Mutex
	made map[string]projects.Index
}{made: map[string]projects.Index{}}

// loadQueries are those of a question.
var loadQueries = []string{"¿Qué palabra3 tiene la palabra70 de palabra900?", "palabra12 y palabra3000 de la palabra44", "palabra5 palabra6 palabra7 palabra8 palabra9"}

// childSearch searches the projects that are named on its standard input.
func childSearch(ctx context.Context, db *sqlstore.DB) error {
	service := &projects.Service{Store: db}
	var names []string
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		names = append(names, in.Text())
	}
	var took searched
	var mu sync.Mutex
	var wg sync.WaitGroup
	var failed error
	for i := 0; i < len(names); i += 2 {
		wg.Go(func() {
			n, err := question(ctx, service, names[i], names[i+1])
			mu.Lock()
			defer mu.Unlock()
			took.Passes, failed = took.Passes+n, errors.Join(failed, err)
		})
	}
	wg.Wait()
	for i := 0; i < len(names); i += 2 {
		runtime.GC() // what the questions before left is none of this one's
		before := processorTime()
		n, err := question(ctx, service, names[i], names[i+1])
		took.Again = append(took.Again, processorTime()-before)
		took.Passes, failed = took.Passes+n, errors.Join(failed, err)
	}
	peak, err := peakMemory()
	took.Peak = peak
	if err := errors.Join(failed, err); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(took)
}

// question does in a project what a turn does: it opens the library, searches some and
// reads on.
func question(ctx context.Context, service *projects.Service, organizationID, projectID string) (passages int, err error) {
	library, err := service.Library(ctx, organizationID, projectID)
	if err != nil {
		return 0, err
	}
	list, err := service.Store.ListDocuments(ctx, organizationID, projectID)
	if err != nil {
		return 0, err
	}
	var docs []string
	for _, d := range list {
		docs = append(docs, d.ID)
	}
	for _, text := range loadQueries {
		hits, err := library.Search(ctx, retrieval.Query{Text: text, Docs: docs})
		if err != nil {
			return passages, err
		}
		passages += len(hits)
		b := hits[0].Block
		if _, _, err := library.Read(ctx, b.Doc, b.Order-3, b.Order+4); err != nil {
			return passages, err
		}
	}
	return passages, nil
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return time.Hour
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// peakMemory is the most that the process had of the machine's memory.
func peakMemory() (int64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, errors.New("the peak of memory is not told")
}
