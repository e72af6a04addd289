package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
)

// kept is what is stored of a country and its plugin does not bring: an import adds
// and changes, and takes nothing away.
type kept struct {
	Places   []string `json:"places"`
	Versions []string `json:"versions"` // of regulations, as CODE/VERSION
}

// keptOf lists what stays. A file of places says nothing about the rest.
func keptOf(c *join.Contents, brought, stored regengine.Data) kept {
	k := kept{[]string{}, []string{}}
	if c.PlacesOnly {
		return k
	}
	placed := make(map[geo.ID]bool, len(c.Places))
	for i := range c.Places {
		placed[c.Places[i].ID] = true
	}
	for i := range stored.Places {
		if id := stored.Places[i].ID; id.Country() == c.Country && !placed[id] {
			k.Places = append(k.Places, string(id))
		}
	}
	has := versionsOf(brought.Codes, c.Country)
	for _, doc := range versionsOf(stored.Codes, c.Country).list {
		if !has.known[doc] {
			k.Versions = append(k.Versions, doc)
		}
	}
	return k
}

// versions are versions of regulations as CODE/VERSION.
type versions struct {
	list  []string
	known map[string]bool
}

func versionsOf(list []codes.Code, country geo.ID) versions {
	v := versions{known: make(map[string]bool)}
	for i := range list {
		if list[i].CountryCode != string(country) {
			continue
		}
		for _, version := range list[i].Versions {
			doc := codes.VersionRef{Code: list[i].Slug, Version: version.Slug}.String()
			v.list, v.known[doc] = append(v.list, doc), true
		}
	}
	return v
}

func (k kept) none() bool { return len(k.Places)+len(k.Versions) == 0 }

// write tells a person what stays, and how it is taken away; nothing where nothing
// does.
func (k kept) write(w io.Writer, plugin string) {
	if k.none() {
		return
	}
	fmt.Fprintln(w, "\nstored and not brought by this version; it stays, and is served as before:")
	if len(k.Places) > 0 {
		fmt.Fprintf(w, "  %d places: %s\n", len(k.Places), someOf(k.Places))
	}
	if len(k.Versions) > 0 {
		fmt.Fprintf(w, "  %d texts: %s\n", len(k.Versions), someOf(k.Versions))
	}
	fmt.Fprintln(w, k.advice(plugin))
}

// advice says how what stays is taken away.
func (k kept) advice(plugin string) string {
	return "to withdraw a regulation bring it again with \"status: repealed\"; to take everything away that is not brought: " +
		"regengine plugin remove " + plugin + " --forget, then approve the file again"
}

// someOf writes the first of a list.
func someOf(list []string) string {
	const most = 10
	if len(list) <= most {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}
