package ask

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// plainReader holds sentences against passages in a language that is not built in. A
// sentence stays if it quotes a statement whole; otherwise only where the language's
// files tell how it denies, allows and bounds, and every word and number of it then
// is in one statement. What cannot be told does not stay.
type plainReader struct {
	tongue *tongue
	asked  Question
	given  map[string]bool   // words of the question and of the project's data
	ties   ties              // of the drafts
	titles map[string]string // of the regulations selected, by slug

	editions map[codes.Status]string // see wording
}

// plainReaderOf returns nil for a question of a country whose language is built in.
func plainReaderOf(q Question) *plainReader {
	if !ReadsPlainly(q) {
		return nil
	}
	r := &plainReader{tongue: tongueOf(countryLanguage(q)), asked: q, given: map[string]bool{}, titles: map[string]string{}, ties: ties{}, editions: wordsFor(q).editions}
	for _, c := range q.Project.Selected {
		r.titles[c.Slug] = c.Title
	}
	for _, w := range retrieval.Words(q.Text+"\n"+projectText(q)+"\n"+wordsFor(q).others, "") {
		r.given[w.Fold] = true
	}
	return r
}

// judgePlain is judge for such a language.
func (t *turn) judgePlain(sentence string) (reason string) {
	plain := withoutMarks(sentence)
	cited := marksIn(sentence)
	if len(cited) == 0 {
		if t.form != "" || t.freePlain(plain) {
			return ""
		}
		return "it claims something and cites no passage of this turn"
	}
	for _, i := range cited {
		if reason := t.plain.misplaced(plain, t.issued[i], t.words); reason != "" {
			return reason
		}
	}
	// each passage cited has to bear the sentence out by itself
	for _, i := range cited {
		if reason := t.plain.unsupported(plain, t.issued[i]); reason != "" {
			return reason
		}
	}
	return ""
}

// misplaced says what a sentence has to tell of an edition that is not in force, or
// of a document of the project.
func (r *plainReader) misplaced(plain string, p *passage, words *wording) string {
	folded := retrieval.Fold(plain)
	says := func(kind, status string) bool {
		return r.holds(kind, folded) || status != "" && strings.Contains(folded, retrieval.Fold(status))
	}
	switch {
	case p.document != nil && !strings.Contains(folded, retrieval.Fold(p.document.name)):
		return "it does not name the document of the project it cites"
	case p.status == codes.Repealed && !says("repealed", words.editions[p.status]):
		return "it cites a repealed edition without saying so"
	case (p.status == codes.Draft || p.status == codes.InProgress) && !says("draft", words.editions[p.status]):
		return "it cites a text that is not in force yet without saying so"
	}
	return ""
}

// unsupported holds a sentence against one passage.
func (r *plainReader) unsupported(plain string, p *passage) string {
	before, quote, behind, quotes := quotedIn(plain)
	list := Statements(neutralise(p.block.Text), neutralise(p.block.Lead), changedTable(p.block.Table, neutralise))
	switch {
	case quotes && r.isWhole(quote, list, p) && r.onlyNames(before, p) && (r.onlyNames(behind, p) || r.judges(behind, quote, list)):
		return ""
	case quotes:
		return "it is no quotation of a whole statement of the passage cited"
	case r.isWhole(plain, list, p) || r.names(plain, p):
		return ""
	case !r.canTell():
		return "what is known of the language tells not whether the passage cited says that: quote it"
	}
	reason := "the passage cited does not say that"
	for i := range list {
		why := r.differs(plain, &list[i], p)
		if why == "" {
			return ""
		}
		if i == 0 {
			reason = why
		}
	}
	return reason
}

// judges reports whether what stands behind a quotation is [Against] of it, in its very
// words.
func (r *plainReader) judges(behind, quote string, list []Statement) bool {
	i := slices.IndexFunc(list, func(st Statement) bool { return evenly(st.Text) == evenly(quote) })
	if i < 0 {
		return false
	}
	verdict := evenly(Against(r.asked, list, i))
	return verdict != "" && verdict == evenly(behind)
}

// canTell reports whether the files tell how a sentence denies, allows and bounds.
func (r *plainReader) canTell() bool {
	return len(r.tongue.cues) > 0 && len(r.tongue.phrases["negative"]) > 0 && len(r.tongue.phrases["exception"]) > 0
}

// QuotationMarks are the signs that a quotation may stand between, whichever of them a
// language opens and closes with: «…», “…”, „…“, »…«.
const QuotationMarks = "«»“”„"

// quotedIn takes a sentence apart at its outermost quotation marks.
func quotedIn(s string) (before, quote, behind string, ok bool) {
	from, to := strings.IndexAny(s, QuotationMarks), strings.LastIndexAny(s, QuotationMarks)
	if from < 0 || to <= from {
		return s, "", "", false
	}
	_, open := utf8.DecodeRuneInString(s[from:])
	_, shut := utf8.DecodeRuneInString(s[to:])
	return s[:from], s[from+open : to], s[to+shut:], true
}

// isWhole reports whether text is a whole statement of a passage, or a row of its
// table with what names it.
func (r *plainReader) isWhole(text string, list []Statement, p *passage) bool {
	want := evenly(text)
	if want == "" {
		return false
	}
	for i := range list {
		if evenly(list[i].Text) == want || list[i].Over != "" && evenly(list[i].Over+" "+list[i].Text) == want {
			return true
		}
		if list[i].Row >= 0 && isRow(text, changedTable(p.block.Table, neutralise), list[i].Row) {
			return true
		}
	}
	return slices.ContainsFunc(WholeLists(list), func(l string) bool { return evenly(l) == want })
}

// isRow reports whether text tells a row of a table, its labels and some of its other
// columns, each as it is written or with its unit.
func isRow(text string, table *retrieval.Table, row int) bool {
	labels := LabelColumns(table)
	want := "; " + evenly(text) + "; "
	var told []string
	for c, cell := range table.Rows[row] {
		pair := evenly(pairAt(table, c, cell, labels).text())
		if raw := evenly(rawPair(table, c, cell).text()); strings.Contains(want, "; "+raw+"; ") {
			pair = raw
		}
		if c < labels || strings.Contains(want, "; "+pair+"; ") {
			told = append(told, pair)
		}
	}
	all := make([]string, len(table.Rows[row]))
	for c, cell := range table.Rows[row] {
		all[c] = evenly(rawPair(table, c, cell).text())
	}
	whole := strings.Join(told, "; ")
	return whole == evenly(text) || evenly(strings.Join(all, "; ")) == evenly(text)
}

// signsClose takes out the space some languages put in front of a sign.
var signsClose = strings.NewReplacer(" :", ":", " ;", ";", " !", "!", " ?", "?")

// evenly brings texts to the form they are compared in: single spaces, none in front of
// a sign, no mark of an item, no stop at the end.
func evenly(text string) string {
	text = strings.Join(strings.Fields(retrieval.Fold(text)), " ")
	return strings.Trim(signsClose.Replace(text), " .;,:")
}

// names reports whether text says where a passage stands, and nothing else.
func (r *plainReader) names(text string, p *passage) bool {
	return r.onlyNames(text, p) && slices.ContainsFunc(retrieval.Words(text, ""), func(w retrieval.Word) bool { return !r.leads(w.Fold) })
}

// onlyNames reports whether every word and number of a text is in the title of a
// passage, or claims nothing.
func (r *plainReader) onlyNames(text string, p *passage) bool {
	title := map[string]bool{}
	for _, w := range retrieval.Words(p.title+"\n"+tableCaption(p.block)+"\n"+p.block.Title+"\n"+r.editions[p.status]+"\n"+r.titles[refOf(p.block.Doc).Code], "") {
		title[w.Fold] = true
	}
	for _, w := range retrieval.Words(text, "") {
		if !title[w.Fold] && (w.Number || !r.leads(w.Fold)) {
			return false
		}
	}
	return true
}

// leads reports whether a word claims nothing: of English, which answers may be in,
// those of that language count.
func (r *plainReader) leads(fold string) bool {
	return r.tongue.stop[fold] && !r.turns(fold) || r.tongue.frame[fold]
}

// turns reports whether a word by itself denies or bounds.
func (r *plainReader) turns(fold string) bool {
	return r.holds("negative", fold) || r.holds("exception", fold) || len(r.directions(fold)) > 0
}

func (t *tongue) holds(kind, folded string) bool {
	return slices.ContainsFunc(t.phrases[kind], func(p *regexp.Regexp) bool { return p.MatchString(folded) })
}

// holds reports whether a folded text holds a phrase of a kind.
func (r *plainReader) holds(kind, folded string) bool {
	return r.tongue.holds(kind, folded)
}

// bareHeadingPlain reports whether a heading only names what follows.
func (t *turn) bareHeadingPlain(text string) bool {
	for _, w := range retrieval.Words(text, "") {
		if !t.plain.given[w.Fold] && (w.Number || !t.plain.leads(w.Fold)) {
			return false
		}
	}
	return true
}
