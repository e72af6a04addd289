package verify

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// Schedules of models write circumstances in pairs: "rociadores: no", "exits = 2",
// "ascensor (no)", each in a clause of its own. One whose key is the label or the id of a
// circumstance states it. Any other is read as the words it stands for: "sin rociadores",
// "2 exits".

// pairing is what a pair states of a circumstance.
type pairing struct {
	fact  *fact
	said  knowledge
	value string // as written
}

// paired returns text with its pairs in words, and what those said that have none.
func (v *rulebook) paired(text string) (string, []pairing) {
	if !strings.ContainsAny(text, ":=(") {
		return text, nil
	}
	var said []pairing
	var out strings.Builder
	begin := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && !v.endsPair(text, i) {
			continue
		}
		part := text[begin:i]
		if i < len(text) && text[i] == '(' {
			if end := strings.IndexByte(text[i:], ')'); end > 0 {
				if words, ok := v.answered(part, text[i+1:i+end]); ok {
					out.WriteString(words)
					i += end
					begin = i + 1
					continue
				}
			}
		}
		var stated []pairing
		if i == len(text) || !strings.ContainsRune("([", rune(text[i])) { // "sprinklers: yes (phase 2)"
			stated = v.labelled(part)
		}
		said = append(said, stated...)
		out.WriteString(v.pair(part, len(stated) > 0))
		if i < len(text) {
			out.WriteByte(text[i])
		}
		begin = i + 1
	}
	return out.String(), said
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

// cutPair takes a pair apart; ok is false for a text that is none.
func cutPair(text string) (key, value string, ok bool) {
	at := strings.IndexAny(text, ":=")
	if at <= 0 || at+1 >= len(text) || strings.ContainsAny(text[at-1:at], "<>≤≥") {
		return "", "", false
	}
	key, value = text[:at], text[at+1:]
	if unicode.IsDigit(rune(text[at-1])) && unicode.IsDigit(rune(text[at+1])) { // "1:50"
		return "", "", false
	}
	return key, value, strings.TrimSpace(value) != "" && !strings.ContainsAny(value, ":=<>")
}

// pair returns one pair in words; what is none as it is. One that says nothing of any
// circumstance ("material: madera") is left out, and so is one whose label says it all.
func (v *rulebook) pair(text string, labelled bool) string {
	key, value, ok := cutPair(text)
	if !ok {
		return text
	}
	if said, ok := v.answered(key, value); ok && (!labelled || v.names(key)) {
		return said
	}
	for _, wording := range []string{key + " " + value, value + " " + key} {
		if v.statesNumber(wording) {
			return wording
		}
	}
	if labelled || v.tongues.Key(key) == "attributes" && v.saysNothing(value) {
		return ""
	}
	return key + ": " + value
}

// saysNothing reports whether a text states no circumstance.
func (v *rulebook) saysNothing(text string) bool {
	return !slices.ContainsFunc(v.lexicon.Scan(v.wordsOf(text, "")), func(h understand.Hit) bool {
		return slices.ContainsFunc(h.Senses, isFact)
	})
}

// labelled returns what a pair says whose key is the label or the id of a circumstance;
// nothing where it is none of its values.
func (v *rulebook) labelled(text string) []pairing {
	key, value, ok := cutPair(text)
	if !ok {
		return nil
	}
	value = strings.TrimSpace(value)
	var out []pairing
	for _, index := range v.keys[v.keyOf(key)] {
		f := v.facts[index]
		if said := f.valued(v, value); !said.unknown() {
			out = append(out, pairing{f, said, strings.TrimSpace(text)})
		}
	}
	return out
}

// valued returns what a value as people write it says of f; nothing where it says none.
func (f *fact) valued(v *rulebook, text string) knowledge {
	given := readValue(f.Kind, text)
	switch f.Kind {
	case rules.BooleanFact:
		if yes, ok := v.tongues.Answer(text); ok {
			given = BooleanValue(yes)
		}
	case rules.CategoryFact:
		key := v.keyOf(text)
		for _, each := range f.Values {
			is := func(wording string) bool { return v.keyOf(wording) == key }
			for _, lang := range v.tongues.Codes() {
				if is(each.Label[lang]) || slices.ContainsFunc(each.Says[lang], is) {
					given = TextValue(each.ID)
				}
			}
		}
	case rules.TextFact:
		if !slices.Contains(f.data, text) {
			return knowledge{}
		}
	case rules.QuantityFact:
	}
	said, reason := f.take(given, v.lang)
	if reason != "" {
		return knowledge{}
	}
	said.origin = byText
	return said
}

// addKeys makes the labels and the id of a circumstance keys of schedules. What a
// building is used for stands in words, which say more than one thing.
func (v *rulebook) addKeys(f *fact) {
	if f.Tells == rules.TellsUse {
		return
	}
	for _, name := range append(slices.Collect(maps.Values(f.Label)), strings.ReplaceAll(f.ID, "_", " ")) {
		if key := v.keyOf(name); key != "" && !slices.Contains(v.keys[key], f.index) {
			v.keys[key] = append(v.keys[key], f.index)
		}
	}
}

// keyOf returns the stems of the words of a text.
func (v *rulebook) keyOf(text string) string {
	words := v.wordsOf(text, "")
	stems := make([]string, len(words))
	for i := range words {
		stems[i] = words[i].Stem
	}
	return strings.Join(stems, " ")
}

// answered returns what yes or no says of a circumstance; ok is false for another value,
// and where 1 or 0 counts. None of what is or is not is no: "una planta = 0".
func (v *rulebook) answered(key, value string) (said string, ok bool) {
	yes, ok := v.tongues.Answer(value)
	blank := key[:len(key)-len(strings.TrimLeft(key, " "))]
	before, name := v.nameAtEnd(key)
	if !ok || name == "" {
		return "", false
	}
	number := strings.Trim(value, " 01") == "" && (v.statesNumber(name+" "+value) || v.statesNumber(value+" "+name))
	if number && yes {
		return "", false
	}
	return blank + before + v.tongues.With(name, yes), true
}

// maxName is the most words of a name that a key ends with.
const maxName = 24

// nameAtEnd parts a key before the longest name it ends with: "pasillo - ascensor". The name
// is empty where it ends with none.
func (v *rulebook) nameAtEnd(key string) (before, name string) {
	words := strings.Fields(key)
	for i := max(0, len(words)-maxName); i < len(words); i++ {
		if name = strings.Join(words[i:], " "); v.names(name) {
			return strings.Join(append(words[:i:i], ""), " "), name
		}
	}
	return "", ""
}

// names reports whether a text as a whole is the name of a circumstance that is or is not, or
// of a thing.
func (v *rulebook) names(text string) bool {
	words := v.wordsOf(text, "")
	return slices.ContainsFunc(v.lexicon.Scan(words), func(h understand.Hit) bool {
		return h.Start == 0 && h.End == len(words) && h.Value == nil && (h.Is(understand.ElementSense) || !h.Hints() && !h.Is(understand.ContextSense))
	})
}

// statesNumber reports whether a text as a whole states a circumstance by a number.
func (v *rulebook) statesNumber(text string) bool {
	words := v.wordsOf(text, "")
	for _, h := range v.lexicon.Scan(words) {
		for k := h.Start; k < h.End; k++ {
			if words[k].Number != nil && h.Senses[0].Kind == understand.FactSense && h.End-h.Start == len(words) {
				return true
			}
		}
	}
	return false
}
