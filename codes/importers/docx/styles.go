package docx

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

//go:embed styles.tsv
var stylesFile string

var styleNames = sync.OnceValue(func() map[string]string {
	names := make(map[string]string)
	for line := range strings.Lines(stylesFile) {
		kind, list, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		for name := range strings.SplitSeq(list, "|") {
			names[name] = kind
		}
	}
	return names
})

// style is what a paragraph's style says of it.
type style struct {
	name, based string
	kind        string // of styles.tsv
	level       int    // of a heading, from 1; 0 for none
	bold        bool
	centred     bool
	look        runProperties // of its text, what hides it
	numbering   numberRef
}

// numberRef is a place in the numbering: a list and a level of it, from 0.
type numberRef struct {
	id    string // "" where nothing is said, "0" where numbering is taken off
	level int
}

// readStyles reads the styles part.
func (a *archive) readStyles(name string) (map[string]*style, error) {
	styles := make(map[string]*style)
	if name == "" || !a.has(name) {
		return styles, nil
	}
	err := a.walk(name, func(d *decoder, e *element) error {
		if e.name != "style" || e.attr("type") == "table" || len(styles) >= maxEntries {
			return nil
		}
		s := &style{}
		styles[e.attr("styleId")] = s
		return s.read(d)
	})
	for _, s := range styles {
		s.classify()
	}
	return styles, err
}

func (s *style) read(d *decoder) error {
	return d.each(func(e *element) error {
		switch e.name {
		case "name":
			s.name = strings.ToLower(strings.TrimSpace(e.attr("val")))
		case "basedOn":
			s.based = e.attr("val")
		case "pPr":
			var p paragraphProperties
			if err := p.read(d); err != nil {
				return err
			}
			s.level, s.centred, s.numbering = p.level, p.centred, p.numbering
		case "rPr":
			if err := s.look.read(d); err != nil {
				return err
			}
			s.bold = s.look.bold
		}
		return nil
	})
}

var styleNumber = lazyregexp.New(`^(.*?)[ _-]?(\d)$`)

// classify finds the meaning of a style by its name.
func (s *style) classify() {
	names := styleNames()
	if kind := names[s.name]; kind != "" && kind != "heading" {
		s.kind = kind
		return
	}
	m := styleNumber.FindStringSubmatch(s.name)
	if m == nil {
		return
	}
	s.kind = names[strings.TrimSpace(m[1])]
	if s.kind == "heading" && s.level == 0 {
		s.level, _ = strconv.Atoi(m[2])
	}
}

// styleOf returns a style with what it has from those it is based on.
func (t *text) styleOf(id string) style {
	const longest = 20 // of a chain; circles are possible
	var s style
	for range longest {
		next := t.styles[id]
		if next == nil {
			break
		}
		if s.kind == "" {
			s.kind = next.kind
		}
		if s.level == 0 {
			s.level = next.level
		}
		if s.numbering.id == "" {
			s.numbering = next.numbering
		}
		s.bold = s.bold || next.bold
		s.look = s.look.over(next.look)
		s.centred = s.centred || next.centred
		id = next.based
	}
	return s
}

// paragraphProperties are the properties of a paragraph, or of a style.
type paragraphProperties struct {
	style     string
	level     int // of a heading, from 1
	centred   bool
	numbering numberRef
	shaded    bool // it stands on a ground with a colour
	deleted   bool // the mark that ends it is deleted: it goes on with the next
	section   bool // it ends a section that begins a page
}

// read reads a pPr element.
func (p *paragraphProperties) read(d *decoder) error {
	return d.each(func(e *element) error {
		switch e.name {
		case "pStyle":
			p.style = e.attr("val")
		case "outlineLvl":
			if n := e.number("val", 9); n >= 0 && n < 9 {
				p.level = n + 1
			}
		case "shd":
			p.shaded = coloured(e)
		case "jc":
			p.centred = e.attr("val") == "center"
		case "numPr":
			return p.numbering.read(d)
		case "rPr":
			return d.each(func(e *element) error {
				p.deleted = p.deleted || e.name == "del"
				return nil
			})
		case "sectPr":
			p.section = true
		}
		return nil
	})
}

func (r *numberRef) read(d *decoder) error {
	return d.each(func(e *element) error {
		switch e.name {
		case "ilvl":
			r.level = min(max(e.number("val", 0), 0), 8)
		case "numId":
			r.id = e.attr("val")
		}
		return nil
	})
}
