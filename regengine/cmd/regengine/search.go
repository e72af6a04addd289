package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// searchOptions are the flags of "search".
type searchOptions struct {
	codes, kinds, statuses []string
	place, on              string
	top                    int
	explain, around        bool
}

func newSearch(a *app) *cobra.Command {
	var o searchOptions
	cmd := a.openFlag(a.jsonFlag(&cobra.Command{
		Use:   "search WORDS...",
		Short: "Search the texts of regulations",
		Long: `Search the texts of regulations and show the passages that answer best, each with
its regulation, edition and section. Of a table the rows that match are shown with
their header.

Without --status and --on the editions in force today are searched, and those of
which nobody can tell; --on DAY searches those in force on another day, --status all
every edition.`,
		Example: `  regengine search altura mínima de las barreras de protección
  regengine search "transmitancia muros zona D3" --code cte-db-he --top 3
  regengine search rampas accesibles --place Madrid --on 2015-06-01 --explain`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text := strings.Join(args, " ")
			if o.top < 1 || o.top > retrieval.MaxTopK {
				return usagef("--top %d must be 1 to %d", o.top, retrieval.MaxTopK)
			}
			c, err := a.searchServer(cmd.Context(), o)
			if err != nil {
				return err
			}
			if c != nil {
				return a.searchAt(cmd.Context(), c, text, o)
			}
			return a.database(cmd.Context(), func(db *sqlstore.DB) error { return a.search(cmd.Context(), db, text, o) })
		},
	}), "the best passage")
	f := cmd.Flags()
	f.StringSliceVar(&o.codes, "code", nil, "only this code, by name, or this version as code/version; may be repeated")
	placeFlag(f, &o.place, "only codes whose territory covers this place")
	f.StringVar(&o.on, "on", "", "only editions in force on that day, YYYY-MM-DD")
	f.StringSliceVar(&o.statuses, "status", nil, "only editions of that status, or all; may be repeated")
	f.StringSliceVar(&o.kinds, "kind", nil, "only blocks of that kind: article, paragraph, item, list, table, definition, note; may be repeated")
	f.IntVar(&o.top, "top", 5, "how many passages")
	f.BoolVar(&o.explain, "explain", false, "say what each word added to the score")
	addVectorFlags(f)
	addServerFlag(f)
	f.BoolVar(&o.around, "around", false, "show the passages before and behind")
	return cmd
}

func (a *app) search(ctx context.Context, db *sqlstore.DB, text string, o searchOptions) error {
	query := retrieval.Query{Text: text, TopK: o.top}
	for _, kind := range o.kinds {
		if !slices.Contains(retrieval.Kinds(), retrieval.Kind(kind)) {
			return usagef("--kind %s is none of the kinds of blocks", quote(kind))
		}
		query.Kinds = append(query.Kinds, retrieval.Kind(kind))
	}
	filter, err := o.filter(a.today())
	if err != nil {
		return err
	}
	engine, done, err := a.searchEngine(ctx, db)
	if err != nil {
		return err
	}
	defer done()
	if _, err := a.syncVectors(ctx, engine); err != nil {
		a.degraded(ctx, err)
	}
	snapshot := engine.Snapshot()
	if o.place != "" {
		id, err := a.placeIn(ctx, snapshot, o.place)
		if err != nil {
			return err
		}
		filter.Place = geo.ID(id)
	}
	if err := codesIn(snapshot, filter.Refs); err != nil {
		return err
	}
	chosen, err := snapshot.Codes.Select(filter)
	if err != nil {
		return explainFilter(err, o)
	}
	if o.on == "" {
		chosen.Refs = append(chosen.Refs, chosen.Unknown...)
	}
	query.Docs = chosen.Docs()
	hits, err := snapshot.Search(ctx, query)
	if errors.Is(err, retrieval.ErrInvalidQuery) {
		return usagef("%v", err)
	}
	if err != nil {
		return err
	}
	page := &searchPage{app: a, snapshot: snapshot, options: o, query: text}
	return a.printPaged(page.results(hits), func(w io.Writer) { page.write(w, hits, len(chosen.Refs)) }, "")
}

// filter is what the flags say of the editions to look into.
func (o *searchOptions) filter(today codes.Date) (codes.Filter, error) {
	f := codes.Filter{Hosted: true}
	for _, code := range o.codes {
		slug, version, _ := strings.Cut(code, "/")
		f.Refs = append(f.Refs, codes.VersionRef{Code: slug, Version: version})
	}
	named := slices.ContainsFunc(f.Refs, func(r codes.VersionRef) bool { return r.Version != "" })
	switch {
	case o.on != "":
		day, err := codes.ParseDate(o.on)
		if err != nil {
			return f, usagef("--on: %s is no date of the form YYYY-MM-DD", quote(o.on))
		}
		f.On = day
	case len(o.statuses) == 0 && !named:
		f.On = today
	}
	for _, status := range o.statuses {
		if status == "all" {
			f.Statuses = nil
			return f, nil
		}
		if !slices.Contains([]codes.Status{codes.Active, codes.Repealed, codes.Draft, codes.InProgress}, codes.Status(status)) {
			return f, usagef("--status %s is none of active, repealed, draft, in_progress, all", quote(status))
		}
		f.Statuses = append(f.Statuses, codes.Status(status))
	}
	return f, nil
}

func explainFilter(err error, o searchOptions) error {
	return advise(err, codes.ErrNotFound, "one of %s is no version of its code", strings.Join(o.codes, ", "))
}

// searchPage shows hits.
type searchPage struct {
	*app
	snapshot *regengine.Snapshot
	options  searchOptions
	query    string
}

// searchResult is one hit of "search --json".
type searchResult struct {
	Code     string       `json:"code"`
	Version  string       `json:"version"`
	Section  string       `json:"section"`
	Path     []string     `json:"path"`
	Block    string       `json:"block_id"`
	Kind     string       `json:"kind"`
	Page     *int         `json:"page"`
	Title    string       `json:"title"`
	Text     string       `json:"text"`
	Rows     []string     `json:"rows"`
	Score    float64      `json:"score"`
	Terms    []termResult `json:"terms"`
	Fusion   *fusion      `json:"fusion"`
	Position int          `json:"position"`
}

// fusion says how words and meaning made a score; null where words alone did.
type fusion struct {
	LexicalRank  int     `json:"lexical_rank"` // 0 where words did not find it
	LexicalScore float64 `json:"lexical_score"`
	LexicalShare float64 `json:"lexical_share"`
	VectorRank   int     `json:"vector_rank"`
	Cosine       float64 `json:"cosine"`
	VectorShare  float64 `json:"vector_share"`
}

type termResult struct {
	Text  string  `json:"text"`
	Field string  `json:"field"`
	Score float64 `json:"score"`
}

func (p *searchPage) results(hits []retrieval.Hit) []searchResult {
	list := make([]searchResult, 0, len(hits))
	for i, hit := range hits {
		b := hit.Block
		code, version, _ := strings.Cut(b.Doc, "/")
		r := searchResult{
			Code: code, Version: version, Section: b.Section, Path: b.Path, Block: b.ID, Kind: string(b.Kind), Page: pageOf(b),
			Title: b.Title, Text: b.Text, Rows: []string{}, Score: hit.Score, Terms: []termResult{}, Position: i + 1,
		}
		if f := hit.Fusion; f != nil {
			r.Fusion = &fusion{f.LexicalRank, f.LexicalScore, f.LexicalShare, f.VectorRank, f.Cosine, f.VectorShare}
		}
		for _, row := range hit.Rows {
			r.Rows = append(r.Rows, b.Row(row).Text)
		}
		for _, t := range hit.Terms {
			r.Terms = append(r.Terms, termResult(t))
		}
		list = append(list, r)
	}
	return list
}

// pageOf returns the page of the source a block begins on, nil where it has none.
func pageOf(b *retrieval.Block) *int {
	if b.Page == 0 {
		return nil
	}
	page := b.Page
	return &page
}

func (p *searchPage) write(w io.Writer, hits []retrieval.Hit, versions int) {
	if len(hits) == 0 {
		fmt.Fprintf(w, "nothing found in %d editions\n", versions)
		return
	}
	paint := painter{on: p.colours()}
	for i, hit := range hits {
		if i > 0 {
			fmt.Fprintln(w)
		}
		p.writeHit(w, paint, i+1, hit)
	}
}

func (p *searchPage) writeHit(w io.Writer, paint painter, position int, hit retrieval.Hit) {
	b := hit.Block
	fmt.Fprintf(w, "%s %s\n", paint.bold(fmt.Sprintf("%d.", position)), paint.bold(p.heading(b)))
	fmt.Fprintln(w, "   "+paint.faint(strings.Join(b.Path, " › ")+place(b)))
	if p.options.around {
		p.writeAround(w, paint, b, -1)
	}
	marked := marker(hit, b.Lang)
	switch {
	case b.Table != nil && len(hit.Rows) > 0:
		writeRows(w, paint, marked, hit)
	default:
		if b.Lead != "" {
			writeIndented(w, paint.faint(b.Lead))
		}
		writeIndented(w, paint.marked(shorten(b.Text), marked))
	}
	if p.options.around {
		p.writeAround(w, paint, b, 1)
	}
	if p.options.explain {
		writeTerms(w, paint, hit)
	}
}

// heading names a block's regulation and edition.
func (p *searchPage) heading(b *retrieval.Block) string {
	slug, version, _ := strings.Cut(b.Doc, "/")
	code, err := p.snapshot.Codes.Get(slug)
	if err != nil {
		return b.Doc
	}
	name := code.ShortTitle
	if name == "" {
		name = code.Title
	}
	heading := name + " · " + version
	if v, err := p.snapshot.Codes.Version(codes.VersionRef{Code: slug, Version: version}); err == nil && v.Status != codes.Active {
		heading += " (" + strings.ReplaceAll(string(v.Status), "_", " ") + ")"
	}
	return heading
}

func place(b *retrieval.Block) string {
	text := "  #" + b.Section
	if b.Page > 0 {
		text += fmt.Sprintf(", page %d", b.Page)
	}
	return text
}

func (p *searchPage) writeAround(w io.Writer, paint painter, b *retrieval.Block, side int) {
	before, behind := 0, 0
	if side < 0 {
		before = 1
	} else {
		behind = 1
	}
	for _, n := range p.snapshot.Texts.Neighbours(b.ID, before, behind) {
		if n.ID != b.ID && n.Section == b.Section {
			writeIndented(w, paint.faint(shorten(n.Text)))
		}
	}
}

func writeTerms(w io.Writer, paint painter, hit retrieval.Hit) {
	parts := make([]string, 0, len(hit.Terms))
	for _, t := range hit.Terms {
		parts = append(parts, fmt.Sprintf("%s %.2f (%s)", t.Text, t.Score, t.Field))
	}
	score := hit.Score
	if f := hit.Fusion; f != nil {
		fmt.Fprintln(w, "   "+paint.faint(fmt.Sprintf("score %.4f = words %.4f (place %d) + meaning %.4f (place %d, cosine %.2f)",
			hit.Score, f.LexicalShare, f.LexicalRank, f.VectorShare, f.VectorRank, f.Cosine)))
		score = f.LexicalScore
	}
	if len(parts) > 0 {
		fmt.Fprintln(w, "   "+paint.faint(fmt.Sprintf("words %.2f = %s", score, strings.Join(parts, " + "))))
	}
}
