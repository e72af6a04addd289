package rules

import (
	"encoding/hex"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes"
)

// readRuleRefs reads one or more of "code#rule", "code/version#rule" and, for a
// rule of the file itself, "#rule".
func (p *parser) readRuleRefs(n *yaml.Node, what string) []RuleRef {
	var list []RuleRef
	for _, text := range p.oneOrMore(n, what) {
		ref, ok := parseRuleRef(text)
		if !ok {
			p.add(n, "%s %q names no rule; write code#rule or code/version#rule", what, text)
			continue
		}
		if ref.Code == "" {
			ref.Code, ref.Version = p.set.Ref.Code, p.set.Ref.Version
		}
		list = append(list, ref)
	}
	return list
}

func parseRuleRef(text string) (RuleRef, bool) {
	version, id, ok := strings.Cut(text, "#")
	if !ok || !identifier.MatchString(id) {
		return RuleRef{}, false
	}
	code, name, versioned := strings.Cut(version, "/")
	if versioned && (code == "" || name == "") {
		return RuleRef{}, false
	}
	return RuleRef{Code: code, Version: name, Rule: id}, true
}

// lower stands for every scope narrower than that of the rule's own code.
const lower = "lower"

// lowerScopes are the scopes below the nation, widest first.
var lowerScopes = []codes.NormativeScope{codes.Regional, codes.Provincial, codes.Supramunicipal, codes.Municipal}

func (p *parser) readScopes(n *yaml.Node, what string) []codes.NormativeScope {
	var list []codes.NormativeScope
	for _, text := range p.oneOrMore(n, what) {
		if text == lower {
			return slices.Clone(lowerScopes)
		}
		scope := codes.NormativeScope(text)
		if !slices.Contains(codes.Scopes(), scope) {
			p.add(n, "%s %q is none of %v, nor %s", what, text, codes.Scopes(), lower)
		}
		list = append(list, scope)
	}
	return list
}

// readLevel reads the word for how a rule goes together with those of other
// texts. Only the usual way needs no rule to be named.
func (p *parser) readLevel(n *yaml.Node) {
	switch word := p.text(n, "level"); word {
	case "cumulative":
	case "overrides", "implements":
		p.add(n, "level %s needs the rule it concerns; write %s: code#rule instead", word, word)
	case "default_for":
		p.add(n, "level default_for needs who replaces it; write default_for: lower instead")
	default:
		p.add(n, "level %q is not cumulative; the others are keys of their own: overrides, implements, default_for", word)
	}
}

func (p *parser) readValid(n *yaml.Node, r *Rule) {
	p.fields(n, "valid", map[string]func(*yaml.Node){
		"from": func(n *yaml.Node) { r.From = p.readDate(n, "from") },
		"to":   func(n *yaml.Node) { r.To = p.readDate(n, "to") },
	})
	if !r.From.IsZero() && !r.To.IsZero() && r.To.Before(r.From) {
		p.add(n, "valid: %s is before %s", r.To, r.From)
	}
}

// readHash reads a SHA-256 in hexadecimal.
func (p *parser) readHash(n *yaml.Node) string {
	text := strings.ToLower(p.text(n, "sha256"))
	if b, err := hex.DecodeString(text); err != nil || len(b) != 32 {
		p.add(n, "sha256 is 64 hexadecimal digits")
	}
	return text
}

// readTerm reads {term: setback, label: ..., by: municipal, default: 3}.
func (p *parser) readTerm(n *yaml.Node) *Term {
	t := &Term{}
	p.fields(n, "a term", map[string]func(*yaml.Node){
		"!term":   func(n *yaml.Node) { t.Name = p.id(n, "term") },
		"label":   func(n *yaml.Node) { t.Label = p.readText(n, "label") },
		"by":      func(n *yaml.Node) { t.By = p.readBy(n) },
		"default": func(n *yaml.Node) { t.Default = p.readDefault(n) },
	})
	return t
}

func (p *parser) readBy(n *yaml.Node) codes.NormativeScope {
	scopes := p.readScopes(n, "by")
	if len(scopes) != 1 {
		return ""
	}
	return scopes[0]
}

func (p *parser) readDefault(n *yaml.Node) *Bound {
	v := p.readValue(n)
	if v.Term != nil {
		p.add(n, "the default of a term is no term")
	}
	return &v
}

// readFillings reads the terms that this version gives a value.
func (p *parser) readFillings(n *yaml.Node) {
	p.items(n, "terms", func(item *yaml.Node) {
		f := Filling{Line: item.Line}
		p.fields(item, "a term's value", map[string]func(*yaml.Node){
			"!of": func(n *yaml.Node) {
				if refs := p.readRuleRefs(n, "of"); len(refs) == 1 {
					f.Of = refs[0]
				} else if len(refs) > 1 {
					p.add(n, "of names one rule")
				}
			},
			"!term":    func(n *yaml.Node) { f.Term = p.id(n, "term") },
			"!value":   func(n *yaml.Node) { f.Value = p.readFilled(n) },
			"unit":     func(n *yaml.Node) { f.Unit = p.readUnit(n) },
			"!section": func(n *yaml.Node) { f.Section = p.text(n, "section") },
			"!quote":   func(n *yaml.Node) { f.Quote = p.text(n, "quote") },
			"sha256":   func(n *yaml.Node) { f.SHA256 = p.readHash(n) },
		})
		p.checkDivisors(f.Value, nil)
		p.set.Fillings = append(p.set.Fillings, f)
	})
}

func (p *parser) readFilled(n *yaml.Node) Bound {
	v := p.readValue(n)
	if v.Term != nil {
		p.add(n, "what fills a term is no term")
	}
	return v
}
