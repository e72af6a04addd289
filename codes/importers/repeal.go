package importers

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
)

//go:embed repeal.tsv
var repealTable string

// Notice is what a text says at its head of its own end.
type Notice struct {
	Text   string     // as it says it
	From   codes.Date // first day no longer in force; zero where it does not say
	Partly bool       // only a part is repealed
}

// maxNotice is the longest paragraph that is looked at, in characters.
const maxNotice = 1000

// FindNotice returns what the first paragraphs of a text say of its own repeal, in any
// language known: "Norma derogada, con efectos de 7 de diciembre de 2018". What repeals
// another text ("Queda derogada la Orden ...") is no such notice. title is that of the
// text, which may stand for it, and may say so itself: "Orden de 2004 (derogada)".
func FindNotice(title string, paragraphs []string) (Notice, bool) {
	g := repealGrammar()
	if m := g.titled.FindStringSubmatch(tidy(title)); m != nil {
		return Notice{Text: tidy(title)}, true
	}
	for _, p := range paragraphs {
		p = tidy(p)
		if p == "" || utf8.RuneCountInString(p) > maxNotice {
			continue
		}
		m := g.notice(p, tidy(title))
		if m == nil {
			continue
		}
		first, _, _ := strings.Cut(m[1]+m[2], ". ")
		return Notice{Text: p, From: g.day(m[2]), Partly: g.partly.MatchString(first)}, true
	}
	return Notice{}, false
}

// notice matches a paragraph: what stands directly behind the participle, and the rest.
func (g *repealForms) notice(paragraph, title string) []string {
	for _, form := range g.openings {
		if m := form.FindStringSubmatch(paragraph); m != nil {
			return m
		}
	}
	if rest, ok := strings.CutPrefix(paragraph, title); ok && title != "" {
		return g.predicate.FindStringSubmatch(rest)
	}
	return nil
}

// day returns the first day that is led to as the one of the repeal.
func (g *repealForms) day(text string) codes.Date {
	m := g.from.FindStringSubmatch(text)
	if m == nil {
		return codes.Date{}
	}
	month := func(s string) time.Month {
		if n, err := strconv.Atoi(s); err == nil {
			return time.Month(n)
		}
		return g.months[strings.ToLower(s)]
	}
	for _, order := range [][3]int{{1, 2, 3}, {6, 5, 4}, {9, 8, 7}, {12, 10, 11}} { // year, month, day
		if m[order[0]] == "" {
			continue
		}
		year, _ := strconv.Atoi(m[order[0]])
		day, _ := strconv.Atoi(m[order[2]])
		d, _ := codes.NewDate(year, month(m[order[1]]), day)
		return d
	}
	return codes.Date{}
}

// Apply enters a notice in what was found: a text that says that it is repealed is not
// in force, whatever its metadata say of the whole. The report tells of it. A notice of
// a part, or one before the text was published, is only told of.
func (n *Notice) Apply(f *Found, report *Report) {
	said := n.Text
	if len(said) > 200 {
		said = strings.ToValidUTF8(said[:200], "") + " ..."
	}
	tell := func(format string, args ...any) {
		report.Add(Problem{Message: fmt.Sprintf(format, args...) + ": " + strconv.Quote(said)})
	}
	switch {
	case n.Partly:
		tell("the text says at its head that a part of it is repealed; look which")
	case !n.From.IsZero() && n.From.Before(f.Published), !n.From.IsZero() && n.From.Before(f.Effective):
		tell("the text says at its head that it was repealed on %s, before it was in force; nothing is made of it", n.From)
	case f.Status == codes.Repealed || !f.Repealed.IsZero():
	case !n.From.IsZero():
		f.Repealed, f.Status = n.From, ""
		tell("the text says at its head that it is repealed, which is taken for so from %s; give another with --repealed or --status", n.From)
	default:
		f.Status = codes.Repealed
		tell("the text says at its head that it is repealed, which is taken for so; give the day with --repealed, or --status active where it is not so")
	}
}

// repealForms are the expressions of repeal.tsv.
type repealForms struct {
	openings                        []*regexp.Regexp
	predicate, titled, partly, from *regexp.Regexp
	months                          map[string]time.Month
}

var repealGrammar = sync.OnceValue(func() *repealForms {
	words := make(map[string][]string)
	g := &repealForms{months: make(map[string]time.Month)}
	for line := range strings.Lines(repealTable) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(f) != 3 {
			continue
		}
		list := strings.Split(f[2], "|")
		words[f[0]] = append(words[f[0]], list...)
		for i, name := range list {
			if f[0] == "month" {
				g.months[name] = time.Month(i + 1)
			}
		}
	}
	anyOf := func(role string) string {
		list := slices.Clone(words[role])
		for i, w := range list {
			list[i] = strings.ReplaceAll(regexp.QuoteMeta(w), " ", `\s+`)
		}
		return "(?:" + strings.Join(list, "|") + ")"
	}
	this, subject, link, repealed := anyOf("this"), anyOf("subject"), anyOf("link"), anyOf("repealed")
	behind := `((?:\s+(?:` + anyOf("partly") + `))?)(\s*(?:$|[.,;:)\]–—-].*|\s` + anyOf("behind") + `(?:\PL.*)?))$`
	predicate := `\s+` + link + `\s+` + repealed + behind
	g.openings = []*regexp.Regexp{
		regexp.MustCompile(`(?is)^[\[(*_«"\s]*(?:` + anyOf("lead") + `\s*:\s*)?(?:` + subject + `\s+)?` + repealed + behind),
		regexp.MustCompile(`(?is)^[\[(*_«"\s]*` + this + `\s+` + subject + `(?:\s+[^\s.;:]+){0,8}?` + predicate),
	}
	g.predicate = regexp.MustCompile(`(?is)^[\s,]*` + strings.TrimPrefix(predicate, `\s+`))
	g.titled = regexp.MustCompile(`(?i)[\[(]\s*(?:` + subject + `\s+)?` + repealed + `\s*[\])]\s*\.?$`)
	g.partly = regexp.MustCompile(`(?i)(?:^|\PL)` + anyOf("partly") + `(?:\PL|$)`)
	month := anyOf("month")
	g.from = regexp.MustCompile(`(?i)(?:^|\PL)` + anyOf("from") + `\s+(?:el\s+|le\s+|the\s+)?(?:día\s+)?(?:` +
		`(\d{4})-(\d{2})-(\d{2})|(\d{1,2})[./-](\d{1,2})[./-](\d{4})|(\d{1,2})(?:er|\.|º|st|nd|rd|th)?\s+(?:de\s+|d['’]|di\s+|of\s+)?(` + month + `)\s+(?:de\s+|del\s+|di\s+)?(\d{4})|(` + month + `)\s+(\d{1,2}),?\s+(\d{4}))`)
	return g
})
