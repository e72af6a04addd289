package ask

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// maxSentence bounds a sentence in bytes; nobody checks a longer one.
const maxSentence = 4000

// valid reports whether a passage may be cited now: its block is still there,
// unmoved and in scope, and its version is in force (CITATIONS M3).
func (t *turn) valid(p *passage) bool {
	b, ok := t.agent.texts.Block(p.block.ID)
	if !ok || b.Doc != p.block.Doc || !t.inScope(b.Doc) {
		return false
	}
	v, err := t.agent.catalog.Version(refOf(b.Doc))
	return err == nil && v.Status == codes.Active
}

func (t *turn) inScope(doc string) bool {
	for _, d := range t.scope {
		if d == doc {
			return true
		}
	}
	return false
}

// judge says why a sentence may not stay; "" when it may.
func (t *turn) judge(sentence string) (reason string) {
	if len(sentence) > maxSentence {
		return "the sentence is too long to be checked"
	}
	plain := withoutMarks(sentence)
	if cited := marksIn(sentence); len(cited) > 0 {
		return t.unsupported(plain, cited)
	}
	if t.free(plain) {
		return ""
	}
	return "it claims something and cites no passage of this turn"
}

// unsupported holds every number and designation of a sentence against the
// passages it cites (CITATIONS N1-N6).
func (t *turn) unsupported(plain string, cited []int) string {
	evidence := make([]*support, len(cited))
	for k, i := range cited {
		evidence[k] = supportOf(t.issued[i])
	}
	for _, q := range Quantities(plain) {
		given := q.Dir == Unsaid && t.facts.states(q)
		if !given && !anySupports(evidence, q) {
			return fmt.Sprintf("the number %q, with its unit, direction and subject, is not in the passages cited", q.Text)
		}
	}
	for _, code := range codesIn(plain) {
		if !anyHasCode(evidence, code) && !t.facts.codes[code] {
			return fmt.Sprintf("%q is not in the passages cited", code)
		}
	}
	return ""
}

// support is what one block can prove.
type support struct {
	numbers []Quantity
	titles  []Quantity // numbers of the headings
	units   []unit     // named anywhere, for the bare cells of a table
	codes   map[string]bool
}

func supportOf(p *passage) *support {
	if p.support != nil {
		return p.support
	}
	s := &support{numbers: Quantities(p.block.Lead + "\n" + p.block.Text), titles: Quantities(p.title), codes: map[string]bool{}}
	if p.block.Kind == retrieval.TableKind {
		s.units = unitsNamed(p.block.Text)
	}
	for _, code := range codesIn(p.block.Lead + "\n" + p.block.Text + "\n" + p.title) {
		s.codes[code] = true
	}
	p.support = s
	return s
}

func anySupports(evidence []*support, q Quantity) bool {
	for _, s := range evidence {
		for _, have := range s.numbers {
			if q.sameValue(have, s.units) && !opposed(q.Dir, have.Dir) && sameSubject(q, have) {
				return true
			}
		}
		for _, have := range s.titles {
			if q.sameValue(have, nil) && !opposed(q.Dir, have.Dir) {
				return true
			}
		}
	}
	return false
}

// sameSubject reports whether two numbers may be of the same thing. Only what
// both clauses say can tell them apart: a cell of a table, or a verb without
// noun, leaves it open (CITATIONS N6).
func sameSubject(claimed, have Quantity) bool {
	if have.Composite {
		return claimed.Composite || claimed.Of == nil
	}
	return claimed.Of == nil || have.Of == nil || claimed.Of.Kin(have.Of)
}

func opposed(a, b Direction) bool { return a != Unsaid && b != Unsaid && a != b }

func anyHasCode(evidence []*support, code string) bool {
	for _, s := range evidence {
		if s.codes[code] {
			return true
		}
	}
	return false
}

var (
	absence = regexp.MustCompile(`\bno consta|\bno se (?:ha|han) (?:encontrado|hallado|localizado)|\bno (?:he encontrado|encuentro)|` +
		`\b(?:fuentes|textos|normas|normativa|pasajes|documentos)\b.{0,60}\bno (?:contiene|recoge|incluye|dice|trata|responde|fija|establece|contesta|menciona|regula|da)\w*|` +
		`\bno (?:contiene|recoge|incluye|dice|trata|responde|fija|establece|contesta|menciona)\w* .{0,40}\b(?:fuentes|textos|normas|pasajes|documentos)|` +
		`\b(?:sources|texts|passages|documents)\b.{0,60}\b(?:do not|does not|don't|are silent)|` +
		`\b(?:not|nothing|no passage).{0,30}\b(?:found|stated|given|contained|covered)\b.{0,40}\b(?:sources|texts|passages|documents)|\bcould not find\b|\bdid not find\b`)
	contrast  = regexp.MustCompile(`\b(?:pero|sino|sin embargo|no obstante|aunque|ahora bien|but|however|although|nevertheless|though)\b`)
	ofProject = regexp.MustCompile(`\b(?:segun|de acuerdo con|conforme a) (?:los |las |el )?(?:datos?|memoria|calculos?|informacion|ficha) (?:\S+ ){0,2}?proyecto\b|` +
		`\baccording to the project(?:'s)? (?:data|memory|file|calculations)\b|\bthe project(?:'s)? data\b`)
	norm = regexp.MustCompile(`\b(?:deb|exig|prohib|oblig|permit|admi[st]|requ[ei]|impon|cumpl|must\b|shall\b|requir|forbid|forbidden|permit|allow|compl[iy])`)
)

// free reports whether a sentence needs no marker: it speaks of what the
// sources lack, of the project, or repeats the question (CITATIONS S1, M8).
func (t *turn) free(plain string) bool {
	folded := retrieval.Fold(strings.TrimSpace(plain))
	if !strings.ContainsFunc(folded, isWordRune) {
		return true
	}
	numbers := Quantities(plain)
	for _, q := range numbers {
		if q.Dir != Unsaid || !t.facts.states(q) {
			return false
		}
	}
	for _, code := range codesIn(plain) {
		if !t.facts.codes[code] {
			return false
		}
	}
	switch {
	case absence.MatchString(folded):
		return !contrast.MatchString(folded)
	case ofProject.MatchString(folded):
		rest := ofProject.ReplaceAllString(folded, "")
		return !norm.MatchString(folded) && covered(rest, t.facts.words) >= 0.5
	case strings.HasSuffix(folded, "?"):
		return covered(plain, t.facts.asked) >= 0.8
	}
	return strings.HasSuffix(folded, ":") && len(numbers) == 0 && !norm.MatchString(folded)
}

// bareHeading reports whether a heading only names what follows.
func (t *turn) bareHeading(text string) bool {
	return len(text) <= 200 && t.judgeHeadingNumbers(text) && !norm.MatchString(retrieval.Fold(text))
}

func (t *turn) judgeHeadingNumbers(text string) bool {
	for _, q := range Quantities(text) {
		if !q.Reference && (q.Dir != Unsaid || q.Dimension() != "") && !t.facts.states(q) {
			return false
		}
	}
	return true
}
