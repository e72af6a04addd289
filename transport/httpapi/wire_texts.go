package httpapi

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/compare"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/textlimits"
)

// TextSearchResponse is what was found in the texts of regulations.
type TextSearchResponse struct {
	Results  []TextHit `json:"results" nullable:"false" doc:"Best first."`
	Searched int       `json:"searched" minimum:"0" doc:"How many versions were looked into."`
}

// TextHit is a passage that was found.
type TextHit struct {
	CodeSlug     string   `json:"code_slug" doc:"Slug of the code."`
	CodeTitle    string   `json:"code_title" doc:"Short title of the code, its title where it has none."`
	Version      string   `json:"version" doc:"Slug of the version."`
	Status       string   `json:"status" enum:"active,repealed,draft,in_progress" doc:"State of the version."`
	Section      string   `json:"section" doc:"Slug of the section it stands in."`
	SectionTitle *string  `json:"section_title" doc:"Titles of the sections around it, outermost first, or null."`
	BlockID      string   `json:"block_id" doc:"Identifier of the block."`
	Kind         string   `json:"kind" enum:"article,paragraph,item,list,table,definition,note" doc:"What the block is."`
	Title        *string  `json:"title" doc:"Title of the block, or null."`
	Text         string   `json:"text" doc:"The block, whole."`
	Rows         []string `json:"rows" nullable:"false" doc:"Of a table, the rows that match; empty otherwise."`
	URL          string   `json:"url" doc:"The section on its reading page."`
	Score        float64  `json:"score" doc:"Comparable within one answer only."`
}

// SectionResponse is one section of a version, whole.
type SectionResponse struct {
	CodeSlug string      `json:"code_slug" doc:"Slug of the code."`
	Version  string      `json:"version" doc:"Slug of the version."`
	Status   string      `json:"status" enum:"active,repealed,draft,in_progress" doc:"State of the version."`
	Section  string      `json:"section" doc:"Slug of the section."`
	Title    string      `json:"title" doc:"Title of the section."`
	Path     []string    `json:"path" nullable:"false" doc:"Titles of the sections around it, outermost first, its own last."`
	URL      string      `json:"url" doc:"The section on its reading page."`
	Digest   bool        `json:"is_digest" doc:"True where the text is a summary with the figures of the regulation, not its wording."`
	Blocks   []TextBlock `json:"blocks" nullable:"false" doc:"Its blocks in order; empty for one that only holds others, and where the text is not hosted."`
	Previous *string     `json:"previous" doc:"Slug of the section before, or null."`
	Next     *string     `json:"next" doc:"Slug of the section behind, or null."`
}

// TextBlock is one block of a text.
type TextBlock struct {
	BlockID string     `json:"block_id" doc:"Identifier of the block."`
	Kind    string     `json:"kind" enum:"article,paragraph,item,list,table,definition,note" doc:"What it is."`
	Title   *string    `json:"title" doc:"Its title, or null."`
	Text    string     `json:"text" doc:"What a person reads, without markup; of a table a row a line, cells separated by \" | \"."`
	Depth   int        `json:"depth" minimum:"0" doc:"Of an item: 1 in the outermost list; 0 for the rest."`
	Page    *int       `json:"page" doc:"Page of the source it begins on, or null."`
	Table   *TextTable `json:"table" doc:"The structure of a table; null for the rest."`
}

// TextTable is the structure of a table.
type TextTable struct {
	_       struct{}   `nullable:"true"`
	Caption *string    `json:"caption" doc:"Its caption, or null."`
	Header  []string   `json:"header" nullable:"false" doc:"A label for each column; empty where it has no header."`
	Rows    [][]string `json:"rows" nullable:"false" doc:"A cell for each column; the text of a merged cell in each that it covers."`
	Notes   []string   `json:"notes" nullable:"false" doc:"Its notes."`
}

// CompareResponse is what differs between two versions.
type CompareResponse struct {
	CodeSlug string          `json:"code_slug" doc:"Slug of the code."`
	From     string          `json:"from" doc:"Slug of the one version."`
	To       string          `json:"to" doc:"Slug of the other."`
	Hosted   bool            `json:"hosted" doc:"False where the text of one of them is not hosted: nothing can be compared then."`
	Same     int             `json:"same" minimum:"0" doc:"How many sections are alike."`
	Changes  []SectionChange `json:"changes" nullable:"false" doc:"The others, in the order of the version compared with."`
}

// SectionChange is a section that two versions do not have alike.
type SectionChange struct {
	Change    string        `json:"change" enum:"added,removed,changed" doc:"What became of it."`
	Section   string        `json:"section" doc:"Its slug; the former one where it was removed."`
	Title     string        `json:"title" doc:"Its title; the former one where it was removed."`
	FromTitle *string       `json:"from_title" doc:"Its title before, where that was another; else null."`
	Text      *string       `json:"text" doc:"The text of a section that was added or removed; null for one that changed."`
	Words     []WordChange  `json:"words" nullable:"false" doc:"The text from the one version to the other, in order; empty unless it changed."`
	Limits    []LimitChange `json:"limits" nullable:"false" doc:"Limits that both versions state for the same thing, with another figure."`
}

// WordChange is a run of words that all became the same.
type WordChange struct {
	Change string `json:"change" enum:"kept,removed,added" doc:"What became of them."`
	Text   string `json:"text" doc:"The words, white space included."`
}

// LimitChange is a limit whose figure changed.
type LimitChange struct {
	Of   string      `json:"of" doc:"What it limits, in the words of the text." example:"Muros · D"`
	From StatedLimit `json:"from" doc:"The limit before."`
	To   StatedLimit `json:"to" doc:"The limit now."`
}

// StatedLimit is a limit as a text states it.
type StatedLimit struct {
	Operator   string   `json:"operator" enum:"<,<=,=,>=,>,between,in,true,false,none" doc:"How a value is compared."`
	LimitValue *Decimal `json:"limit_value" nullable:"true" doc:"The limit; null for ranges, lists and duties."`
	LimitMin   *Decimal `json:"limit_min" nullable:"true" doc:"The lower limit of between."`
	LimitMax   *Decimal `json:"limit_max" nullable:"true" doc:"The upper limit of between."`
	Unit       *string  `json:"unit" doc:"Its unit, or null."`
}

func (a *API) textHit(catalog *codes.Catalog, h retrieval.Hit) (TextHit, error) {
	b := h.Block
	ref := docRef(b.Doc)
	code, err := catalog.Get(ref.Code)
	if err != nil {
		return TextHit{}, err
	}
	version, err := catalog.Version(ref)
	if err != nil {
		return TextHit{}, err
	}
	hit := TextHit{
		CodeSlug: ref.Code, CodeTitle: cmp.Or(code.ShortTitle, code.Title), Version: ref.Version, Status: string(version.Status), Section: b.Section,
		SectionTitle: orNull(joinPath(b.Path)), BlockID: b.ID, Kind: string(b.Kind), Title: orNull(b.Title), Text: b.Text, Rows: []string{},
		URL: sectionURL(a.opts.BaseURL, ref, b.Section), Score: h.Score,
	}
	for _, row := range h.Rows {
		hit.Rows = append(hit.Rows, b.Row(row).Text)
	}
	return hit, nil
}

func (a *API) sectionResponse(code *codes.Code, v *codes.Version, i int, blocks []*retrieval.Block) SectionResponse {
	ref, section := codes.VersionRef{Code: code.Slug, Version: v.Slug}, v.Sections[i]
	out := SectionResponse{
		CodeSlug: code.Slug, Version: v.Slug, Status: string(v.Status), Section: section.Slug, Title: section.Title, Digest: v.Digest,
		Path: sectionPath(v.Sections, i), URL: sectionURL(a.opts.BaseURL, ref, section.Slug), Blocks: list(blocks, textBlock),
	}
	if i > 0 {
		out.Previous = &v.Sections[i-1].Slug
	}
	if i+1 < len(v.Sections) {
		out.Next = &v.Sections[i+1].Slug
	}
	return out
}

// sectionPath returns the titles of the sections that hold the i-th, and its own.
func sectionPath(sections []codes.Section, i int) []string {
	path, level := []string{sections[i].Title}, sections[i].Level
	for _, s := range slices.Backward(sections[:i]) {
		if s.Level < level {
			path, level = append(path, s.Title), s.Level
		}
	}
	slices.Reverse(path)
	return path
}

func textBlock(b *retrieval.Block) TextBlock {
	out := TextBlock{BlockID: b.ID, Kind: string(b.Kind), Title: orNull(b.Title), Text: b.Text, Depth: b.Depth}
	if b.Page > 0 {
		out.Page = &b.Page
	}
	if t := b.Table; t != nil {
		out.Table = &TextTable{Caption: orNull(t.Caption), Header: list(t.Header, same), Rows: list(t.Rows, func(r []string) []string { return r }), Notes: list(t.Notes, same)}
	}
	return out
}

func compareResponse(c *regengine.Comparison) CompareResponse {
	return CompareResponse{CodeSlug: c.To.Code, From: c.From.Version, To: c.To.Version, Hosted: c.Hosted, Same: c.Same, Changes: list(c.Changes, sectionChange)}
}

func sectionChange(c regengine.SectionChange) SectionChange {
	of := c.To
	if c.Kind == compare.Removed {
		of = c.From
	}
	out := SectionChange{Change: string(c.Kind), Section: of.Section, Title: of.Title, Words: list(c.Words, wordChange), Limits: list(c.Limits, limitChange)}
	if c.Kind != compare.Changed {
		out.Text = &of.Text
	} else if c.From.Title != c.To.Title {
		out.FromTitle = &c.From.Title
	}
	return out
}

func wordChange(w compare.Words) WordChange { return WordChange{string(w.Fate), w.Text} }

func limitChange(c textlimits.Change) LimitChange {
	return LimitChange{Of: c.Of, From: statedLimit(c.From), To: statedLimit(c.To)}
}

func statedLimit(l textlimits.Limit) StatedLimit {
	return StatedLimit{
		Operator: string(l.Op), LimitValue: numberOrNull(l.Value), LimitMin: numberOrNull(l.Min), LimitMax: numberOrNull(l.Max), Unit: orNull(l.Unit),
	}
}
