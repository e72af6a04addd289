package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// Bounds of a formula: what a person can hold against a text.
const (
	maxFormula      = 400 // bytes
	maxFormulaDepth = 24  // operations within operations
	maxFormulaParts = 100 // numbers, facts and operations
	maxRoundPlaces  = 12
)

// ParseFormula reads the language [Formula] describes. The error says what is
// wrong and where in the text.
func ParseFormula(text string) (*Formula, error) {
	if len(text) > maxFormula {
		return nil, fmt.Errorf("verify: formula longer than %d bytes", maxFormula)
	}
	p := &formulaParser{text: text}
	root := p.sum(0)
	if p.next(); p.err == nil && p.token != "" {
		p.fail("unexpected %q", p.token)
	}
	if p.err != nil {
		return nil, p.err
	}
	f := &Formula{Text: text, root: root}
	f.collect()
	return f, nil
}

// formulaParser reads by descent: sum, product, factor. After an error it
// returns nil expressions and reads no further.
type formulaParser struct {
	text  string
	at    int    // byte where the token begins
	end   int    // byte behind it
	token string // looked at and not taken; "" at the end
	parts int
	err   error
}

func (p *formulaParser) fail(format string, args ...any) *expr {
	if p.err == nil {
		p.err = fmt.Errorf("verify: formula, byte %d: %s", p.at+1, fmt.Sprintf(format, args...))
	}
	return nil
}

// next looks at the token at hand.
func (p *formulaParser) next() string {
	if p.err != nil {
		p.token = ""
		return ""
	}
	for p.end < len(p.text) && (p.text[p.end] == ' ' || p.text[p.end] == '\t' || p.text[p.end] == '\n') {
		p.end++
	}
	p.at = p.end
	rest := p.text[p.at:]
	p.token = rest[:tokenLength(rest)]
	return p.token
}

func (p *formulaParser) take() { p.end = p.at + len(p.token) }

// tokenLength is the length of the number, name or sign s begins with.
func tokenLength(s string) int {
	n := 0
	switch {
	case s == "":
		return 0
	case isFormulaDigit(s[0]):
		for n < len(s) && (isFormulaDigit(s[n]) || s[n] == '.') {
			n++
		}
	case isNameByte(s[0]):
		for n < len(s) && (isNameByte(s[n]) || isFormulaDigit(s[n]) || s[n] == '-' && n+1 < len(s) && (isNameByte(s[n+1]) || isFormulaDigit(s[n+1]))) {
			n++
		}
	default:
		return 1
	}
	return n
}

func isFormulaDigit(b byte) bool { return b >= '0' && b <= '9' }

func isNameByte(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' }

// node makes an operation, unless the formula has too many.
func (p *formulaParser) node(e *expr) *expr {
	if p.parts++; p.parts > maxFormulaParts {
		return p.fail("more than %d parts; split the rule", maxFormulaParts)
	}
	return e
}

func (p *formulaParser) sum(depth int) *expr {
	return p.chain(depth, "+-", p.product)
}

func (p *formulaParser) product(depth int) *expr {
	return p.chain(depth, "*/", p.factor)
}

// chain reads operands joined by the operators, from left to right.
func (p *formulaParser) chain(depth int, operators string, operand func(int) *expr) *expr {
	left := operand(depth)
	for p.err == nil {
		op := p.next()
		if len(op) != 1 || !strings.Contains(operators, op) {
			break
		}
		p.take()
		right := operand(depth)
		left = p.node(&expr{op: op, args: []*expr{left, right}})
	}
	return left
}

func (p *formulaParser) factor(depth int) *expr {
	if depth > maxFormulaDepth {
		return p.fail("deeper than %d; split the rule", maxFormulaDepth)
	}
	token := p.next()
	switch {
	case p.err != nil:
		return nil
	case token == "":
		return p.fail("it ends where a number, a fact or ( should follow")
	case token == "-":
		p.take()
		return p.node(&expr{op: "neg", args: []*expr{p.factor(depth + 1)}})
	case token == "(":
		p.take()
		inner := p.sum(depth + 1)
		p.expect(")")
		return inner
	case isFormulaDigit(token[0]):
		return p.number()
	case isNameByte(token[0]):
		return p.name(depth)
	}
	return p.fail("unexpected %q", token)
}

func (p *formulaParser) expect(sign string) {
	if p.next() != sign {
		p.fail("%q should stand here, not %q", sign, p.token)
		return
	}
	p.take()
}

func (p *formulaParser) number() *expr {
	n, err := quantity.ParseNumber(p.token)
	if err != nil {
		return p.fail("%q is no number; write 1.20", p.token)
	}
	p.take()
	return p.node(&expr{op: "number", number: n})
}

// functions gives the least and the most operands of each function; 0: any.
var functions = map[string][2]int{"min": {2, 0}, "max": {2, 0}, "ceil": {1, 1}, "floor": {1, 1}, "round": {2, 2}}

// name reads a fact, or a function with its operands.
func (p *formulaParser) name(depth int) *expr {
	name := p.token
	p.take()
	arity, known := functions[name]
	if p.next() != "(" {
		if known {
			return p.fail("%s needs its operands in parentheses", name)
		}
		if !identifier.MatchString(name) {
			return p.fail("%q is no fact; ids are lower-case letters, digits, - and _", name)
		}
		return p.node(&expr{op: "fact", fact: name})
	}
	if !known {
		return p.fail("%q is none of the functions min, max, ceil, floor, round", name)
	}
	p.take()
	args := []*expr{p.sum(depth + 1)}
	for p.next() == "," {
		p.take()
		if name == "round" && len(args) == 1 {
			return p.rounding(args[0])
		}
		args = append(args, p.sum(depth+1))
	}
	p.expect(")")
	if len(args) < arity[0] || arity[1] > 0 && len(args) > arity[1] {
		return p.fail("%s does not take %d operands", name, len(args))
	}
	return p.node(&expr{op: name, args: args})
}

// rounding reads the places of round(x, n): a whole number, no fact.
func (p *formulaParser) rounding(arg *expr) *expr {
	sign := int64(1)
	if p.next() == "-" {
		p.take()
		sign = -1
	}
	places, err := strconv.ParseInt(p.next(), 10, 64)
	if err != nil || places > maxRoundPlaces {
		return p.fail("round takes a whole number of decimal places up to %d, not %q", maxRoundPlaces, p.token)
	}
	p.take()
	p.expect(")")
	unit := quantity.MustNumber("1e" + strconv.FormatInt(-sign*places, 10))
	return p.node(&expr{op: "round", number: unit, args: []*expr{arg}})
}

func hasKey(n *yaml.Node, name string) bool {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return true
		}
	}
	return false
}

// readFormula reads {formula: "ceil(toilets / 10)"}.
func (p *parser) readFormula(n *yaml.Node) *Formula {
	var f *Formula
	p.fields(n, "a formula", map[string]func(*yaml.Node){
		"!formula": func(n *yaml.Node) {
			text := p.text(n, "formula")
			var err error
			if f, err = ParseFormula(text); err != nil {
				p.add(n, "%s", strings.TrimPrefix(err.Error(), "verify: "))
				return
			}
			f.Line = n.Line
			for _, id := range f.Facts {
				p.refer(n, "fact", id)
				p.comparable(n, id)
			}
		},
	})
	if f == nil {
		return &Formula{Line: n.Line, root: &expr{op: "number"}}
	}
	return f
}

// checkDivisors refuses formulas that could divide by zero, as far as the file
// itself declares their facts; verify.New looks at the others.
func (p *parser) checkDivisors(v Bound, when []Condition) {
	for _, f := range v.formulas() {
		if slices.ContainsFunc(f.Facts, func(id string) bool { return p.facts[id] == nil }) {
			continue
		}
		if reason := f.Problem(func(id string) *Fact { return p.facts[id] }, when); reason != "" {
			p.addLine(f.Line, "%s", reason)
		}
	}
}

// formulas returns every formula in a value.
func (v Bound) formulas() []*Formula {
	if v.Formula != nil {
		return []*Formula{v.Formula}
	}
	if v.Term != nil && v.Term.Default != nil {
		return v.Term.Default.formulas()
	}
	var out []*Formula
	if v.Table != nil {
		for _, c := range v.Table.Cells {
			out = append(out, c.Value.formulas()...)
		}
	}
	return out
}
