package askeval

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed phrases.txt
var phrases string

// lexicon is what phrases mean, each with a space around and folded.
type lexicon struct{ abstain, depends, free []string }

var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{}
	for line := range strings.Lines(phrases) {
		kind, phrase, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(kind, "#") {
			continue
		}
		phrase = plain(phrase)
		switch kind {
		case "abstain":
			l.abstain = append(l.abstain, phrase)
		case "depends":
			l.depends = append(l.depends, phrase)
			continue
		}
		l.free = append(l.free, phrase)
	}
	return l
})
