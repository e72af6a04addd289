package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify/rules"
)

// pluginRemoved is what "plugin remove --json" prints.
type pluginRemoved struct {
	Plugin    string  `json:"plugin"`
	Revoked   bool    `json:"revoked"`
	Deleted   *string `json:"deleted"`   // the file; null where there was none
	Left      *string `json:"left"`      // a file outside the plugin folder; null where there is none
	Forgotten *string `json:"forgotten"` // the country; null where its data stay
}

func newPluginRemove(a *app) *cobra.Command {
	var yes, forget bool
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "remove NAME",
		Short: "Take a plugin away, and with --forget what it brought",
		Long: `Take the approval of a plugin back and delete its file, if that lies in the plugin
folder; one that --plugins names stays where it is. What it brought stays and is
served, without its calculators.

--forget also deletes the country's places, regulations, texts and words from the
database, which cannot be undone but by importing again. Projects in the country stay,
and say that their place is not loaded; keys of the country answer 404.`,
		Example: `  regengine plugin remove xa --data-dir ./data
  regengine plugin remove xa --forget --yes --data-dir ./data`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.removePlugin(cmd.Context(), cmd.InOrStdin(), args[0], yes, forget)
		},
	}), 1)
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&forget, "forget", false, "delete what it brought from the database, too")
	return cmd
}

func (a *app) removePlugin(ctx context.Context, in io.Reader, name string, yes, forget bool) error {
	result := pluginRemoved{Plugin: name}
	country, err := a.broughtBy(ctx, name)
	if err != nil {
		return err
	}
	err = a.plugins(func(h *host.Host) error {
		state, err := pluginNamed(ctx, h, name)
		if err != nil && (!forget || country == "") { // data may have outlived their plugin
			return err
		}
		question := fmt.Sprintf("take plugin %s away?", name)
		if forget && country != "" {
			question = fmt.Sprintf("take plugin %s away, and delete all data of %s from the database?", name, country)
		}
		if err := a.confirm(in, yes, question); err != nil {
			return err
		}
		return a.takeAway(ctx, h, state, &result)
	})
	if err != nil {
		return err
	}
	if forget && country != "" {
		if err := a.forgetCountry(ctx, country); err != nil {
			return err
		}
		result.Forgotten = known(string(country))
	}
	return a.print(result, func(w io.Writer) { result.write(w) })
}

func (a *app) takeAway(ctx context.Context, h *host.Host, state host.State, result *pluginRemoved) error {
	if state.Approval != nil {
		if err := h.Revoke(ctx, state.Name); err != nil {
			return err
		}
		result.Revoked = true
	}
	if state.Path == "" {
		return nil
	}
	if !inFolder(state.Path, a.settings.pluginDir()) {
		result.Left = known(state.Path)
		return nil
	}
	if err := os.Remove(state.Path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	result.Deleted = known(state.Path)
	return nil
}

func (r pluginRemoved) write(w io.Writer) {
	if r.Revoked {
		fmt.Fprintf(w, "%s is no longer approved\n", r.Plugin)
	}
	if r.Deleted != nil {
		fmt.Fprintf(w, "deleted %s\n", *r.Deleted)
	}
	if r.Left != nil {
		fmt.Fprintf(w, "%s is not in the plugin folder and stays: take it out of --plugins\n", *r.Left)
	}
	if r.Forgotten != nil {
		fmt.Fprintf(w, "all data of %s are deleted\n", *r.Forgotten)
	}
}

// broughtBy returns the country a plugin brought; "" for none.
func (a *app) broughtBy(ctx context.Context, name string) (geo.ID, error) {
	stored, err := a.storedData(ctx)
	for i := range stored.Countries {
		if stored.Countries[i].Origin.Plugin == name {
			return stored.Countries[i].ID(), nil
		}
	}
	return "", err
}

// inFolder reports whether a file lies directly in a folder.
func inFolder(path, dir string) bool {
	abs, err := filepath.Abs(dir)
	return err == nil && dir != "" && filepath.Dir(path) == abs
}

// forgetCountry deletes all data of a country that joined.
func (a *app) forgetCountry(ctx context.Context, country geo.ID) error {
	return a.database(ctx, func(db *sqlstore.DB) error {
		stored, revision, err := db.Load(ctx)
		if err != nil {
			return err
		}
		if err := regengine.Check(a.adapters.countries, without(stored, country), regengine.Data{}); err != nil {
			return fmt.Errorf("%w: other data rest on those of %s:\n%w", errPluginInvalid, country, err)
		}
		return db.Forget(ctx, revision, country)
	})
}

// without returns data less all that is of a country.
func without(data regengine.Data, country geo.ID) regengine.Data {
	gone := map[string]bool{} // codes
	for _, c := range data.Codes {
		gone[c.Slug] = c.CountryCode == string(country)
	}
	codeOf := func(doc string) string { code, _, _ := strings.Cut(doc, "/"); return code }
	data.Places = slices.DeleteFunc(slices.Clone(data.Places), func(p geo.Place) bool { return p.ID.Country() == country })
	data.Codes = slices.DeleteFunc(slices.Clone(data.Codes), func(c codes.Code) bool { return gone[c.Slug] })
	data.Blocks = slices.DeleteFunc(slices.Clone(data.Blocks), func(b retrieval.Block) bool { return gone[codeOf(b.Doc)] })
	data.Rules = slices.DeleteFunc(slices.Clone(data.Rules), func(r rules.RuleSet) bool { return gone[r.Ref.Code] })
	data.Countries = slices.DeleteFunc(slices.Clone(data.Countries), func(c regengine.Country) bool { return c.ID() == country })
	return data
}
