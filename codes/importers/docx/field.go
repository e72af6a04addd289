package docx

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// maxInstruction is the longest instruction of a field read, in bytes; maxFields
// how many fields may be open within one another.
const (
	maxInstruction = 4 << 10
	maxFields      = 40
)

// field is a field that is open: an instruction to the word processor, then the
// result it last computed.
type field struct {
	instruction strings.Builder
	result      bool // what comes is the result
	start       int  // offset in the paragraph the result begins at
	paragraph   *paragraph
}

func (t *text) fieldChar(d *decoder, e *element, p *paragraph) error {
	switch e.attr("fldCharType") {
	case "begin":
		if len(t.fields) >= maxFields {
			return d.refuse("malformed", "fields nested more than %d deep", maxFields)
		}
		t.openField(&field{}, p)
	case "separate":
		if n := len(t.fields); n > 0 {
			t.fields[n-1].result = true
			t.fields[n-1].start, t.fields[n-1].paragraph = len(p.prose.String()), p
		}
	case "end":
		t.closeField(p)
	}
	return nil
}

func (t *text) openField(f *field, p *paragraph) {
	f.start, f.paragraph = len(p.prose.String()), p
	t.fields = append(t.fields, f)
}

// closeField ends the innermost field; the result of one that links is a link.
func (t *text) closeField(p *paragraph) {
	n := len(t.fields)
	if n == 0 {
		return
	}
	f := t.fields[n-1]
	t.fields = t.fields[:n-1]
	words := strings.Fields(f.instruction.String())
	if len(words) > 1 && strings.EqualFold(words[0], "HYPERLINK") && f.paragraph == p && !strings.HasPrefix(words[1], `\`) {
		p.link(f.start, strings.Trim(words[1], `"`))
	}
}

// silent reports whether what comes is no text: the instruction of a field, or a
// table of contents.
func (t *text) silent() bool {
	for _, f := range t.fields {
		if !f.result {
			return true
		}
		word, _, _ := strings.Cut(strings.TrimSpace(f.instruction.String()), " ")
		if strings.EqualFold(word, "TOC") || strings.EqualFold(word, "INDEX") || strings.EqualFold(word, "PAGE") {
			return true
		}
	}
	return false
}

// picture reads a drawing: the text of a text box goes behind the paragraph, a
// picture is noted as something that cannot be read.
func (t *text) picture(d *decoder, e *element, p *paragraph) error {
	seen := pictureSeen{object: e.name == "object"}
	if err := t.drawing(d, p, &seen); err != nil {
		return err
	}
	if !seen.image || seen.decorative {
		return nil
	}
	t.out.Seen.Images++
	of := legal.OfFigure
	if seen.object {
		of = legal.OfFormula
	}
	p.after = append(p.after, legal.Element{Role: legal.AsLost, Of: of, Text: strings.Join(strings.Fields(seen.description), " ")})
	return nil
}

type pictureSeen struct {
	image, object, decorative bool
	description               string
}

func (t *text) drawing(d *decoder, p *paragraph, seen *pictureSeen) error {
	return d.each(func(e *element) error {
		switch e.name {
		case "docPr":
			seen.description = e.attr("descr")
		case "blip", "imagedata":
			seen.image = true
			if e.attr("link") != "" || t.relations[e.attr("id")].external || t.relations[e.attr("embed")].external {
				t.linked++
			}
		case "decorative":
			seen.decorative = e.attr("val") == "1" || e.attr("val") == "true"
		case "OLEObject":
			seen.object = strings.HasPrefix(e.attr("ProgID"), "Equation") || strings.HasPrefix(e.attr("ProgID"), "MathType")
			return nil
		case "txbxContent":
			lines, err := t.lines(d)
			for _, line := range lines {
				p.after = append(p.after, legal.Element{Text: line})
			}
			return err
		case "AlternateContent":
			return t.alternate(d, func(d *decoder, _ *element) error { return t.drawing(d, p, seen) })
		}
		return t.drawing(d, p, seen)
	})
}

//go:embed symbols.tsv
var symbolsFile string

var symbols = sync.OnceValue(func() map[int64]string {
	m := make(map[int64]string)
	for line := range strings.Lines(symbolsFile) {
		code, sign, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if n, err := strconv.ParseInt(code, 16, 32); ok && err == nil {
			m[n] = sign
		}
	}
	return m
})

// symbol returns a character of a symbol font in Unicode: those of Symbol are
// known, those of others are bullets or ornaments.
func symbol(font, code string) string {
	n, err := strconv.ParseInt(code, 16, 32)
	if err != nil || n <= 0 || n > 0x10FFFF {
		return ""
	}
	if n >= 0xF000 && n <= 0xF0FF {
		n -= 0xF000
	}
	if strings.EqualFold(font, "Symbol") {
		if s := symbols()[n]; s != "" {
			return s
		}
		if n > 0x20 && n < 0x7F {
			return string(rune(n))
		}
		return ""
	}
	if n > 0xFF {
		return string(rune(n))
	}
	return "•"
}
