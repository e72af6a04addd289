package verify

import "strings"

// Schedules of models write circumstances in pairs: "rociadores: no", "exits = 2",
// "ascensor (no)", each in a clause of its own. A pair is read as the words it stands
// for: "sin rociadores", "2 exits".

// paired returns text with its pairs in words.
func (v *rulebook) paired(text string) string {
	if !strings.ContainsAny(text, ":=(") {
		return text
	}
	var out strings.Builder
	begin := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && !v.endsPair(text, i) {
			continue
		}
		part := text[begin:i]
		if i < len(text) && text[i] == '(' {
			if end := strings.IndexByte(text[i:], ')'); end > 0 {
				if said, ok := v.answered(part, text[i+1:i+end]); ok {
					out.WriteString(said)
					i += end
					begin = i + 1
					continue
				}
			}
		}
		out.WriteString(v.pair(part))
		if i < len(text) {
			out.WriteByte(text[i])
		}
		begin = i + 1
	}
	return out.String()
}

// endsPair reports whether the sign at text[i] ends what may be a pair.
func (v *rulebook) endsPair(text string, i int) bool {
	switch text[i] {
	case ';', '\n', '(', ')', '[', ']', '|':
		return true
	case ',', '.':
		return i+1 == len(text) || text[i+1] == ' '
	}
	return false
}

// pair returns one pair in words; what is none as it is.
func (v *rulebook) pair(text string) string {
	at := strings.IndexAny(text, ":=")
	if at <= 0 || at+1 >= len(text) || strings.ContainsAny(text[at-1:at], "<>≤≥") {
		return text
	}
	key, value := text[:at], text[at+1:]
	if strings.TrimSpace(value) == "" || strings.ContainsAny(value, ":=<>") {
		return text
	}
	if said, ok := v.answered(key, value); ok {
		return said
	}
	for _, wording := range []string{key + " " + value, value + " " + key} {
		if v.statesNumber(wording) {
			return wording
		}
	}
	return key + " " + value
}

// answered returns what yes or no says of a circumstance; ok is false for another value.
func (v *rulebook) answered(key, value string) (said string, ok bool) {
	yes, ok := v.tongues.answers[fold(strings.TrimSpace(value))]
	blank := key[:len(key)-len(strings.TrimLeft(key, " "))]
	name := strings.TrimSpace(key)
	if !ok || name == "" || !v.names(name) {
		return "", false
	}
	if yes {
		return blank + v.tongues.having + " " + name, true
	}
	return blank + v.tongues.lacking + " " + name, true
}

// names reports whether a text ends with the name of a circumstance that is or is not,
// or of a thing.
func (v *rulebook) names(text string) bool {
	words := v.wordsOf(text, "")
	for _, h := range v.lexicon.scan(phrase{tongues: v.tongues, words: words}) {
		if h.end == len(words) && h.value == nil && (h.is(elementSense) || !h.hints() && !h.is(contextSense)) {
			return true
		}
	}
	return false
}

// statesNumber reports whether a text as a whole states a circumstance by a number.
func (v *rulebook) statesNumber(text string) bool {
	words := v.wordsOf(text, "")
	for _, h := range v.lexicon.scan(phrase{tongues: v.tongues, words: words}) {
		for k := h.start; k < h.end; k++ {
			if words[k].number != nil && h.senses[0].kind == factSense && h.end-h.start == len(words) {
				return true
			}
		}
	}
	return false
}
