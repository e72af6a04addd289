package legal

import (
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// A heading that runs into its text: "Article 1. Purpose. This law ..." in one
// paragraph. The title is short, and the text of some words.
const (
	longestRunIn  = 10 // words of such a title
	shortestRunIn = 3  // words of such a text
)

// runIn parts an article's heading from the text in its paragraph: where emphasis
// ends, or behind the first of several sentences where no text stands below.
func (w *writer) runIn(h *Heading, e *Element) {
	if !h.IsArticle() {
		return
	}
	if e.Lead >= len(h.Label) && e.Lead < len(e.Text) && h.emphasised(e) {
		return
	}
	if h.Body != "" || !w.bare(e) {
		return
	}
	if title, body, ok := firstSentence(h.Title); ok {
		h.Title, h.Body = title, body
		h.Text = strings.TrimSpace(strings.TrimSuffix(h.Text, body))
	}
}

// emphasised parts a heading where the emphasis of its paragraph ends. Where this
// is behind the number, a short sentence that more text follows is its title.
func (h *Heading) emphasised(e *Element) bool {
	const separators = " .:–—-\u00a0\n"
	lead, body := strings.TrimSpace(e.Text[:e.Lead]), strings.TrimLeft(e.Text[e.Lead:], separators)
	if words(body) < shortestRunIn || !startsUpper(body) || words(lead) > 30 {
		return false
	}
	title := strings.Trim(e.Text[min(len(h.Label), e.Lead):e.Lead], separators)
	if title == "" {
		if first, rest, ok := firstSentence(body); ok {
			title, body = first, rest
			lead += " " + first
		}
	}
	h.Title, h.Body, h.Text = title, body, lead
	return true
}

// firstSentence parts a title from the sentences behind it.
func firstSentence(text string) (title, body string, ok bool) {
	title, body, ok = strings.Cut(text, ". ")
	body = strings.TrimSpace(body)
	if !ok || words(title) > longestRunIn || words(body) < shortestRunIn || !startsUpper(body) || utf8.RuneCountInString(title) < 4 {
		return text, "", false
	}
	return title + ".", body, true
}

// refsOf returns the references of an element that stand within a part of its
// text; nil, to look for them, where the element has none or not that part.
func refsOf(e *Element, part string) []retrieval.Ref {
	at := strings.LastIndex(e.Text, part)
	if e.Refs == nil || at < 0 {
		return nil
	}
	within := []retrieval.Ref{}
	for _, r := range moved(e.Refs, -at) {
		if r.Start >= 0 && r.End <= len(part) {
			within = append(within, r)
		}
	}
	return within
}
