package html

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// mathText writes a formula in MathML as a line of text: fractions with "/",
// powers raised, roots as √(...).
func mathText(n *html.Node) string {
	text := strings.Join(strings.Fields(mathOf(n)), " ")
	if text == "" {
		text = strings.Join(strings.Fields(attr(n, "alttext")), " ")
	}
	return text
}

func mathOf(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	parts := mathParts(n)
	part := func(i int) string {
		if i < len(parts) {
			return parts[i]
		}
		return ""
	}
	switch n.Data {
	case "annotation", "annotation-xml", "mphantom":
		return ""
	case "mfrac":
		return legal.Fraction(part(0), part(1))
	case "msup":
		return legal.Power(part(0), part(1))
	case "msub", "munder":
		return legal.Index(part(0), part(1))
	case "msubsup", "munderover":
		return legal.Power(legal.Index(part(0), part(1)), part(2))
	case "mover":
		return part(0)
	case "msqrt":
		return legal.Root("", strings.Join(parts, ""))
	case "mroot":
		return legal.Root(part(1), part(0))
	case "mo":
		return legal.Operator(strings.Join(parts, ""))
	case "mtr", "mlabeledtr":
		return strings.Join(parts, " ") + "; "
	case "mtext":
		return " " + strings.Join(parts, "") + " "
	}
	return strings.Join(parts, "")
}

func mathParts(n *html.Node) []string {
	var parts []string
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && strings.TrimSpace(c.Data) == "" {
			continue
		}
		if c.Type == html.TextNode || c.Type == html.ElementNode {
			parts = append(parts, mathOf(c))
		}
	}
	return parts
}
