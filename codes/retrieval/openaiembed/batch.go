package openaiembed

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// input is a text ready to be sent.
type input struct {
	at    int // where its vector belongs; -1 for nowhere
	text  string
	chars int
}

// prepare returns the texts that have anything to embed.
func (e *Embedder) prepare(texts []string, purpose retrieval.Purpose) []input {
	prefix := e.opts.PassagePrefix
	if purpose == retrieval.ForQuery {
		prefix = e.opts.QueryPrefix
	}
	list := make([]input, 0, len(texts))
	for i, text := range texts {
		text = clean(text, e.opts.MaxChars)
		if text == "" {
			continue
		}
		text = prefix + text
		list = append(list, input{at: i, text: text, chars: utf8.RuneCountInString(text)})
	}
	return list
}

// clean returns at most limit code points of text, without what JSON or a
// tokenizer may choke on: zero bytes, broken UTF-8, white space at the ends. A
// text without a letter, digit or sign left is "".
func clean(text string, limit int) string {
	const longest = utf8.UTFMax
	text = text[:min(len(text), longest*limit)] // the rest is cut off anyway
	text = strings.ReplaceAll(strings.ToValidUTF8(text, " "), "\x00", " ")
	text = strings.TrimSpace(text)
	text = truncate(text, limit)
	if strings.IndexFunc(text, unicode.IsGraphic) < 0 {
		return ""
	}
	return text
}

// truncate cuts text to limit code points, at the end of a word where one ends in
// the last fifth.
func truncate(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	end := 0
	for range limit {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	text = text[:end]
	if word := strings.LastIndexFunc(text, unicode.IsSpace); word > len(text)*4/5 {
		text = text[:word]
	}
	return strings.TrimSpace(text)
}

// batchesOf splits list into runs of at most so many texts and code points; a
// longer text stands alone.
func batchesOf(list []input, texts, chars int) [][]input {
	var batches [][]input
	from, sum := 0, 0
	for i, in := range list {
		if i > from && (i-from >= texts || sum+in.chars > chars) {
			batches = append(batches, list[from:i])
			from, sum = i, 0
		}
		sum += in.chars
	}
	if from < len(list) {
		batches = append(batches, list[from:])
	}
	return batches
}
