package rules

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Parse reads the YAML of one version's rules. Every mistake is reported
// at once, each with its line: the error is a [*Error]. Empty source is a
// set without rules.
//
// The keys of the file: format (1), language, uses, context, cites, elements, parameters,
// facts, impossible, about, unless, ages, rules, terms, wordings; see the package's README for an example of each.
func Parse(ref codes.VersionRef, source []byte) (RuleSet, error) {
	set := RuleSet{Ref: ref, Source: source, Language: "es"}
	if len(source) == 0 {
		return set, nil
	}
	p := &parser{set: &set, facts: make(map[string]*Fact)}
	if root := p.document(source); root != nil {
		p.root(root)
		p.references()
		p.contradictions()
	}
	if len(p.problems) > 0 {
		return RuleSet{Ref: ref, Source: source}, NewError(ref, p.problems)
	}
	return set, nil
}

// parser turns nodes into a RuleSet. Facts are read before what refers to
// them, whatever the order in the file, because they say how to read a value.
type parser struct {
	nodeReader
	set   *RuleSet
	facts map[string]*Fact
	refs  []reference
}

// reference is a use of a name that must be declared in the file or under uses.
type reference struct {
	node *yaml.Node
	kind string
	name string
}

func (p *parser) refer(n *yaml.Node, kind, name string) {
	if name != "" {
		p.refs = append(p.refs, reference{n, kind, name})
	}
}

func (p *parser) root(n *yaml.Node) {
	later := make(map[string]*yaml.Node)
	keep := func(key string) func(*yaml.Node) { return func(n *yaml.Node) { later[key] = n } }
	p.fields(n, "the file", map[string]func(*yaml.Node){
		"!format": func(n *yaml.Node) {
			if n.Value != "1" {
				p.add(n, "format %q is unknown; this program reads format 1", n.Value)
			}
		},
		"language": func(n *yaml.Node) { p.set.Language = p.text(n, "language") },
		"uses":     func(n *yaml.Node) { p.set.Uses = p.oneOrMore(n, "uses") },
		"context":  func(n *yaml.Node) { p.set.Context = p.readNames(n, "context") },
		"cites":    p.readCites,
		"elements": keep("elements"), "parameters": keep("parameters"), "facts": keep("facts"),
		"impossible": keep("impossible"), "about": keep("about"), "unless": keep("unless"), "ages": keep("ages"), "rules": keep("rules"), "terms": keep("terms"), "wordings": p.readWordings,
	})
	read := func(key string, f func(*yaml.Node)) {
		if n, ok := later[key]; ok {
			f(n)
		}
	}
	read("facts", p.readFacts)
	read("elements", func(n *yaml.Node) { p.readConcepts(n, ElementConcept) })
	read("parameters", func(n *yaml.Node) { p.readConcepts(n, ParameterConcept) })
	read("impossible", p.readImpossible)
	read("about", func(n *yaml.Node) { p.set.About = p.readConditions(n, "about") })
	read("unless", func(n *yaml.Node) { p.set.Unless = p.readConditions(n, "unless") })
	read("ages", func(n *yaml.Node) { p.set.Ages = p.readAges(n) })
	read("rules", p.readRules)
	read("terms", p.readFillings)
}

// readCites reads what sections are cited by.
func (p *parser) readCites(n *yaml.Node) {
	p.set.Cites = make(map[string]string)
	p.entries(n, "cites", func(key, value *yaml.Node) { p.set.Cites[key.Value] = p.text(value, "cite") })
}

// references checks every name against what the file declares or uses.
func (p *parser) references() {
	known := map[string]bool{}
	for _, c := range p.set.Concepts {
		known[string(c.Kind)+" "+c.ID] = true
	}
	for _, f := range p.set.Facts {
		known["fact "+f.ID] = true
	}
	used := map[string]bool{}
	for _, id := range p.set.Uses {
		used[id] = true
	}
	for _, ref := range p.refs {
		if !known[ref.kind+" "+ref.name] && !used[ref.name] {
			p.add(ref.node, "%s %q is not declared in this file; declare it, or name it under uses", ref.kind, ref.name)
		}
	}
}

func (p *parser) readConcepts(n *yaml.Node, kind ConceptKind) {
	p.entries(n, string(kind)+"s", func(key, value *yaml.Node) {
		c := Concept{ID: p.id(key, string(kind)), Kind: kind, Line: key.Line}
		readers := map[string]func(*yaml.Node){
			"!label": func(n *yaml.Node) { c.Label = p.readText(n, "label") },
			"!names": func(n *yaml.Node) { c.Names = p.readNames(n, "names") },
			"not":    func(n *yaml.Node) { c.Not = p.readNames(n, "not") },
		}
		if kind == ElementConcept {
			readers["broader"] = func(n *yaml.Node) { c.Broader = p.readBroader(n) }
			readers["of"] = func(n *yaml.Node) { c.Of = p.readBroader(n) }
			readers["implies"] = func(n *yaml.Node) { c.Implies = p.readImplies(n, "implies") }
			readers["assumes"] = func(n *yaml.Node) { c.Assumes = p.readImplies(n, "assumes") }
		} else {
			readers["relation"] = func(n *yaml.Node) { c.Relation = p.readRelation(n) }
			readers["binds"] = func(n *yaml.Node) { c.Binds = p.readBool(n, "binds") }
			readers["alone"] = func(n *yaml.Node) { c.Alone = p.readBool(n, "alone") }
			readers["signed"] = func(n *yaml.Node) { c.Signed = p.readBool(n, "signed") }
			readers["scope"] = func(n *yaml.Node) { c.Scope = p.readBool(n, "scope") }
		}
		p.fields(value, fmt.Sprintf("%s %s", kind, c.ID), readers)
		p.set.Concepts = append(p.set.Concepts, c)
	})
}

func (p *parser) readBroader(n *yaml.Node) []string {
	list := p.oneOrMore(n, "broader")
	for _, id := range list {
		p.refer(n, "element", id)
	}
	return list
}

func (p *parser) readImplies(n *yaml.Node, what string) map[string]string {
	out := make(map[string]string)
	p.entries(n, what, func(key, value *yaml.Node) {
		p.refer(key, "fact", key.Value)
		out[key.Value] = p.factValue(key.Value, value)
	})
	return out
}

var relations = map[string]quantity.Relation{"slope": quantity.Slope, "fraction": quantity.Fraction, "fire": quantity.Fire}

func (p *parser) readRelation(n *yaml.Node) quantity.Relation {
	rel, ok := relations[n.Value]
	if !ok {
		p.add(n, "relation %q is none of slope, fraction, fire", n.Value)
	}
	return rel
}

func (p *parser) readBool(n *yaml.Node, what string) bool {
	if n.Value != "true" && n.Value != "false" {
		p.add(n, "%s must be true or false", what)
	}
	return n.Value == "true"
}

var languageTag = lazyregexp.New(`^[a-z]{2,3}(-[A-Za-z0-9]+)*$`)

func (p *parser) readText(n *yaml.Node, what string) Text {
	out := Text{}
	if n.Kind == yaml.ScalarNode { // one language is the file's own
		out[p.set.Language] = p.text(n, what)
		return out
	}
	p.entries(n, what, func(key, value *yaml.Node) {
		p.checkLanguage(key)
		out[key.Value] = p.text(value, what)
	})
	return out
}

func (p *parser) readNames(n *yaml.Node, what string) Names {
	out := Names{}
	if n.Kind != yaml.MappingNode {
		out[p.set.Language] = p.oneOrMore(n, what)
		return out
	}
	p.entries(n, what, func(key, value *yaml.Node) {
		p.checkLanguage(key)
		out[key.Value] = p.oneOrMore(value, what)
	})
	return out
}

func (p *parser) checkLanguage(n *yaml.Node) {
	if !languageTag.MatchString(n.Value) {
		p.add(n, "%q is no language tag such as es or en", n.Value)
	}
}
