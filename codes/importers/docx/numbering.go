package docx

import (
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// numbering counts the lists of a document.
type numbering struct {
	abstract map[string]*abstractList
	lists    map[string]*numberedList
}

// abstractList is a way of counting that lists share, with how far it has come.
type abstractList struct {
	levels [9]level
	counts [9]int
	begun  [9]bool
	style  string // that holds the levels, where it has none of its own
}

type level struct {
	format  string // "decimal", "lowerLetter", ...
	text    string // "%1.%2)"
	start   int
	plain   bool // numbers above are written in figures
	restart int  // level at which it begins anew, -1 the one above, 0 never
	set     bool
}

// numberedList is a list of the document.
type numberedList struct {
	abstract *abstractList
	override [9]*level
	starts   [9]int // at which it begins, -1 where its abstract list goes on
	used     bool
}

// readNumbering reads the numbering part.
func (a *archive) readNumbering(name string) (*numbering, error) {
	n := &numbering{abstract: make(map[string]*abstractList), lists: make(map[string]*numberedList)}
	if name == "" || !a.has(name) {
		return n, nil
	}
	err := a.walk(name, func(d *decoder, e *element) error {
		switch {
		case len(n.abstract)+len(n.lists) > maxEntries:
			return d.refuse("large", "more than %d lists", maxEntries)
		case e.name == "abstractNum":
			l := &abstractList{}
			n.abstract[e.attr("abstractNumId")] = l
			return l.read(d)
		case e.name == "num":
			return n.readList(d, e.attr("numId"))
		}
		return nil
	})
	return n, err
}

func (l *abstractList) read(d *decoder) error {
	return d.each(func(e *element) error {
		switch e.name {
		case "lvl":
			i := min(max(e.number("ilvl", 0), 0), 8)
			return l.levels[i].read(d)
		case "numStyleLink":
			l.style = e.attr("val")
		}
		return nil
	})
}

func (l *level) read(d *decoder) error {
	*l = level{format: "decimal", start: 1, restart: -1, set: true}
	return d.each(func(e *element) error {
		switch e.name {
		case "start":
			l.start = e.number("val", 1)
		case "numFmt":
			l.format = e.attr("val")
		case "lvlText":
			l.text = e.attr("val")
		case "isLgl":
			l.plain = e.on()
		case "lvlRestart":
			l.restart = e.number("val", -1)
		}
		return nil
	})
}

func (n *numbering) readList(d *decoder, id string) error {
	list := &numberedList{}
	for i := range list.starts {
		list.starts[i] = -1
	}
	n.lists[id] = list
	return d.each(func(e *element) error {
		switch e.name {
		case "abstractNumId":
			list.abstract = n.abstract[e.attr("val")]
		case "lvlOverride":
			i := min(max(e.number("ilvl", 0), 0), 8)
			return d.each(func(e *element) error {
				switch e.name {
				case "startOverride":
					list.starts[i] = e.number("val", 1)
				case "lvl":
					list.override[i] = new(level)
					return list.override[i].read(d)
				}
				return nil
			})
		}
		return nil
	})
}

// resolve finds lists that take their levels from a style.
func (n *numbering) resolve(styles map[string]*style) {
	for _, list := range n.lists {
		for range 3 {
			if list.abstract == nil || list.abstract.style == "" {
				break
			}
			s := styles[list.abstract.style]
			if s == nil || n.lists[s.numbering.id] == nil || n.lists[s.numbering.id] == list {
				break
			}
			list.abstract = n.lists[s.numbering.id].abstract
		}
	}
}

// levelOf returns a level of a list.
func (l *numberedList) levelOf(i int) *level {
	if l.override[i] != nil {
		return l.override[i]
	}
	return &l.abstract.levels[i]
}

// next counts an item and returns what it is marked with, and the format of its
// level; "" where it has no mark.
func (n *numbering) next(ref numberRef) (mark, format string) {
	list := n.lists[ref.id]
	if list == nil || list.abstract == nil {
		return "", ""
	}
	list.begin()
	lvl := list.levelOf(ref.level)
	if !lvl.set {
		return "", ""
	}
	a := list.abstract
	if !a.begun[ref.level] {
		a.counts[ref.level] = lvl.start
		a.begun[ref.level] = true
	} else {
		a.counts[ref.level]++
	}
	for below := ref.level + 1; below < len(a.begun); below++ {
		if r := list.levelOf(below).restart; r < 0 || r > ref.level {
			a.begun[below] = false
		}
	}
	return list.write(lvl), lvl.format
}

// begin sets the counters of a list that begins anew.
func (l *numberedList) begin() {
	if l.used {
		return
	}
	l.used = true
	for i, start := range l.starts {
		if start >= 0 {
			l.abstract.counts[i] = start - 1
			l.abstract.begun[i] = true
		}
	}
}

// write writes the mark of a level: its text, with the numbers of the levels in
// their places.
func (l *numberedList) write(lvl *level) string {
	if lvl.format == "bullet" {
		return bullet(lvl.text)
	}
	if lvl.format == "none" {
		return ""
	}
	var b strings.Builder
	for rest := lvl.text; rest != ""; {
		before, after, ok := strings.Cut(rest, "%")
		b.WriteString(before)
		if !ok {
			break
		}
		if after == "" || after[0] < '1' || after[0] > '9' {
			b.WriteByte('%')
			rest = after
			continue
		}
		b.WriteString(l.number(int(after[0]-'1'), lvl.plain))
		rest = after[1:]
	}
	return strings.TrimSpace(b.String())
}

func (l *numberedList) number(i int, plain bool) string {
	lvl := l.levelOf(i)
	n := l.abstract.counts[i]
	if !l.abstract.begun[i] {
		n = lvl.start
	}
	format := lvl.format
	if plain {
		format = "decimal"
	}
	return formatNumber(n, format)
}

// formatNumber writes a number in a format of ISO/IEC 29500-1, 17.18.59; in
// figures where the format is one of another script.
func formatNumber(n int, format string) string {
	if n < 1 || n > 100_000 {
		return strconv.Itoa(n)
	}
	switch format {
	case "lowerLetter":
		return strings.Repeat(string(rune('a'+(n-1)%26)), min((n-1)/26+1, 10))
	case "upperLetter":
		return strings.Repeat(string(rune('A'+(n-1)%26)), min((n-1)/26+1, 10))
	case "lowerRoman":
		if n < 4000 {
			return legal.Roman(n)
		}
	case "upperRoman":
		if n < 4000 {
			return strings.ToUpper(legal.Roman(n))
		}
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "ordinal":
		return strconv.Itoa(n) + ".º"
	}
	return strconv.Itoa(n)
}

// bullet returns a bullet as it can be read: those of symbol fonts have no meaning
// outside them.
func bullet(text string) string {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return ""
	case strings.ContainsAny(text, "-–—"):
		return "–"
	}
	return "•"
}
