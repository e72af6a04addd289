package crossref

import (
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

var (
	numberedTitle = lazyregexp.New(`^(\d{1,3}(?:\.\d{1,3})*)\.?(?:[ \x{a0}]|$)`)
	letteredTitle = lazyregexp.New(`^([A-Z]{1,4}(?:[- ][A-Z]{1,4}){0,2}[- ]?\d{1,3})(?:[ .:\x{a0}]|$)`)
	numberedText  = lazyregexp.New(`^(\d{1,3}(?:\.\d{1,3})*)[.)]?[ \x{a0}]`)
	letteredText  = lazyregexp.New(`^([a-zñ])\)[ \x{a0}]`)
)

// HeadingPart returns the part a section's title names, "art-14" for "Artículo
// 14. Rampas", "ap-3.2" for "3.2 Barandillas"; "" when it names none.
func HeadingPart(title, lang string) string {
	s := &scanner{text: title, words: vocabulary().of(lang)}
	if w, ok := nextWord(title, 0); ok && w.start == 0 {
		if kind, end := s.announced(w); kind != "" {
			if l, to := s.label(kind, skipNumberSign(title, end)); to > 0 {
				return canonical(l.parts)
			}
		}
	}
	if m := letteredTitle.FindStringSubmatch(ahead(title, 0)); m != nil {
		return "sec-" + slug(m[1])
	}
	if m := numberedTitle.FindStringSubmatch(ahead(title, 0)); m != nil {
		return "ap-" + m[1]
	}
	return ""
}

// blockPart returns the part a block is: a numbered paragraph, a lettered item,
// a table with a numbered caption.
func blockPart(b *retrieval.Block) string {
	if b.Table != nil {
		if part := HeadingPart(b.Table.Caption, b.Lang); kindOf(part) == "tab" {
			return part
		}
		return ""
	}
	if m := numberedText.FindStringSubmatch(ahead(b.Text, 0)); m != nil {
		return "ap-" + m[1]
	}
	if m := letteredText.FindStringSubmatch(ahead(b.Text, 0)); m != nil {
		return "let-" + m[1]
	}
	return ""
}
