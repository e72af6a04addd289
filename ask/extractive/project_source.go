package extractive

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/projects"
)

//go:embed projectsources.txt
var projectSourcesTXT string

// source is whom a question asks.
type source uint8

const (
	anySource   source = iota
	ofDocuments        // what an uploaded document says
	ofData             // memory, calculations, the place
)

// sourcePhrase is a way to say whom a question asks.
type sourcePhrase struct {
	source source
	cue    *regexp.Regexp
}

// sourcePhrases reads the table; but matches what is no such phrase.
var sourcePhrases = sync.OnceValues(func() (list []sourcePhrase, but []*regexp.Regexp) {
	kinds := map[string]source{"documents": ofDocuments, "data": ofData}
	for line := range strings.Lines(projectSourcesTXT) {
		kind, text, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		if kind == "but" {
			but = append(but, regexp.MustCompile(`\b`+text))
			continue
		}
		list = append(list, sourcePhrase{kinds[kind], regexp.MustCompile(`(?:^|[^\p{L}])(` + text + `)(?:[^\p{L}'’]|$)`)})
	}
	return list, but
})

// readSource takes from a question the words that say whom it asks: "según la
// memoria", "according to the project's data". The question stays as it is where
// nothing but these words is asked, or where the project has no document.
func readSource(q ask.Question) (ask.Question, source, string) {
	if q.Project == nil {
		return q, anySource, ""
	}
	if rest, name := withoutFileName(q); name != "" {
		q.Text = rest
		return q, ofDocuments, name
	}
	plainly, at := foldedWithOffsets(q.Text)
	list, but := sourcePhrases()
	for _, phrase := range list {
		m := phrase.cue.FindStringSubmatchIndex(plainly)
		if m == nil || phrase.source == ofDocuments && len(q.Project.Documents) == 0 || matchesAt(but, plainly, m[2]) {
			continue
		}
		rest := q.Text[:at[m[2]]] + " " + q.Text[at[m[3]]:]
		if !strings.ContainsFunc(rest, unicode.IsLetter) {
			return q, anySource, ""
		}
		q.Text = strings.Trim(strings.Join(strings.Fields(rest), " "), " ,;:")
		return q, phrase.source, ""
	}
	return q, anySource, ""
}

// matchesAt reports whether one of the expressions matches within the phrase that
// begins at an offset.
func matchesAt(list []*regexp.Regexp, text string, from int) bool {
	for _, cue := range list {
		if m := cue.FindStringIndex(text[from:]); m != nil && m[0] < longestSource {
			return true
		}
	}
	return false
}

// longestSource is how far into a phrase its noun may stand, in bytes.
const longestSource = 40

// foldedWithOffsets writes a text in small letters and without accents, with the
// offset in the text of each byte, and of the end.
func foldedWithOffsets(text string) (folded string, at []int) {
	var b strings.Builder
	for i, r := range text {
		part := accents.Replace(strings.ToLower(string(r)))
		for range len(part) {
			at = append(at, i)
		}
		b.WriteString(part)
	}
	return b.String(), append(at, len(text))
}

var accents = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u")

// withoutFileName takes the name of an uploaded file from a question: "según
// notas.txt", "in survey.pdf". name is "" where it has none.
func withoutFileName(q ask.Question) (rest, name string) {
	for _, d := range q.Project.Documents {
		if !strings.Contains(d.Name, ".") {
			continue
		}
		cue := regexp.MustCompile(`(?i)(?:(?:seg[uú]n|en|de|del|according to|in|from|does|dice) )?(?:(?:el|la|the) )?(?:(?:documento|archivo|fichero|document|file) )?["«“]?` + regexp.QuoteMeta(d.Name) + `["»”]?(?:,| say about| sobre)?`)
		if m := cue.FindStringIndex(q.Text); m != nil {
			return strings.Join(strings.Fields(q.Text[:m[0]]+" "+q.Text[m[1]:]), " "), d.Name
		}
	}
	return q.Text, ""
}

// documentNames are the documents of a project, as they may stand within a
// sentence.
func documentNames(p *projects.Info) []string {
	return namesOf(p.Documents, func(d projects.Document) string {
		return "«" + inline(strings.Join(strings.Fields(d.Name), " ")) + "»"
	})
}
