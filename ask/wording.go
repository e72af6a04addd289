package ask

import (
	"fmt"
	"slices"
	"sync"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo/langfile"
)

// wording is what the agent itself says, in one language, by key. It speaks only of the
// search, never of what a regulation demands.
type wording map[string]string

// wordings are those of the languages the package brings along, by tag.
var wordings = sync.OnceValue(func() map[string]wording {
	list := map[string]wording{}
	for _, tag := range builtIn {
		list[tag] = langfile.Texts(languageFiles, "language/"+tag+"/"+langfile.MessagesFile, messagesPart)
	}
	return list
})

// say fills in the text of a key.
func (w wording) say(key string, args ...any) string {
	if len(args) == 0 {
		return w[key]
	}
	return fmt.Sprintf(w[key], args...)
}

// unanswered is the honest answer when nothing that was drafted could stay, with what was
// found nearest, without a marker.
func (t *turn) unanswered() string {
	const most = 6
	titles, seen := "", map[string]bool{}
	for _, c := range t.question.Project.Selected {
		if !Searchable(c) || seen[c.Title] {
			continue
		}
		if seen[c.Title] = true; len(seen) > most {
			titles += ", …"
			break
		}
		if titles != "" {
			titles += ", "
		}
		titles += neutralise(c.Title)
	}
	if titles == "" {
		titles = t.words.say("no_texts")
	}
	text := t.words.say("no_answer", t.searches, titles)
	if i := slices.IndexFunc(t.issued, func(p *passage) bool { return p.document == nil && p.status == codes.Active }); i >= 0 {
		text += " " + t.words.say("near", neutralise(t.issued[i].title))
	}
	return text
}
