package ask

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// pattern is a regular expression that is only tried where a match can begin. It
// finds what [regexp.Regexp] finds. Most sentences hold none of the turns of
// phrase they are searched for, so nearly all of that work is a look at a table.
//
// It is worked out when it is first looked for.
type pattern struct {
	alternatives []string
	once         sync.Once

	branches []branch
	begin    [256][]beginning // by first byte
	anywhere bool             // some branch need not begin at a word boundary
}

// branch is one alternative of a pattern.
type branch struct {
	first  *regexp.Regexp // anchored, for the beginning of a text
	later  *regexp.Regexp // anchored, behind one more rune, which word boundaries need to see
	atWord bool           // it begins at a word boundary
	toEnd  bool           // it asks where the text ends, so it has to see all of it
}

// beginning is a text that matches of a branch begin with.
type beginning struct {
	branch int
	text   string
	second byte // of text; 0 when it has one byte
}

// Bounds of what is worked out of an expression, and of a match.
const (
	mostBeginnings   = 512
	longestBeginning = 5
	longestMatch     = 512 // bytes; what lies further is not looked at
)

// newPattern is a pattern of alternatives, the preferred one first. It is for tables
// of this package: its first use panics on an expression that may begin with anything.
func newPattern(alternatives ...string) *pattern { return &pattern{alternatives: alternatives} }

// compile works out what to try where.
func (p *pattern) compile() {
	for _, alternative := range p.alternatives {
		tree, err := syntax.Parse(alternative, syntax.Perl)
		if err != nil {
			panic(err)
		}
		for _, part := range branchesOf(tree) {
			p.add(part)
		}
	}
}

// wordPattern is newPattern for alternatives that begin at a word.
func wordPattern(alternatives ...string) *pattern {
	list := make([]string, len(alternatives))
	for i, a := range alternatives {
		list[i] = `\b(?:` + a + `)`
	}
	return newPattern(list...)
}

func (p *pattern) add(tree *syntax.Regexp) {
	source := tree.String()
	b := branch{
		first: regexp.MustCompile(`^(?:` + source + `)`), later: regexp.MustCompile(`^(?s:.)(?:` + source + `)`),
		atWord: tree.Op == syntax.OpConcat && tree.Sub[0].Op == syntax.OpWordBoundary, toEnd: asksForEnd(tree),
	}
	texts, _ := beginnings(tree.Simplify())
	seen := map[string]bool{}
	for _, text := range texts {
		if text == "" {
			panic(fmt.Sprintf("ask: %s may begin with anything", source))
		}
		if !seen[text] {
			seen[text] = true
			start := beginning{branch: len(p.branches), text: text}
			if len(text) > 1 {
				start.second = text[1]
			}
			p.begin[text[0]] = append(p.begin[text[0]], start)
		}
	}
	p.branches, p.anywhere = append(p.branches, b), p.anywhere || !b.atWord
}

// branchesOf takes an alternation apart, also one behind a word boundary. Groups
// keep their numbers only in one piece.
func branchesOf(tree *syntax.Regexp) []*syntax.Regexp {
	if tree.MaxCap() > 0 {
		return []*syntax.Regexp{tree}
	}
	if tree.Op == syntax.OpAlternate {
		var list []*syntax.Regexp
		for _, sub := range tree.Sub {
			list = append(list, branchesOf(sub)...)
		}
		return list
	}
	if tree.Op != syntax.OpConcat || len(tree.Sub) != 2 || tree.Sub[0].Op != syntax.OpWordBoundary || tree.Sub[1].Op != syntax.OpAlternate {
		return []*syntax.Regexp{tree}
	}
	list := make([]*syntax.Regexp, len(tree.Sub[1].Sub))
	for i, sub := range tree.Sub[1].Sub {
		list[i] = &syntax.Regexp{Op: syntax.OpConcat, Flags: tree.Flags, Sub: []*syntax.Regexp{tree.Sub[0], sub}}
	}
	return list
}

// beginnings lists texts of which every match begins with one. whole says that
// such a text is all there is to match.
func beginnings(tree *syntax.Regexp) (texts []string, whole bool) {
	switch tree.Op { //nolint:exhaustive // what else there is may begin with anything
	case syntax.OpLiteral:
		if tree.Flags&syntax.FoldCase != 0 {
			return casesOf(tree.Rune[:min(len(tree.Rune), 3)]), false
		}
		return []string{string(tree.Rune)}, true
	case syntax.OpCharClass:
		return classRunes(tree.Rune)
	case syntax.OpCapture:
		return beginnings(tree.Sub[0])
	case syntax.OpPlus:
		texts, _ = beginnings(tree.Sub[0])
		return texts, false
	case syntax.OpQuest:
		if texts, whole = beginnings(tree.Sub[0]); whole {
			return append(texts, ""), true
		}
	case syntax.OpAlternate:
		return anyBeginning(tree.Sub)
	case syntax.OpConcat:
		return joinedBeginnings(tree.Sub)
	case syntax.OpEmptyMatch, syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpBeginLine, syntax.OpBeginText:
		return []string{""}, true
	}
	return []string{""}, false
}

func anyBeginning(subs []*syntax.Regexp) (texts []string, whole bool) {
	whole = true
	for _, sub := range subs {
		list, w := beginnings(sub)
		texts, whole = append(texts, list...), whole && w
	}
	return texts, whole
}

func joinedBeginnings(subs []*syntax.Regexp) (texts []string, whole bool) {
	texts = []string{""}
	for _, sub := range subs {
		list, w := beginnings(sub)
		if len(texts)*len(list) > mostBeginnings {
			return texts, false
		}
		var joined []string
		short := false
		for _, a := range texts {
			for _, b := range list {
				joined = append(joined, a+b)
				short = short || len(a+b) < longestBeginning
			}
		}
		if texts = joined; !w || !short {
			return texts, false
		}
	}
	return texts, true
}

// classRunes lists the runes of a small class.
func classRunes(ranges []rune) (texts []string, whole bool) {
	const most = 64
	for i := 0; i+1 < len(ranges); i += 2 {
		if int(ranges[i+1]-ranges[i])+len(texts) > most {
			return []string{""}, false
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			texts = append(texts, string(r))
		}
	}
	return texts, true
}

// casesOf lists the texts that are the same but for their case.
func casesOf(runes []rune) []string {
	texts := []string{""}
	for _, r := range runes {
		var longer []string
		for other := r; ; {
			for _, text := range texts {
				longer = append(longer, text+string(other))
			}
			if other = unicode.SimpleFold(other); other == r {
				break
			}
		}
		texts = longer
	}
	return texts
}

// asksForEnd reports whether an expression holds a "$".
func asksForEnd(tree *syntax.Regexp) bool {
	return tree.Op == syntax.OpEndText || tree.Op == syntax.OpEndLine || slices.ContainsFunc(tree.Sub, asksForEnd)
}

// next finds the first match at or behind from; nil when there is none. Places
// are those of [regexp.Regexp.FindStringSubmatchIndex].
func (p *pattern) next(text string, from int) []int {
	p.once.Do(p.compile)
	for i := from; i < len(text); i++ {
		list := p.begin[text[i]]
		if len(list) == 0 || !p.anywhere && i > 0 && wordByte[text[i-1]] == wordByte[text[i]] {
			continue
		}
		var second byte
		if i+1 < len(text) {
			second = text[i+1]
		}
		failed := -1
		for k := range list {
			b := &list[k]
			if b.second != 0 && b.second != second || b.branch == failed || !strings.HasPrefix(text[i:], b.text) {
				continue
			}
			if m := p.branches[b.branch].at(text, i); m != nil {
				return m
			}
			failed = b.branch
		}
	}
	return nil
}

// at matches a branch at one place of a text.
func (b *branch) at(text string, i int) []int {
	if b.atWord && i > 0 && wordByte[text[i-1]] == wordByte[text[i]] {
		return nil
	}
	end := len(text)
	if !b.toEnd && end-i > longestMatch {
		end = i + longestMatch
		for end > i && !utf8.RuneStart(text[end]) {
			end--
		}
	}
	if i == 0 {
		return b.first.FindStringSubmatchIndex(text[:end])
	}
	_, size := utf8.DecodeLastRuneInString(text[:i])
	m := b.later.FindStringSubmatchIndex(text[i-size : end])
	for k := range m {
		if m[k] >= 0 {
			m[k] += i - size
		}
	}
	if m != nil {
		m[0] = i
	}
	return m
}

// wordByte tells what a word boundary is between.
var wordByte = func() (table [256]bool) {
	for c := range table {
		table[c] = c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return table
}()

// in reports whether a text holds a match.
func (p *pattern) in(text string) bool { return p.next(text, 0) != nil }

// find returns where the first match is; nil when there is none.
func (p *pattern) find(text string) []int {
	if m := p.next(text, 0); m != nil {
		return m[:2]
	}
	return nil
}

// all returns the matches of a text, none overlapping, with their groups.
func (p *pattern) all(text string) [][]int {
	var list [][]int
	for from := 0; ; {
		m := p.next(text, from)
		if m == nil {
			return list
		}
		list, from = append(list, m), max(m[1], m[0]+1)
	}
}

// replace puts other in the place of every match.
func (p *pattern) replace(text, other string) string {
	list := p.all(text)
	if len(list) == 0 {
		return text
	}
	var b strings.Builder
	from := 0
	for _, m := range list {
		b.WriteString(text[from:m[0]] + other)
		from = m[1]
	}
	return b.String() + text[from:]
}
