package legal

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Source is what a reader has made of a file.
type Source struct {
	Found    importers.Found
	Elements []Element
	Report   importers.Report // of this file, with its problems so far
	Seen     Seen

	// Words are those of the file, counted on its raw form; none where the reader
	// does not count them. Left are those of them the report says are left out.
	Words, Left Words
}

// Seen is what there is in a file, counted on its raw form.
type Seen struct{ Articles, Annexes, Items, Tables, Notes, Images int }

// Assemble makes the import of a file: its edition, sections, blocks and report.
// The error is ctx's, or an [*importers.FileError].
func Assemble(ctx context.Context, name string, s *Source, given *importers.Given) (*importers.Import, error) {
	if given == nil {
		given = &importers.Given{}
	}
	if len(s.Elements) == 0 {
		return nil, importers.Refuse(name, importers.ErrEmpty, importers.Problem{Where: "text", Message: "there is no text in it"})
	}
	s.Language(given)
	s.repeal(given)
	edition, err := importers.NewEdition(name, given, s.Found, &s.Report)
	if err != nil {
		return nil, err
	}
	b := edition.Builder()
	kept, err := Write(ctx, b, s.Elements, &Options{Lang: edition.Lang, Title: s.Found.Title, OnlyVisible: given.OnlyVisible, Report: &s.Report, Left: &s.Left})
	if err != nil {
		return nil, TooMany(name, err)
	}
	if b.Len() == 0 {
		return nil, importers.Refuse(name, importers.ErrEmpty, importers.Problem{Where: "text", Message: "there are headings in it, but no text"})
	}
	if given.Progress != nil {
		given.Progress(len(s.Elements), len(s.Elements), "paragraphs")
	}
	s.count(kept)
	s.Left.Line(s.Found.Title) // a heading that repeats it opens no section
	made := edition.Import(b, s.Report)
	s.compareWords(made)
	return made, nil
}

// Language returns the language of the text: as given, as the file says, or as it
// reads, which is then what was found.
func (s *Source) Language(given *importers.Given) string {
	if given != nil && given.Lang != "" {
		return given.Lang
	}
	if s.Found.Lang == "" {
		s.Found.Lang = detect(s.Elements)
	}
	return s.Found.Lang
}

// repeal takes what the text says at its head of its own end. What the caller says of
// it outranks that.
func (s *Source) repeal(given *importers.Given) {
	if given.Status != "" || !given.Repealed.IsZero() {
		return
	}
	title := s.Found.Title
	if title == "" && s.Elements[0].Level == 1 {
		title = s.Elements[0].Text
	}
	if n, ok := importers.FindNotice(title, s.head()); ok {
		n.Apply(&s.Found, &s.Report)
	}
}

// head returns the first paragraphs of the text, up to the first article.
func (s *Source) head() []string {
	const most = 12
	g := For(s.Found.Lang)
	var list []string
	for i := range s.Elements {
		e := &s.Elements[i]
		if h, ok := g.Heading(e.Text); ok && h.IsArticle() || len(list) == most {
			break
		}
		if e.Table == nil && e.Text != "" {
			list = append(list, e.Text)
		}
	}
	return list
}

// TooMany turns [ErrTooMany] into the refusal of a file; other errors, and nil,
// stay.
func TooMany(name string, err error) error {
	if errors.Is(err, ErrTooMany) {
		return importers.Refuse(name, importers.ErrTooLarge, importers.Problem{
			Where: "text", Message: fmt.Sprintf("%v: at most %d; split the file", ErrTooMany, MaxElements),
		})
	}
	return err
}

func (s *Source) count(kept Kept) {
	r := &s.Report
	r.Count("articles", s.Seen.Articles, kept.Articles)
	r.Count("annexes", s.Seen.Annexes, kept.Annexes)
	r.Count("headings", kept.Headings, kept.Headings)
	r.Count("paragraphs", kept.Paragraphs, kept.Paragraphs)
	r.Count("items", s.Seen.Items, kept.Items)
	r.Count("definitions", kept.Definitions, kept.Definitions)
	r.Count("tables", s.Seen.Tables, kept.Tables)
	r.Count("notes", s.Seen.Notes, kept.Notes)
	r.Count("images", s.Seen.Images, 0)
}

func detect(elements []Element) string {
	const enough = 40_000
	var b strings.Builder
	for i := 0; i < len(elements) && b.Len() < enough; i++ {
		b.WriteString(elements[i].Text + "\n")
	}
	return Detect(b.String())
}

// articleLine is how the heading of an article looks in a raw file, whatever marks
// stand before it. It is looser than [Grammar.Heading], to count what that may
// have missed.
var articleLine = lazyregexp.New(`^(?:(?:Art[íi]culo|ART[ÍI]CULO|Article|ARTICLE|Artigo|ARTIGO|Articolo|ARTICOLO|Artikel|Art\.|ART\.)\s+[\pL\d.ºª°]+(?: (?:y )?\p{Ll}{3,}[oa])?(?:[ \x{A0}](?:bis|ter|qu[aá]ter|quinquies|sexies))?[.\s:–—*-]*(?:$|[.:–—-]|\s\p{Lu})|` +
	`(?:Disposici[óo]n?|DISPOSICI[ÓO]N?) (?i:adicional|addicional|transit[oò]ria|derogat[oò]ria|derrogatoria|derradeira|final)(?:\s+[\pL]+(?: [\pL]+)?)?[*_]*\s*(?:$|[.:–—-])|\d+\.\s?artikulua)`)

// CountArticles counts the lines of a raw text that look like the heading of an
// article.
func CountArticles(text string) int {
	n := 0
	if strings.ContainsAny(text, "▼►◄") {
		text = publisherMark.ReplaceAllString(text, "")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, "#*_> \t\u00a0")
		if line == "" || !strings.ContainsRune("AD0123456789", rune(line[0])) {
			continue
		}
		if articleLine.MatchString(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\u00a0", " ")) {
			n++
		}
	}
	return n
}

// annexLine is how the heading of an annex looks in a raw file.
var annexLine = lazyregexp.New(`^(?:ANEXO|Anexo|ANEJO|Anejo|ANNEXE?|Annexe?|ALLEGATO|Allegato|ANHANG|Anhang|ANLAGE|Anlage|SCHEDULE|Schedule|AP[ÉE]NDICE|Ap[ée]ndice|AP[ÈE]NDIX|Ap[èe]ndix|APPENDIX|Appendix|APPENDICE|Appendice)` +
	`(?:[ \x{A0}](?:[IVXLC]{1,7}|\d{1,3}|[A-Z])(?:[.\-][A-Z\d]{1,3})?)?[*_]*\s*(?:$|[.:–—-])`)

// CountAnnexes counts the lines of a raw text that look like the heading of an annex.
func CountAnnexes(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.TrimLeft(line, "#*_> \t\u00a0"), " \t\r\n\u00a0")
		if line != "" && strings.ContainsRune("AS", rune(line[0])) && annexLine.MatchString(line) {
			n++
		}
	}
	return n
}
