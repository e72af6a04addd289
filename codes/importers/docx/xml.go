package docx

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
)

// maxDepth is how deep elements may be nested; tables in tables go to about 60.
const maxDepth = 300

// element is a start tag: its name without prefix, with "m:" before the names of
// mathematics.
type element struct {
	name  string
	attrs []xml.Attr
}

func (e *element) attr(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number returns the value of an attribute as a number, or a default.
func (e *element) number(name string, otherwise int) int {
	n, err := strconv.Atoi(e.attr(name))
	if err != nil {
		return otherwise
	}
	return n
}

// on reports whether a property that can be switched is on: it is there, and its
// value does not say no.
func (e *element) on() bool {
	switch e.attr("val") {
	case "0", "false", "off", "none":
		return false
	}
	return true
}

// decoder reads the tags of one part.
type decoder struct {
	x     *xml.Decoder
	part  string
	depth int
	ctx   context.Context
	seen  int
}

func newDecoder(ctx context.Context, r io.Reader, part string) *decoder {
	d := &decoder{x: xml.NewDecoder(r), part: part, ctx: ctx}
	d.x.Strict = true
	return d
}

// token returns the next start tag or text, neither for an end tag. At the end of
// the part the error is io.EOF.
func (d *decoder) token() (open *element, text string, err error) {
	for {
		if d.seen++; d.seen%1024 == 0 && d.ctx.Err() != nil {
			return nil, "", d.ctx.Err()
		}
		t, err := d.x.Token()
		if errors.Is(err, io.EOF) {
			return nil, "", io.EOF
		}
		if err != nil {
			return nil, "", d.fault(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if d.depth++; d.depth > maxDepth {
				return nil, "", d.refuse("malformed", "elements nested more than %d deep", maxDepth)
			}
			return &element{name: local(t.Name), attrs: t.Attr}, "", nil
		case xml.EndElement:
			d.depth--
			return nil, "", nil
		case xml.CharData:
			return nil, string(t), nil
		case xml.Directive:
			return nil, "", d.refuse("malformed", "a document type is declared, which no DOCX file does")
		}
	}
}

func local(n xml.Name) string {
	if strings.HasSuffix(n.Space, "/math") {
		return "m:" + n.Local
	}
	return n.Local
}

func (d *decoder) fault(err error) error {
	var p *RefusalError
	if errors.As(err, &p) {
		return p
	}
	return d.refuse("malformed", "the XML is damaged: %v", err)
}

func (d *decoder) refuse(kind, format string, args ...any) *RefusalError {
	p := problem(kind, d.part, format, args...)
	p.Line, _ = d.x.InputPos()
	return p
}

// early turns the end of the part within an element into a fault.
func (d *decoder) early(err error) error {
	if errors.Is(err, io.EOF) {
		return d.refuse("malformed", "the part ends within an element")
	}
	return err
}

// walk calls f for every start tag of a part.
func (a *archive) walk(name string, f func(*decoder, *element) error) error {
	p, err := a.open(name)
	if err != nil {
		return err
	}
	defer p.close()
	d := newDecoder(context.Background(), p, name)
	for {
		open, _, err := d.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if open == nil {
			continue
		}
		if err := f(d, open); err != nil {
			return err
		}
	}
}

// each calls f for every child element of the element read last, and reads past
// its end. f may read the child to its end; what it leaves is skipped.
func (d *decoder) each(f func(*element) error) error {
	return d.children(func(e *element, _ string) error {
		if e == nil {
			return nil
		}
		return f(e)
	})
}

// children calls f for every child element, and for the text between, of the
// element read last.
func (d *decoder) children(f func(e *element, text string) error) error {
	inside := d.depth
	for {
		open, text, err := d.token()
		if err != nil {
			return d.early(err)
		}
		if d.depth < inside {
			return nil
		}
		if open == nil && text == "" {
			continue
		}
		if err := f(open, text); err != nil {
			return err
		}
		for open != nil && d.depth > inside { // what f has left
			if _, _, err := d.token(); err != nil {
				return d.early(err)
			}
		}
	}
}
