package importers

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Bounds of an XML file. Regulations come nowhere near them.
const (
	maxXMLDepth = 200
	maxXMLNodes = 1 << 20  // held at one time
	maxXMLTag   = 64 << 10 // bytes of one tag with its attributes
)

// Node is an element of an XML file, or text where Name is "".
type Node struct {
	Name  string // without prefix
	Text  string // of text; runs of white space as in the file
	Attrs []Attr
	First *Node // child
	Next  *Node // sibling
	Line  int32
	Gap   bool // only white space stands between this and what comes before
}

// Attr is an attribute, its name without prefix.
type Attr struct{ Name, Value string }

// Attr returns the value of an attribute, "" when there is none.
func (n *Node) Attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// Child returns the first child element of a name, nil when there is none. It
// may be called on nil.
func (n *Node) Child(name string) *Node {
	if n == nil {
		return nil
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		if kid.Name == name {
			return kid
		}
	}
	return nil
}

// Find returns the first element of a name at any depth below n, nil when there
// is none. It may be called on nil.
func (n *Node) Find(name string) *Node {
	if n == nil {
		return nil
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		if kid.Name == name {
			return kid
		}
		if found := kid.Find(name); found != nil {
			return found
		}
	}
	return nil
}

// Plain returns the text of an element without its tags, white space tidied. It
// may be called on nil.
func (n *Node) Plain() string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	n.plain(&b)
	return tidy(b.String())
}

func (n *Node) plain(b *strings.Builder) {
	if n.Gap {
		b.WriteByte(' ')
	}
	b.WriteString(n.Text)
	for kid := n.First; kid != nil; kid = kid.Next {
		kid.plain(b)
	}
}

// ParseXML reads an XML file that [DecodeXML] has made UTF-8 and returns its root.
// The entities of HTML are known; a document type that declares others is refused,
// and so is nesting, a tag or a tree beyond what a regulation needs. done is asked
// at the end of every element: where it reports true the element has been dealt
// with and is left out of the tree, so that a large file is never held whole; nil
// keeps everything. The error is ctx's, done's or a [*FileError] with the line.
func ParseXML(ctx context.Context, name string, data []byte, done func(n *Node, path []*Node) (bool, error)) (*Node, error) {
	p := &xmlParser{ctx: ctx, name: name, done: done, names: make(map[string]string)}
	if problem := checkTags(data); problem != nil {
		return nil, Refuse(name, ErrTooLarge, *problem)
	}
	p.decoder = xml.NewDecoder(bytes.NewReader(data))
	p.decoder.Entity = xml.HTMLEntity
	p.decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	if err := p.read(); err != nil {
		return nil, err
	}
	return p.root, nil
}

type xmlParser struct {
	ctx     context.Context
	name    string
	decoder *xml.Decoder
	done    func(n *Node, path []*Node) (bool, error)

	root  *Node
	open  []xmlOpen
	path  []*Node // the nodes of open
	nodes int     // in the tree
	gap   bool
	names map[string]string // one copy of each name
}

// xmlOpen is an element not closed yet.
type xmlOpen struct {
	full  string // name with prefix
	last  *Node  // child
	prev  *Node  // last child of the parent before this one
	nodes int    // in the tree before it
}

func (p *xmlParser) line() int {
	line, _ := p.decoder.InputPos()
	return line
}

func (p *xmlParser) refuse(err error, format string, args ...any) error {
	return Refuse(p.name, err, Problem{Line: p.line(), Message: fmt.Sprintf(format, args...)})
}

func (p *xmlParser) read() error {
	for n := 0; ; n++ {
		if n%256 == 0 && p.ctx.Err() != nil {
			return p.ctx.Err()
		}
		token, err := p.decoder.RawToken()
		if errors.Is(err, io.EOF) {
			return p.end()
		}
		if err != nil {
			return p.syntax(err)
		}
		if err := p.token(token); err != nil {
			return err
		}
	}
}

func (p *xmlParser) syntax(err error) error {
	message := err.Error()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		message = syntax.Msg
	}
	if message == "unexpected EOF" && len(p.path) > 0 {
		return p.truncated()
	}
	return p.refuse(ErrMalformed, "%.200s", message)
}

func (p *xmlParser) truncated() error {
	inner := p.path[len(p.path)-1]
	return p.refuse(ErrMalformed, "the file ends inside <%.40s>, begun on line %d; download it again", inner.Name, inner.Line)
}

func (p *xmlParser) end() error {
	if len(p.path) > 0 {
		return p.truncated()
	}
	if p.root == nil {
		return p.refuse(ErrEmpty, "there is no element in it")
	}
	return nil
}

func (p *xmlParser) token(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		return p.start(t)
	case xml.EndElement:
		return p.close(t)
	case xml.CharData:
		return p.text(t)
	case xml.Directive:
		if bytes.ContainsAny(t, "[") || bytes.Contains(bytes.ToUpper(t), []byte("ENTITY")) {
			return p.refuse(ErrFormat, "the document type declares entities or elements of its own, which are not taken; remove the <!DOCTYPE ...>")
		}
	}
	return nil
}

func (p *xmlParser) start(t xml.StartElement) error {
	if len(p.path) == maxXMLDepth {
		return p.refuse(ErrTooLarge, "elements are nested more than %d deep", maxXMLDepth)
	}
	if p.root != nil && len(p.path) == 0 {
		return p.refuse(ErrMalformed, "<%.40s> follows the end of the document", t.Name.Local)
	}
	n := &Node{Name: p.intern(t.Name.Local), Line: int32(p.line()), Gap: p.gap}
	p.gap = false
	for _, a := range t.Attr {
		n.Attrs = append(n.Attrs, Attr{p.intern(a.Name.Local), a.Value})
	}
	open := xmlOpen{full: fullName(t.Name), nodes: p.nodes}
	if p.root == nil {
		p.root = n
	} else {
		open.prev = p.append(n)
	}
	p.path = append(p.path, n)
	p.open = append(p.open, open)
	return p.count(1 + len(n.Attrs)/2)
}

// append adds a child to the innermost open element and returns the one before.
func (p *xmlParser) append(n *Node) *Node {
	inner := len(p.path) - 1
	prev := p.open[inner].last
	if prev == nil {
		p.path[inner].First = n
	} else {
		prev.Next = n
	}
	p.open[inner].last = n
	return prev
}

func (p *xmlParser) count(n int) error {
	if p.nodes += n; p.nodes > maxXMLNodes {
		return p.refuse(ErrTooLarge, "more than %d elements and texts; split the file", maxXMLNodes)
	}
	return nil
}

func (p *xmlParser) close(t xml.EndElement) error {
	inner := len(p.path) - 1
	if inner < 0 || p.open[inner].full != fullName(t.Name) {
		where := "nothing is open"
		if inner >= 0 {
			where = fmt.Sprintf("<%.40s> of line %d is open", p.open[inner].full, p.path[inner].Line)
		}
		return p.refuse(ErrMalformed, "</%.40s> where %s", fullName(t.Name), where)
	}
	n, open := p.path[inner], p.open[inner]
	p.path, p.open, p.gap = p.path[:inner], p.open[:inner], false
	if p.done == nil || inner == 0 {
		return nil
	}
	taken, err := p.done(n, p.path)
	if !taken || err != nil {
		return err
	}
	p.nodes = open.nodes
	p.open[inner-1].last = open.prev
	if open.prev == nil {
		p.path[inner-1].First = nil
	} else {
		open.prev.Next = nil
	}
	return nil
}

func (p *xmlParser) text(t xml.CharData) error {
	blank := len(bytes.TrimLeft(t, " \t\r\n")) == 0
	if len(p.path) == 0 {
		if !blank {
			return p.refuse(ErrMalformed, "text outside the document")
		}
		return nil
	}
	if blank {
		p.gap = true
		return nil
	}
	p.append(&Node{Text: string(t), Line: int32(p.line()), Gap: p.gap})
	p.gap = false
	return p.count(1)
}

// intern keeps one copy of each name, of so many as a vocabulary has.
func (p *xmlParser) intern(name string) string {
	if kept, ok := p.names[name]; ok {
		return kept
	}
	if len(p.names) < 1000 {
		p.names[name] = name
	}
	return name
}

func fullName(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}
