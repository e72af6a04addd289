package extractive

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// memo remembers what was read out of texts: turns meet the same passages and
// headings again and again, and reading is most of what a turn does. It holds at
// most two generations of entries, so that its memory is bounded; what it gives
// is shared and must not be changed.
type memo[V any] struct {
	mu       sync.RWMutex
	now, old map[string]V
	make     func(text string) V
}

const (
	memoEntries = 2 << 10 // of a generation
	memoText    = 4 << 10 // longest text remembered, in bytes
)

func newMemo[V any](read func(text string) V) *memo[V] {
	return &memo[V]{now: map[string]V{}, make: read}
}

// get returns what was read out of text, reading it where nobody has yet.
func (m *memo[V]) get(text string) V {
	m.mu.RLock()
	v, known := m.now[text]
	if !known {
		v, known = m.old[text]
	}
	m.mu.RUnlock()
	if known {
		return v
	}
	v = m.make(text)
	if len(text) > memoText {
		return v
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.now) >= memoEntries {
		m.old, m.now = m.now, make(map[string]V, memoEntries)
	}
	m.now[strings.Clone(text)] = v
	return v
}

var (
	bags       = newMemo(readBag)
	quantities = newMemo(readQuantities)
)

// bagOf is the words of a text, for matching.
func bagOf(text string) bag { return bags.get(text) }

// quantitiesOf is [ask.Quantities], which also reads units that are written out
// ("12 por 100", "2 metros cuadrados"). The offsets are those of the folded text.
func quantitiesOf(text string) []ask.Quantity { return quantities.get(text) }

//go:embed units.txt
var unitsTXT string

// written is the units that are written out.
type written struct {
	signs *strings.Replacer // in their places, filled up with spaces so that everything keeps its place
	names []string          // each with the space before it
}

// writtenUnits are those of the table.
var writtenUnits = sync.OnceValue(func() written { return readWrittenUnits(unitsTXT) })

func readWrittenUnits(text string) written {
	var pairs, names []string
	for line := range strings.Lines(text) {
		written, sign, ok := strings.Cut(line, "|")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		name, sign := " "+strings.TrimSpace(written), " "+retrieval.Fold(strings.TrimSpace(sign))
		pairs = append(pairs, name, sign+strings.Repeat(" ", len(name)-len(sign)))
		names = append(names, name)
	}
	return written{strings.NewReplacer(pairs...), names}
}

// writtenUnitAt is the unit written out that a folded text begins with, "" where it
// begins with none.
func writtenUnitAt(folded string) string {
	for _, name := range writtenUnits().names {
		if strings.HasPrefix(folded, name) {
			return name
		}
	}
	return ""
}

func readQuantities(text string) []ask.Quantity {
	mark := len(retrieval.Fold(text[:len(text)-len(withoutMark(text))]))
	list := ask.Quantities(writtenUnits().signs.Replace(retrieval.Fold(text)))
	return slices.Clip(slices.DeleteFunc(list, func(q ask.Quantity) bool {
		return q.Start < mark && q.Dimension() == "" // the number of an item counts nothing
	}))
}
