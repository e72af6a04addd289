package openaitest

import "strings"

// WithTools reports whether tools were offered.
func WithTools(c *Chat) bool { return len(c.Tools) > 0 }

// Found reports whether a passage was shown.
func Found(c *Chat) bool { return len(c.Passages()) > 0 }

// Reads plans what a model does that keeps to what it is told: it searches for the
// question's words, and once passages are there it repeats the first sentence that
// holds enough of the question's words, citing its passage. It says that the
// sources do not say where there is none.
func Reads() Step {
	return func(r *Request) Reply {
		c := &r.Chat
		question := c.Question()
		if len(c.Tools) > 0 && !searched(c) && strings.TrimSpace(question) != "" {
			return Searches(question)(r)
		}
		return Says(quoting(c, question))(r)
	}
}

func searched(c *Chat) bool {
	for _, m := range c.Messages {
		if m.Role == "tool" {
			return true
		}
	}
	return false
}

// quoting repeats the sentence that is most about the question.
func quoting(c *Chat, question string) string {
	words := longWords(question)
	best, most := "No consta en las fuentes consultadas.", len(words)/3
	for _, p := range c.Passages() {
		for _, sentence := range strings.Split(p.Text, "\n") {
			n := 0
			for w := range longWords(sentence) {
				if words[w] {
					n++
				}
			}
			if strings.Contains(sentence, ": ") || n <= most {
				continue // headings of a passage are no sentences
			}
			sentence = strings.TrimRight(strings.TrimSpace(sentence), ".")
			best, most = sentence+" [["+p.Handle+"]].", n
		}
	}
	return best
}

// longWords are the first letters of the words of a text that are not short, so
// that forms of one word are one.
func longWords(text string) map[string]bool {
	const short, stem = 4, 5
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" \t\n.,;:¿?¡!()", r) }) {
		if letters := []rune(w); len(letters) > short {
			words[string(letters[:min(stem, len(letters))])] = true
		}
	}
	return words
}
