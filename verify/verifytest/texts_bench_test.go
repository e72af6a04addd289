package verifytest_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/textlimits"
)

// corpus is the starter pack with the limits read out of its texts, and as many
// copies of it under other names.
type corpus struct {
	places  *geo.Gazetteer
	catalog *codes.Catalog
	texts   *retrieval.Retriever
	sets    []textlimits.LimitSet
	limits  int
}

func newCorpus(tb testing.TB, copies int) corpus {
	tb.Helper()
	p, err := openStarter()
	if err != nil {
		tb.Fatal(err)
	}
	byDoc := make(map[string][]retrieval.Block)
	for _, b := range p.Data.Blocks {
		byDoc[b.Doc] = append(byDoc[b.Doc], b)
	}
	var c corpus
	list, blocks := p.Data.Codes, p.Data.Blocks
	for doc, of := range byDoc {
		limits, err := textlimits.New().Extract(tb.Context(), of)
		if err != nil {
			tb.Fatal(err)
		}
		c.sets = append(c.sets, textlimits.LimitSet{Doc: doc, Origin: textlimits.FromPattern, Extractor: "x", Limits: limits})
	}
	one := c.sets
	for n := 1; n < copies; n++ {
		suffix := fmt.Sprintf("-%d", n)
		for _, code := range p.Data.Codes {
			code.Slug += suffix
			list = append(list, code)
		}
		for _, b := range p.Data.Blocks {
			b.ID, b.Doc = b.ID+suffix, otherDoc(b.Doc, suffix)
			b.Text += fmt.Sprintf(" Edición n%dx.", n)
			blocks = append(blocks, b)
		}
		for _, set := range one {
			copied := textlimits.LimitSet{Doc: otherDoc(set.Doc, suffix), Origin: set.Origin}
			for _, l := range set.Limits {
				l.Block += suffix
				copied.Limits = append(copied.Limits, l)
			}
			c.sets = append(c.sets, copied)
		}
	}
	c.places = gazetteer(tb, p.Data.Places)
	if c.catalog, err = codes.NewCatalog(c.places, list); err != nil {
		tb.Fatal(err)
	}
	c.texts = retrieval.New(blocks)
	for _, set := range c.sets {
		c.limits += len(set.Limits)
	}
	return c
}

// otherDoc is "code-suffix/version".
func otherDoc(doc, suffix string) string {
	for i := range doc {
		if doc[i] == '/' {
			return doc[:i] + suffix + doc[i:]
		}
	}
	return doc
}

func (c corpus) verifier(tb testing.TB) *verify.Verifier {
	tb.Helper()
	v, err := verify.New(c.places, c.catalog, c.texts, nil, &verify.Options{Limits: c.sets})
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

// BenchmarkTexts_New reports what it costs to take in the limits of texts.
func BenchmarkTexts_New(b *testing.B) {
	for _, copies := range []int{1, 8} {
		c := newCorpus(b, copies)
		b.Run(fmt.Sprintf("%d", c.limits), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.verifier(b)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.limits), "ns/limit")
		})
	}
}

// BenchmarkTexts_Verify asks one code out of one or of many copies of the corpus:
// what a check costs must not grow with what it does not ask about.
func BenchmarkTexts_Verify(b *testing.B) {
	checks := map[string]verify.Check{
		"barrier": {Element: "barandilla de terraza con una caída de 4 m", Parameter: "altura", Value: "0.95", Unit: "m", GeoID: "ES-28079"},
		"wall":    {Element: "muro de fachada", Parameter: "transmitancia térmica", Value: "0.5", Unit: "W/m²K", GeoID: "ES-28079"},
		"stair":   {Element: "escalera de uso general", Parameter: "anchura", Value: "1.1", Unit: "m", GeoID: "ES-28079"},
	}
	for _, copies := range []int{1, 4} {
		c := newCorpus(b, copies)
		v := c.verifier(b)
		runtime.GC()
		for name, check := range checks {
			b.Run(fmt.Sprintf("%d/%s", c.limits, name), func(b *testing.B) {
				if copies > 1 {
					check.Codes = []codes.VersionRef{{Code: "cte-db-sua", Version: "2022"}, {Code: "cte-db-he", Version: "2022"}}
				}
				b.ReportAllocs()
				for b.Loop() {
					if _, err := v.Verify(b.Context(), check, starterDay()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
