package rules

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// Wording is how somebody wrote a check about a pair of an element and a parameter. It is
// no name of either: its words are weighed where no name tells.
type Wording struct {
	Of                 Subject
	Lang               string
	Element, Parameter string // as written
	Line               int
}

// readWordings reads wordings by pair and language, a line each: the text of the element, a
// bar, the text of the parameter.
func (p *parser) readWordings(n *yaml.Node) {
	p.entries(n, "wordings", func(key, value *yaml.Node) {
		element, parameter, ok := strings.Cut(key.Value, " ")
		if !ok {
			p.add(key, "wordings are of a pair, such as \"stair tread_depth\", not of %q", key.Value)
			return
		}
		p.refer(key, "element", element)
		p.refer(key, "parameter", parameter)
		p.entries(value, "wordings of "+key.Value, func(lang, text *yaml.Node) {
			p.checkLanguage(lang)
			p.readWordingLines(Subject{Element: element, Parameter: parameter}, lang.Value, text)
		})
	})
}

func (p *parser) readWordingLines(of Subject, lang string, n *yaml.Node) {
	line := n.Line
	for text := range strings.Lines(p.text(n, "wordings")) {
		line++
		element, parameter, ok := strings.Cut(text, "|")
		w := Wording{of, lang, strings.TrimSpace(element), strings.TrimSpace(parameter), line}
		if !ok || w.Element == "" || w.Parameter == "" || strings.Contains(parameter, "|") {
			p.addLine(line, "a wording is the text of an element, a bar, the text of a parameter: %q", strings.TrimSpace(text))
			continue
		}
		p.set.Wordings = append(p.set.Wordings, w)
	}
}
