package web

import (
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
)

// passage is a passage of a regulation as it stands beside what the engine says.
type passage struct {
	ID     string // of the figure on the page
	Number int    // of the source it is; 0 for none
	Head   string // code, edition and article
	Title  string
	Lang   string
	Text   []marked
	Table  *table
	Digest bool
	Source string // the official text, "" unless it is a web address
	Href   string // of the block in its text
}

// marked is a run of text, marked where it decides.
type marked struct {
	Text string
	Mark bool
}

// passages are those of one page, each once.
type passages struct {
	snapshot *regengine.Snapshot
	frame    frame
	list     []passage
	at       map[string]int // by block
}

func passagesOf(s *Site, f frame) *passages {
	return &passages{snapshot: s.engine.Snapshot(), frame: f, at: map[string]int{}}
}

// add returns where a block stands, edition and article, and where one gets to it: on
// the page where it is shown, which show asks for.
func (p *passages) add(code, version, block string, section, excerpt *string, show bool) (where, href string) {
	ref := codes.VersionRef{Code: code, Version: version}
	where = p.cite(ref, section)
	if i, shown := p.at[block]; shown {
		p.list[i].mark(text(excerpt))
		return where, "#" + p.list[i].ID
	}
	b := p.block(ref, block)
	if b == nil || !show {
		return where, versionPath(ref, block)
	}
	one := p.passage(ref, b, where)
	one.mark(text(excerpt))
	p.at[block] = len(p.list)
	p.list = append(p.list, one)
	return where, "#" + one.ID
}

func text(of *string) string {
	if of == nil {
		return ""
	}
	return *of
}

// cite names an article as people do: code, edition, article.
func (p *passages) cite(ref codes.VersionRef, section *string) string {
	name := ref.Code
	if code, err := p.snapshot.Codes.Get(ref.Code); err == nil && code.ShortTitle != "" {
		name = code.ShortTitle
	}
	name += " " + ref.Version
	if section != nil {
		name += " · " + *section
	}
	return name
}

func (p *passages) block(ref codes.VersionRef, id string) *retrieval.Block {
	for _, b := range p.snapshot.Texts.Doc(ref.String()) {
		if b.ID == id {
			return b
		}
	}
	return nil
}

func (p *passages) passage(ref codes.VersionRef, b *retrieval.Block, where string) passage {
	out := passage{ID: "f" + strconv.Itoa(len(p.list)+1), Head: where, Title: b.Title, Href: versionPath(ref, b.ID)}
	if b.Lang != p.frame.Lang {
		out.Lang = b.Lang
	}
	if b.Table == nil {
		out.Text = []marked{{Text: bullets.Replace(b.Text)}}
	} else if out.Table = newTable(b.Table); out.Table.Caption == out.Title {
		out.Table.Caption = "" // the title says it
	}
	if v, err := p.snapshot.Codes.Version(ref); err == nil {
		out.Digest, out.Source = v.Digest, webAddress(v.SourceURL)
	}
	return out
}

// bullets write the items of a list.
var bullets = strings.NewReplacer("\n- ", "\n\u2022\u00a0")

// mark marks an excerpt where the text holds it.
func (p *passage) mark(excerpt string) {
	excerpt = bullets.Replace(strings.TrimSpace(excerpt))
	if excerpt == "" {
		return
	}
	for i, run := range p.Text {
		before, after, found := strings.Cut(run.Text, excerpt)
		if run.Mark || !found {
			continue
		}
		p.Text = slices.Replace(p.Text, i, i+1, marked{Text: before}, marked{Text: excerpt, Mark: true}, marked{Text: after})
		return
	}
}

// quoted is a passage of which the answer holds no more than an excerpt.
func (p *passages) quoted(code, version string, section, excerpt *string) passage {
	ref := codes.VersionRef{Code: code, Version: version}
	out := passage{Head: p.cite(ref, section), Text: []marked{{Text: text(excerpt)}}, Href: path(ref)}
	if v, err := p.snapshot.Codes.Version(ref); err == nil {
		out.Digest, out.Source = v.Digest, webAddress(v.SourceURL)
	}
	if blocks := p.snapshot.Texts.Doc(ref.String()); len(blocks) > 0 && blocks[0].Lang != p.frame.Lang {
		out.Lang = blocks[0].Lang
	}
	return out
}
