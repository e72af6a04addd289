package openaimodel

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed tags.tsv
var tagTable string

// tag is one way in which models mark a part of what they write.
type tag struct {
	kind, open, close string
}

var tags = sync.OnceValue(func() (list []tag) {
	for line := range strings.Lines(tagTable) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(fields[0], "#") || len(fields) < 2 {
			continue
		}
		t := tag{kind: fields[0], open: fields[1]}
		if len(fields) > 2 && fields[2] != "end" {
			t.close = fields[2]
		}
		list = append(list, t)
	}
	return list
})

// withoutThoughts returns what a model says, without what it thought aloud and
// without the control words of its format. A thought that is not closed takes the
// rest with it; one that is not opened, all before.
func withoutThoughts(text string) string {
	for _, t := range tags() {
		switch t.kind {
		case "thought":
			text = withoutThought(text, t)
		case "token":
			text = strings.ReplaceAll(text, t.open, "")
		}
	}
	return strings.TrimSpace(text)
}

func withoutThought(text string, t tag) string {
	var b strings.Builder
	for {
		start := strings.Index(text, t.open)
		end := strings.Index(text, t.close)
		if t.close != "<|end|>" && end >= 0 && (start < 0 || end < start) {
			b.Reset() // it was opened in the prompt, so all before is thought
			text = text[end+len(t.close):]
			continue
		}
		if start < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:start])
		inside := text[start+len(t.open):]
		end = strings.Index(inside, t.close)
		if end < 0 {
			return b.String()
		}
		text = inside[end+len(t.close):]
	}
}
