package docx

import "strconv"

// runProperties are those of a run, or of the text of a style, that change what is
// read.
type runProperties struct {
	bold, raised bool
	hidden       bool // it is not shown
	struck       bool

	style     string
	shows     bool // it says itself whether it is hidden
	ink       ink
	size      int  // in half points; 0 where nothing is said
	highlight bool // it stands on a ground with a colour
}

// ink is the colour of text.
type ink uint8

const (
	anyInk ink = iota // nothing is said
	pale
	dark
)

func (r *runProperties) read(d *decoder) error {
	return d.each(func(e *element) error {
		switch e.name {
		case "b":
			r.bold = e.on()
		case "vanish", "webHidden":
			r.shows, r.hidden = true, r.hidden || e.on()
		case "strike", "dstrike":
			r.struck = r.struck || e.on()
		case "vertAlign":
			r.raised = e.attr("val") == "superscript"
		case "rStyle":
			r.style = e.attr("val")
		case "color":
			r.ink = inkOf(e.attr("val"))
		case "sz":
			r.size = max(e.number("val", 0), 1)
		case "shd":
			r.highlight = r.highlight || coloured(e)
		case "highlight":
			r.highlight = r.highlight || e.attr("val") != "none" && e.attr("val") != "white"
		}
		return nil
	})
}

// over returns r with what it does not say taken from what it is based on.
func (r runProperties) over(base runProperties) runProperties {
	if !r.shows {
		r.shows, r.hidden = base.shows, base.hidden
	}
	if r.ink == anyInk {
		r.ink = base.ink
	}
	if r.size == 0 {
		r.size = base.size
	}
	r.struck = r.struck || base.struck
	r.highlight = r.highlight || base.highlight
	return r
}

// inkOf tells the colour of paper, nearly white, from others.
func inkOf(hex string) ink {
	rgb, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		return dark // "auto", or nothing known
	}
	const paper = 0xF0
	if rgb>>16 >= paper && rgb>>8&0xFF >= paper && rgb&0xFF >= paper {
		return pale
	}
	return dark
}

// coloured reports whether a shd element gives a ground a colour of its own.
func coloured(e *element) bool {
	if e.attr("val") != "clear" && e.attr("val") != "nil" && e.attr("val") != "" {
		return true
	}
	fill := e.attr("fill")
	return e.attr("themeFill") != "" || fill != "" && fill != "auto" && inkOf(fill) != pale
}

// tooSmall is type nobody can read, in half points.
const tooSmall = 2

// unseen reports whether nobody sees text with these properties in a paragraph:
// it is hidden, struck out, too small, or in the colour of the paper. In a table with
// a style, which is not read here, or on a page with a colour, the ground may be dark.
func (t *text) unseen(p *paragraph, r runProperties) bool {
	if len(t.styles) > 0 {
		if r.style != "" {
			r = r.over(t.styleOf(r.style).look)
		}
		if p.style != "" {
			r = r.over(t.styleOf(p.style).look)
		}
	}
	ground := r.highlight || p.shaded || t.tabled > 0 || t.ground
	return r.hidden || r.struck || r.size > 0 && r.size <= tooSmall || r.ink == pale && !ground
}
