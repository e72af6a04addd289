package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// brought is what a plugin brings, in numbers.
type brought struct {
	Plugin      string   `json:"plugin"`
	Country     string   `json:"country"`
	Version     string   `json:"version"`
	Title       string   `json:"title"`
	Licence     string   `json:"licence"`
	Language    string   `json:"language"`
	SDK         string   `json:"sdk"`
	SHA256      string   `json:"sha256"`
	Places      int      `json:"places"`
	Codes       int      `json:"codes"`
	Blocks      int      `json:"blocks"`
	RuleSets    int      `json:"rule_sets"`
	Calculators []string `json:"calculators"`
	Formats     []string `json:"formats"`
	Words       []string `json:"language_files"`
	Notices     []string `json:"notices"`
	Kept        kept     `json:"kept"`
}

func describe(j *joined) brought {
	d, c, data := j.description, j.contents, j.data
	b := brought{
		Plugin: d.Name, Country: string(d.Country), Version: d.Version, Title: d.Title, Licence: d.Licence, Language: d.Language, SDK: d.SDK, SHA256: d.SHA256,
		Places: len(c.Places), Codes: len(data.Codes), Blocks: len(data.Blocks), RuleSets: len(data.Rules),
		Calculators: mapped(c.Calculators, func(f regengine.CalculatorForm) string { return f.ID }),
		Formats:     mapped(d.Formats, func(f host.Format) string { return f.Name }),
		Words:       sortedKeys(c.Language), Notices: append([]string{}, c.Notices...), Kept: j.kept,
	}
	b.Notices = append(b.Notices, j.notices...)
	for _, name := range j.unread {
		b.Notices = append(b.Notices, "language file "+name+" is read by nobody: is the name right?")
	}
	return b
}

// write says for people what a plugin brings.
func (b brought) write(w io.Writer) {
	line := func(what string, format string, args ...any) {
		fmt.Fprintf(w, "%-12s %s\n", what, fmt.Sprintf(format, args...))
	}
	line("plugin", "%s %s: %s", b.Plugin, b.Version, b.Title)
	line("country", "%s, language %s", b.Country, b.Language)
	line("licence", "%s", b.Licence)
	line("places", "%d", b.Places)
	line("regulations", "%d, with %d passages and %d sets of rules", b.Codes, b.Blocks, b.RuleSets)
	line("calculators", "%s", orNone(b.Calculators))
	line("words", "%s", orNone(b.Words))
	line("formats", "%s", orNone(b.Formats))
	line("SHA-256", "%s", b.SHA256)
	for _, n := range b.Notices {
		line("notice", "%s", n)
	}
	b.Kept.write(w, b.Plugin)
}

// joined is contents that were held against what is stored.
type joined struct {
	description host.Description
	contents    *join.Contents
	data        regengine.Data
	kept        kept     // what is stored and not in contents
	unread      []string // language files no reader opens
	notices     []string // what is most often a slip
}

// fetchPlugin asks a plugin for everything and holds it against stored.
func (a *app) fetchPlugin(ctx context.Context, c pluginSource, stored regengine.Data, report regengine.Progress) (*joined, error) {
	d, contents, err := fetchSame(ctx, c, report)
	if err != nil {
		return nil, err
	}
	return a.join(ctx, d, contents, stored)
}

// pluginSource is a plugin that is asked for all it brings.
type pluginSource interface {
	Description(ctx context.Context) (host.Description, error)
	Contents(ctx context.Context, report func(places int)) (*join.Contents, error)
}

// fetchSame returns what a plugin says of itself and what it brings, both of the same
// bytes: it may be upgraded between the two.
func fetchSame(ctx context.Context, c pluginSource, report regengine.Progress) (d host.Description, contents *join.Contents, err error) {
	for range 3 { // more upgrades nobody approves meanwhile
		if d, err = c.Description(ctx); err != nil {
			return d, nil, err
		}
		if contents, err = c.Contents(ctx, countPlaces(report)); err != nil {
			return d, nil, atFault(ctx, err)
		}
		if contents.Origin.SHA256 == d.SHA256 {
			return d, contents, nil
		}
	}
	return d, nil, fmt.Errorf("%w: plugin %q: it is upgraded again and again", host.ErrUnavailable, d.Name)
}

// atFault tells an error of what a plugin gave, which trying again does not mend, from
// one of a plugin that is not there.
func atFault(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, host.ErrUnavailable) {
		return err
	}
	return fmt.Errorf("%w: %w", errPluginInvalid, err)
}

func (a *app) join(ctx context.Context, d host.Description, contents *join.Contents, stored regengine.Data) (*joined, error) {
	a.lessons.mu.Lock()
	defer a.lessons.mu.Unlock()
	undo := a.lessons.learn(a.adapters.readers, contents, stored)
	data, err := join.Join(ctx, contents, join.Options{Schemes: a.adapters.countries, Stored: stored, Languages: a.adapters.readers})
	if err != nil {
		undo()
		return nil, err
	}
	unread := regengine.UnreadWords(a.adapters.readers, contents.Tag, contents.Language)
	return &joined{d, contents, data, keptOf(contents, data, stored), unread, noticesOf(contents, data, stored)}, nil
}

// countPlaces tells how many places have come. How many there are nobody knows.
func countPlaces(report regengine.Progress) func(int) {
	if report == nil {
		return nil
	}
	return func(n int) { report(n, -1, "places") }
}

// readFromFile has a plugin read a file of one of its formats.
func (a *app) readFromFile(ctx context.Context, c *host.Client, format, path string, stored regengine.Data, report regengine.Progress) (*joined, error) {
	d, err := c.Description(ctx)
	if err != nil {
		return nil, err
	}
	if !hasFormat(d, format) {
		return nil, usagef("plugin %s reads no format %s; it reads %s", d.Name, quote(format), orNone(mapped(d.Formats, func(f host.Format) string { return f.Name })))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	contents, err := c.ReadPlaces(ctx, format, filepath.Base(path), f, countPlaces(report))
	if err != nil {
		return nil, atFault(ctx, err)
	}
	return a.join(ctx, d, contents, stored)
}

func hasFormat(d host.Description, name string) bool {
	for _, f := range d.Formats {
		if f.Name == name {
			return true
		}
	}
	return false
}

// storedData is what there is to hold a plugin against: nothing where there is no
// database yet.
func (a *app) storedData(ctx context.Context) (data regengine.Data, err error) {
	missing, err := a.noFile()
	if missing || err != nil {
		return data, err
	}
	err = a.database(ctx, func(db *sqlstore.DB) (err error) {
		data, err = a.load(ctx, db)
		return err
	})
	return data, err
}

// orNone writes a list for people.
func orNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// sortedKeys lists the keys of a map; never nil.
func sortedKeys[V any](m map[string]V) []string {
	return append([]string{}, slices.Sorted(maps.Keys(m))...)
}
