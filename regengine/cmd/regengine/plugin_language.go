package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
)

// Bounds of a guess at a language: of enough words, the share of those that say nothing,
// such as articles, is large in the language a text is in and small in others.
const (
	enoughWords  = 80
	readsLike    = 0.25
	readsUnlike  = 0.12
	sampleLength = 20_000 // bytes
)

// languageNotices tells of texts that read like another language than they are said to
// be in; others are the languages it may be instead.
func languageNotices(brought regengine.Data, others ...string) (list []string) {
	texts, said := map[string]*strings.Builder{}, map[string]string{}
	for i := range brought.Blocks {
		b := &brought.Blocks[i]
		if texts[b.Doc] == nil {
			texts[b.Doc], said[b.Doc] = &strings.Builder{}, b.Lang
		}
		if texts[b.Doc].Len() < sampleLength {
			texts[b.Doc].WriteString(b.Text + "\n")
		}
	}
	for _, doc := range slices.Sorted(maps.Keys(texts)) {
		if like := readsAs(texts[doc].String(), said[doc], others); like != "" {
			list = append(list, fmt.Sprintf("the text of %s is said to be in %q and reads like %q: is \"language\" right?", doc, said[doc], like))
		}
	}
	return list
}

// readsAs returns the language a text plainly is in, where it is not in lang; "" else.
func readsAs(text, lang string, others []string) string {
	if stopShare(text, lang) > readsUnlike {
		return ""
	}
	for _, other := range others {
		if other != lang && stopShare(text, other) >= readsLike {
			return other
		}
	}
	return ""
}

// stopShare is the share of words that say nothing in a language, of 0 to 1; 0 of too few
// words.
func stopShare(text, lang string) float64 {
	words := retrieval.Words(text, lang)
	if len(words) < enoughWords {
		return 0
	}
	stop := 0
	for i := range words {
		if words[i].Stop() {
			stop++
		}
	}
	return float64(stop) / float64(len(words))
}
