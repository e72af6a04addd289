package note

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// From where on an answer is given, and from where on it is sure.
const (
	leastList     = 0.30
	likelyList    = 0.50
	leastPossible = 0.40
	leastBare     = 0.50 // where rules know nothing of it, and only words can tell
	sureList      = 0.80
	surePassage   = 0.75
	mostPossible  = 3 // passages of an answer that is not sure
	mostBeside    = 1 // of them beside a likely list
)

// write drafts the answer, or the part that is to be shown.
func (a *answer) write(w Weights, show Part) (draft string, form ask.Form) {
	a.listed = w.Confidence(ListPart, a.listFeatures())
	if show != "" {
		return a.writePart(show)
	}
	if !a.telling() {
		return a.notFound(nil), ask.FormNotFound
	}
	if text := a.writeEditions(); text != "" {
		return text, ask.FormAnswer
	}
	if a.foreign() != "" {
		return a.notFound(nil), ask.FormNotFound
	}
	sure, documents, data := a.sureness(w), a.writeDocuments(), a.writeData()
	switch {
	case sure.nothing && data != "":
		return a.join(data, documents), ask.FormAnswer
	case sure.nothing && documents != "":
		return documents, ask.FormPossible
	case sure.nothing:
		return a.notFound(a.ranked()), ask.FormNotFound
	}
	text, form := a.writeLikeliest(sure)
	return a.join(data, text, a.zoneNote(), documents), form
}

// writePart drafts one part, whatever is likely.
func (a *answer) writePart(show Part) (draft string, form ask.Form) {
	switch show {
	case ListPart:
		return a.listOr(a.writeList()), ask.FormAnswer
	case PassagePart:
		return a.listOr(a.writeGroups(1)), ask.FormAnswer
	case AnyPart:
	}
	return a.listOr(a.writeGroups(mostPossible)), ask.FormPossible
}

// sureness is how sure the parts of an answer are.
type sureness struct {
	list, passage float64
	beside        float64 // of a list that answers something else, that its passage is near
	nothing       bool    // the texts do not answer
}

// sureness judges the parts. The texts answer where a list is likely to, whatever the
// passages are like, and nothing does of a regulation whose text is not here, but whether it
// is in force and what it is about. What settles nothing is no answer to yes or no; and where
// rules know nothing of it, nothing says that the passage is the right one.
func (a *answer) sureness(w Weights) sureness {
	s := sureness{list: a.listed, passage: w.Confidence(PassagePart, a.passageFeatures())}
	least := leastPossible
	if a.required == nil {
		least, s.passage = leastBare, 0
	}
	s.nothing = w.Confidence(AnyPart, a.anyFeatures()) < least && s.list < likelyList || a.textless() != "" && !a.status && !a.scope
	if a.yesNo && a.settled() == "" && a.open() == "" {
		s.list, s.passage = 0, 0
	}
	switch {
	case a.asksElse():
		s.list, s.beside = 0, s.list
	case a.oneCase():
		s.list = 0
	}
	return s
}

// asksElse reports whether no list answers the question: a limit tells nobody who, where,
// why, what that is or which regulation, but that one applies.
func (a *answer) asksElse() bool {
	return a.other || a.meaning || a.status || a.scope && (a.required == nil || !a.required.Scope)
}

// oneCase reports whether cases are to be compared and rules know but one.
func (a *answer) oneCase() bool { return a.compares && a.required != nil && len(a.rows()) < 2 }

// writeLikeliest shows the likeliest part, alone where it is sure; a list that settles the
// question needs nothing beside it.
func (a *answer) writeLikeliest(sure sureness) (text string, form ask.Form) {
	switch {
	case sure.list >= sureList, sure.list >= likelyList && a.settled() != "":
		return a.writeList(), ask.FormAnswer
	case sure.passage >= surePassage && sure.list < likelyList:
		return a.writeGroups(1), ask.FormAnswer
	}
	return a.writePossible(sure.list, sure.beside), ask.FormPossible
}

// writePossible shows what may answer: the likeliest, that it is not sure, and what else
// there is. Where a list answers nothing, the passage may that it would stand on.
func (a *answer) writePossible(list, beside float64) string {
	var first string
	most := mostPossible - 1
	switch {
	case list >= likelyList:
		first, most = a.writeList(), mostBeside
	case list >= leastList:
		first = a.writeList()
	case beside >= leastList:
		first = a.writeOwn(a.passageOf(a.rows()[0].Handle))
	default:
		first = a.writeGroups(1)
	}
	if more := a.writeGroups(most); more != "" {
		return a.join(first, a.words.say("possible"), more)
	}
	return a.join(a.words.say("unsure"), first)
}

// listOr is a text, or that nothing was found.
func (a *answer) listOr(text string) string {
	if text == "" {
		return a.notFound(nil)
	}
	return text
}

func (a *answer) join(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(p string) bool { return strings.TrimSpace(p) == "" })
	return strings.Join(parts, "\n\n")
}

// writeGroups quotes the likeliest passages that do not stand in the answer yet, each
// with what stands around it.
func (a *answer) writeGroups(most int) string {
	var groups []string
	for _, c := range a.ranked() {
		if len(groups) == most {
			break
		}
		if a.shown[c.Handle] {
			continue
		}
		if text := a.writeGroup(c.Passage); text != "" {
			groups = append(groups, text)
		}
	}
	return strings.Join(groups, "\n")
}

// writeGroup quotes a passage with what stands around it.
func (a *answer) writeGroup(p *ask.Passage) string {
	var items []string
	for _, each := range a.stretch(p) {
		if text := a.quote(each, len(items) == 0); text != "" {
			items = append(items, text)
		}
	}
	return strings.Join(items, "\n")
}

// notFound says that nothing was found, and what is nearest, without a marker.
func (a *answer) notFound(ranked []*candidate) string {
	text := a.words.say("not_found")
	if where := a.foreign(); where != "" {
		return text + " " + a.words.say("foreign", where)
	}
	if known := a.textless(); known != "" {
		return text + " " + a.words.say("textless", known)
	}
	if len(ranked) > 0 && ranked[0].share > 0 {
		text += " " + a.words.say("nearest", strings.TrimRight(heading(ranked[0].Passage), "."))
	}
	return text
}

// leastDocument is how much of the question a passage of the project's documents has to
// have.
const leastDocument = 0.7

// writeDocuments quotes what the project's own documents state; "" where they have
// little of the question.
func (a *answer) writeDocuments() string {
	var best *candidate
	for _, c := range a.private {
		if c.ownShare >= leastDocument && (best == nil || c.ownShare > best.ownShare) {
			best = c
		}
	}
	if best == nil {
		return ""
	}
	return a.words.say("documents") + "\n\n" + a.quote(best.Passage, true)
}
