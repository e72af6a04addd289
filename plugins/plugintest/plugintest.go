package plugintest

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/plugins/sdk"
	"github.com/reglookup/regengine/regengine"
)

// Options say what the suite cannot know. The zero value of each is what is named.
type Options struct {
	// Examples hold inputs of each calculator, by its ID: at least one that it
	// takes. A calculator without one is a mistake.
	Examples map[string][]json.RawMessage

	// Samples hold a file of each format, by its name, or the beginning of one. A
	// format without one is a mistake.
	Samples map[string]Sample

	// Languages are those who read the files of a language, as languages.Readers of
	// package regengine/languages lists them; none. When they find the country's files in
	// order they learn the language, for the whole process, before packs are read: rules
	// are held against texts, and their tests asked, in it.
	Languages []regengine.LanguageReader

	// BuiltInLanguages are the languages the host has, which nobody brings; es and en.
	BuiltInLanguages []string

	// ReadPack reads the files of a pack and says what is wrong with them, as
	// package regengine/pack does; nil: packs are only fetched.
	ReadPack func(name string, files fs.FS) error

	// Timeout bounds fetching what the country brings, and then each section, such as
	// Formats; a minute. A country of tens of thousands of places may need more.
	Timeout time.Duration

	// goesOn is how long a calculator may go on after its context was cancelled, on a
	// machine that has much else to do; 5 s. Tests of one that does shorten it.
	goesOn time.Duration
}

// Sample is a file of a format.
type Sample struct {
	Name   string // of the file, for formats that go by it
	Data   []byte
	Places int // the least number of places in it; 1
}

func (o *Options) withDefaults() *Options {
	var with Options
	if o != nil {
		with = *o
	}
	if with.BuiltInLanguages == nil {
		with.BuiltInLanguages = []string{"es", "en"}
	}
	if with.goesOn == 0 {
		with.goesOn = 5 * time.Second
	}
	if with.Timeout == 0 {
		with.Timeout = time.Minute
	}
	return &with
}

// TestCountry runs the suite on c through an in-memory connection, and asks c
// itself what cannot be seen from there. opts may be nil.
func TestCountry(t *testing.T, c sdk.Country, opts *Options) {
	t.Helper()
	s, stop, err := openCountry(t.Context(), c, opts.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	s.run(t.Context(), func(section string, check func(fail failer)) {
		t.Run(section, func(t *testing.T) {
			check(func(format string, args ...any) { t.Helper(); t.Errorf(format, args...) })
		})
	})
}

// failer reports a mistake and goes on.
type failer func(format string, args ...any)

// sections are what is looked at, in this order. Those that need places are left
// out when there are none.
var sections = []struct {
	name  string
	check func(*subject, context.Context, failer)
}{
	{"About", (*subject).checkAbout},
	{"Places", (*subject).checkPlaces},
	{"Identifiers", (*subject).checkIdentifiers},
	{"Words", (*subject).checkWords},
	{"Derive", (*subject).checkDerive},
	{"Summary", (*subject).checkSummary},
	{"Table", (*subject).checkTable},
	{"Formats", (*subject).checkFormats},
	{"Language", (*subject).checkLanguage},
	{"Packs", (*subject).checkPacks},
	{"Calculators", (*subject).checkCalculators},
	{"AtOnce", (*subject).checkAtOnce},
}

// run has every section checked. A panic of the country's is a mistake like others.
func (s *subject) run(ctx context.Context, section func(name string, check func(failer))) {
	if err := s.hangs(); err != nil { // nothing asks it again
		section("Answers", func(fail failer) { fail("it does not answer: %v", err) })
		return
	}
	for _, part := range sections {
		section(part.name, func(fail failer) {
			defer func() {
				if reason := recover(); reason != nil {
					fail("it panicked: %v", reason)
				}
			}()
			ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout)
			defer cancel()
			g := grouped{fail: fail}
			defer g.rest()
			part.check(s, ctx, g.add)
		})
	}
}

// grouped reports the first mistakes of a kind, and of the others how many there
// are: a country that is wrong somewhere is wrong there in hundreds of places.
type grouped struct {
	fail  failer
	mu    sync.Mutex
	kinds []string // in the order they were met
	count map[string]int
}

// shown is how many mistakes of a kind are told one by one.
const shown = 3

// add reports a mistake. Those of one format are of one kind, but for errors, whose
// format says nothing.
func (g *grouped) add(format string, args ...any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.count == nil {
		g.count = map[string]int{}
	}
	if g.count[format]++; g.count[format] == 1 {
		g.kinds = append(g.kinds, format)
	}
	if g.count[format] <= shown || format == errorFormat {
		g.fail(format, args...)
	}
}

// rest says how many mistakes were not shown.
func (g *grouped) rest() {
	for _, format := range g.kinds {
		if more := g.count[format] - shown; more > 0 && format != errorFormat {
			g.fail("... and %d more of this kind: %s", more, firstLine(format))
		}
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

const errorFormat = "%s: %v"

// err reports an error, if there is one.
func (f failer) err(what string, err error) {
	if err != nil {
		f(errorFormat, what, err)
	}
}

// short shows no more of a value than a line holds.
func short(v any) string {
	if data, ok := v.(json.RawMessage); ok {
		v = string(data)
	}
	return fmt.Sprintf("%.200v", v)
}
