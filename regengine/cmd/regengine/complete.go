package main

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// mostCompletions bounds what is offered at once.
const mostCompletions = 200

// completedFlags says which names a flag takes.
var completedFlags = map[string]nameKind{
	"place": placeNames, "within": placeNames, "code": codeNames, "codes": codeNames, "select": codeNames,
	"element": elementNames, "parameter": parameterNames, "with": circumstanceNames,
}

// completedArgs says which names the arguments of a command are, the last also of those
// behind it.
var completedArgs = map[string][]nameKind{
	"places show": {placeNames}, "places search": {placeNames}, "codes applicable": {placeNames},
	"codes show": {codeNames}, "codes compare": {codeNames, noNames}, "limits": {codeNames, noNames},
	"requirements": {elementNames, parameterNames}, "circumstances": {noNames},
	"projects select": {noNames, codeNames}, "projects unselect": {noNames, codeNames},
	"plugin check": {pluginNames}, "plugin approve": {pluginNames}, "plugin revoke": {pluginNames}, "plugin remove": {pluginNames},
	"plugin logs": {pluginNames}, "plugin import": {pluginNames},
}

// addCompletion lets shells complete the names that commands below root take.
func (a *app) addCompletion(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		a.addCompletion(cmd)
		path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
		if kinds := completedArgs[path]; kinds != nil {
			cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
				return a.complete(cmd, kinds[min(len(args), len(kinds)-1)], begun)
			}
		}
		for flag, kind := range completedFlags {
			if cmd.Flags().Lookup(flag) == nil {
				continue
			}
			_ = cmd.RegisterFlagCompletionFunc(flag, func(cmd *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
				return a.complete(cmd, kind, begun)
			}) // fails only where there is no such flag
		}
	}
}

// complete offers the names that begin as a word does, case and accents aside. Whatever
// goes wrong, nothing is offered: there is nobody to tell.
func (a *app) complete(cmd *cobra.Command, kind nameKind, begun string) ([]string, cobra.ShellCompDirective) {
	const nothing = cobra.ShellCompDirectiveNoFileComp
	var err error
	if a.settings, err = loadSettings(cmd.Flags(), a.environ); err != nil || kind == noNames {
		return nil, nothing
	}
	if kind == pluginNames {
		return a.installedPlugins(begun), cobra.ShellCompDirectiveDefault // or a file
	}
	a.log = slog.New(slog.DiscardHandler)
	before, part := "", begun
	if at := strings.LastIndexByte(begun, ','); at >= 0 && kind == codeNames { // of a list
		before, part = begun[:at+1], begun[at+1:]
	}
	var offers []string
	err = a.database(cmd.Context(), func(db *sqlstore.DB) error {
		offers, err = a.offers(cmd.Context(), db, kind, part)
		return err
	})
	if err != nil {
		return nil, nothing
	}
	if kind == circumstanceNames {
		return offers, nothing | cobra.ShellCompDirectiveNoSpace
	}
	return mapped(offers, func(offer string) string { return before + offer }), nothing
}

// offers are the names of a kind that begin with a text, each with what it is behind a tab.
func (a *app) offers(ctx context.Context, db *sqlstore.DB, kind nameKind, begun string) (offers []string, err error) {
	names, err := a.keptNames(ctx, db, kind)
	if err != nil {
		return nil, err
	}
	folded := geo.Fold(begun)
	for _, name := range names {
		word, _, _ := strings.Cut(name, "\t")
		if strings.HasPrefix(geo.Fold(word), folded) {
			offers = append(offers, name)
		}
		if len(offers) == mostCompletions {
			break
		}
	}
	return offers, nil
}

// installedPlugins are those in the plugin folder. None is opened.
func (a *app) installedPlugins(begun string) (names []string) {
	entries, _ := os.ReadDir(a.settings.pluginDir()) // without a folder there are none
	for _, e := range entries {
		if name, is := strings.CutPrefix(e.Name(), pluginPrefix); is && strings.HasPrefix(name, begun) {
			names = append(names, name)
		}
	}
	return slices.Compact(names)
}
