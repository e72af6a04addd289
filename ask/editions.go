package ask

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// EditionsTool is the name of the tool that tells of the regulations a question names
// which editions there are and what is in force.
const EditionsTool = "editions"

// Edition is what the catalogue says of an edition of a regulation that is named.
type Edition struct {
	Text     string // in a sentence
	Title    string
	InForce  bool
	Hosted   bool   // its text is here and selected
	Exact    bool   // it is named by its number or its sign
	Handle   string // of a passage of it, or of what took its place; "" for none
	Ref      codes.VersionRef
	Replaces bool // it is there because it took the place of another that is named
}

var editionsSpec = ToolSpec{
	Name:        EditionsTool,
	Description: "Tells of regulations that are named which edition is in force, since when, and what took the place of one that is not.",
	Params:      []Param{{Name: ArgQuestion, Kind: TextParam, Required: true, Max: MaxQuery, Doc: "The regulations, by title, number or sign."}},
}

// mostEditions is how many editions a question may name.
const mostEditions = 4

// editions runs the tool.
func (t *turn) editions(_ context.Context, args Args) (Result, error) {
	var r Result
	named := t.namedEditions(args.Text(ArgQuestion))
	if len(named) == 0 {
		r.Note = "no regulation of the catalogue is named"
		return r, nil
	}
	var blocks []found
	for _, n := range named {
		if n.block != nil {
			blocks = append(blocks, found{block: n.block})
		}
	}
	t.hand(&r, firstOfEach(blocks))
	var lines []string
	for _, n := range named {
		if n.block != nil {
			n.Handle = t.handleOf(n.block)
		}
		r.Editions, lines = append(r.Editions, n.Edition), append(lines, "- "+n.Text)
	}
	t.say(&r, strings.Join(lines, "\n"))
	t.facts.learn(r.Text)
	return r, nil
}

// namedEdition is an edition with a block to cite.
type namedEdition struct {
	Edition
	block *retrieval.Block
	share float64
}

// namedEditions lists the editions a question names, those named best first, each with
// what took its place.
func (t *turn) namedEditions(question string) []namedEdition {
	names := t.codeNames(question)
	var out []namedEdition
	add := func(v *codes.Version, ref codes.VersionRef, exact, replaces bool, share float64) {
		if len(out) < mostEditions && !slices.ContainsFunc(out, func(n namedEdition) bool { return n.Ref == ref }) {
			n := t.edition(v, ref)
			n.Exact, n.Replaces, n.share = exact, replaces, share
			out = append(out, n)
		}
	}
	for _, n := range names {
		add(n.version, codes.VersionRef{Code: n.code.Slug, Version: n.version.Slug}, n.exact, false, n.share)
		next := n.version.SucceededBy
		if v, err := t.look().catalog.Version(next); err == nil && !next.IsZero() {
			add(v, next, false, true, n.share)
		}
	}
	return out
}

// edition says of an edition whether it is in force.
func (t *turn) edition(v *codes.Version, ref codes.VersionRef) namedEdition {
	title := neutralise(t.documentTitle(ref))
	w := t.words
	text := title + ": " + cmp.Or(w.say("status."+string(v.Status)), w.say("active"))
	switch {
	case v.Status == codes.Active && !v.Effective.IsZero():
		text += " " + w.say("since", v.Effective)
	case v.Status == codes.Repealed && !v.Repealed.IsZero():
		text += " " + w.say("since", v.Repealed)
	}
	if next := v.SucceededBy; !next.IsZero() {
		text += "; " + w.say("succeeded", neutralise(t.documentTitle(next)))
	}
	out := namedEdition{Edition: Edition{Text: oneLine(text), Title: title, InForce: v.Status == codes.Active, Ref: ref, Hosted: t.inScope(ref.String())}}
	for _, doc := range []codes.VersionRef{ref, v.SucceededBy} {
		if out.block = t.firstBlock(doc); out.block != nil {
			break
		}
	}
	return out
}

// firstBlock is the block to cite an edition by: one that was found, else the first of
// its text; nil where it is not searched.
func (t *turn) firstBlock(ref codes.VersionRef) *retrieval.Block {
	if !t.inScope(ref.String()) {
		return nil
	}
	for _, p := range t.issued {
		if p.document == nil && p.block.Doc == ref.String() {
			return p.block
		}
	}
	v, err := t.look().catalog.Version(ref)
	if err != nil {
		return nil
	}
	for _, s := range v.Sections {
		if list := t.agent.texts.Section(ref.String(), s.Slug); len(list) > 0 {
			return list[0]
		}
	}
	return nil
}

// codeName is an edition that a question names.
type codeName struct {
	code    *codes.Code
	version *codes.Version
	share   float64 // of its short title
	exact   bool
}

// leastNamed is how much of a short title a question has to have.
const leastNamed = 0.8

// codeNames finds the editions a question names: by a number or a sign of their title,
// which names one edition, else by the words of the short title, which name the one in
// force.
func (t *turn) codeNames(question string) []codeName {
	all := t.look().catalog.All()
	signs, words := signsIn(question), termSet(question)
	for _, w := range retrieval.Words(question, "") {
		for _, s := range retrieval.Synonyms(w.Text) {
			if len(s) == 1 {
				words[s[0]] = true
			}
		}
	}
	in := map[string]int{} // how many short titles a term stands in
	for _, c := range all {
		for term := range termSet(c.ShortTitle) {
			in[term]++
		}
	}
	var out []codeName
	for _, c := range all {
		if len(c.Versions) == 0 {
			continue
		}
		signed := ofYear(question, signedBy(signs, c))
		for _, v := range signed {
			out = append(out, codeName{c, v, 1, true})
		}
		bySign := len(signed) > 0
		if share := shareOf(termSet(c.ShortTitle), words, in, len(all)); !bySign && (share >= leastNamed || signIn(signs, c.ShortTitle)) {
			out = append(out, codeName{c, t.currentOf(c), share, signIn(signs, c.ShortTitle)})
		}
	}
	slices.SortStableFunc(out, func(a, b codeName) int { return cmp.Or(cmp.Compare(b.share, a.share)) })
	return out
}

// signedBy are the editions of a code whose title has one of the signs.
func signedBy(signs []string, c *codes.Code) []*codes.Version {
	var out []*codes.Version
	for i := range c.Versions {
		if v := &c.Versions[i]; len(signs) > 0 && signIn(signs, v.Title) {
			out = append(out, v)
		}
	}
	return out
}

// yearForm is a year as a question may name an edition by it.
var yearForm = lazyregexp.New(`\b(?:19|20)[0-9]{2}\b`)

// ofYear are the editions of a year that the question names, or all where it names none of
// theirs: "the 2013 edition of DB-HE".
func ofYear(question string, list []*codes.Version) []*codes.Version {
	years := yearForm.FindAllString(question, -1)
	of := slices.DeleteFunc(slices.Clone(list), func(v *codes.Version) bool {
		return !slices.ContainsFunc(years, func(year string) bool { return strings.Contains(v.Slug+" "+v.Title, year) })
	})
	if len(of) == 0 {
		return list
	}
	return of
}

// currentOf is the edition of a code that applies in the project, else its first.
func (t *turn) currentOf(c *codes.Code) *codes.Version {
	for _, s := range slices.Concat(t.asked.Project.Selected, t.asked.Project.Unselected) {
		if i := slices.IndexFunc(c.Versions, func(v codes.Version) bool { return s.Slug == c.Slug && v.Slug == s.Version }); i >= 0 {
			return &c.Versions[i]
		}
	}
	return &c.Versions[0]
}

// termSet collects the terms of a text in the languages the program brings along: a
// question and a title may be in different ones.
func termSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, tag := range builtIn {
		for _, w := range retrieval.Words(text, tag) {
			for _, term := range w.Terms {
				set[term] = true
			}
		}
	}
	return set
}

// shareOf is how much of a title's words a question has, the rarer the more.
func shareOf(title, words map[string]bool, in map[string]int, of int) float64 {
	total, have := 0.0, 0.0
	for term := range title {
		weight := math.Log(1 + float64(of)/float64(in[term]))
		total += weight
		if words[term] {
			have += weight
		}
	}
	if total == 0 {
		return 0
	}
	return have / total
}

// signShape is what names one regulation and nothing else: a number with its year, or
// capitals with what hangs on them.
var signShape = lazyregexp.New(`\b(?:\p{Lu}{2,}(?:[-/]\p{Lu}*\d*)*/?)?\d{1,5}/\d{2,4}(?:/\p{Lu}+)?\b|\b\p{Lu}{2,}(?:-[\p{Lu}\d]+)+\b|\b\p{Lu}{3,}\b`)

// yearShape is the number and year of a regulation.
var yearShape = lazyregexp.New(`\b\d{1,5}/\d{2,4}\b`)

// signsIn lists the signs of a text, folded.
func signsIn(text string) []string {
	found := signShape.FindAllString(text, -1)
	out := make([]string, 0, len(found))
	for _, s := range found {
		out = append(out, retrieval.Fold(s))
	}
	return append(out, yearShape.FindAllString(text, -1)...)
}

// signIn reports whether a title has one of the signs.
func signIn(signs []string, title string) bool {
	own := signsIn(title)
	return slices.ContainsFunc(signs, func(s string) bool { return slices.Contains(own, s) })
}
