package sdk

import (
	"context"
	"io"
	"io/fs"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// Country is what an author implements. Its [geo.Scheme] and its calculators are
// the same interfaces the built-in countries implement. Embed
// [UnimplementedCountry], so that a method added later breaks nothing.
//
// The host calls several methods at once: a Country and all it returns are safe for
// concurrent use. What a method returns does not change while the process lives.
//
// A panic in a method becomes an error that names it, and its stack goes to the log;
// one in a goroutine of the author's own ends the process, and the host starts it
// again. A method that hangs is named, with the place it is asked about, in the error
// of whoever waited.
//
// Everything a Country gives is checked by the host as an import is: places,
// regulations and words of another country are refused.
type Country interface {
	geo.Scheme

	// About says who the plugin is.
	About() About

	// Places yields the places the plugin has built in, the country first, with
	// the technical data known of each; what [geo.Scheme] Derive can fill in is
	// filled in by the kit. It ends when yield returns an error, and returns it.
	Places(ctx context.Context, yield func(geo.Place) error) error

	// Formats lists the official files the plugin reads places from, such as the
	// statistics office's list of municipalities.
	Formats() []Format

	// LanguageFiles returns what it takes to read and write the country's language,
	// as files that the guide describes (stopwords.txt, synonyms.tsv, grammar.txt
	// ...); nil when the host has the language.
	LanguageFiles() fs.FS

	// Calculators lists what users can fill in. Their Country is this one.
	// Package projects/calculators makes one of a form and a function.
	Calculators() []projects.Calculator

	// Packs lists regulations with their texts and rules, each in the form package
	// regengine/pack documents.
	Packs() []Pack
}

// About says who a plugin is.
type About struct {
	Name    string // a slug, such as "fr"; at most 40 characters
	Version string // semantic, such as "1.2.0"; a new one is imported anew
	Title   string // one line for people
	Licence string // of the data; an SPDX identifier where there is one
	Sources []Source
}

// Source is where data comes from.
type Source struct{ Title, URL string }

// Format is an official file a plugin reads.
type Format struct {
	Name  string // a slug, such as "cog"
	Title string // one line for people: what file it is and where it is published

	// Read yields the places of a file, wider ones first or not; the host builds
	// the tree. It ends when yield returns an error, and returns it. note tells the
	// user what is worth knowing, such as how many rows were left out. An error in
	// the file names the line.
	Read func(ctx context.Context, name string, file io.Reader, yield func(geo.Place) error, note func(text string)) error
}

// Pack is regulations with texts and rules.
type Pack struct {
	Name  string // a slug
	Files fs.FS
}

// UnimplementedCountry is embedded by every Country. It has no place, file, word,
// calculator or regulation. A type that embeds it and has Country, Language and About
// compiles; one that a server takes has ParseID and Places, too.
type UnimplementedCountry struct{ geo.UnimplementedScheme }

// Places implements [Country].
func (UnimplementedCountry) Places(context.Context, func(geo.Place) error) error { return nil }

// Formats implements [Country].
func (UnimplementedCountry) Formats() []Format { return nil }

// LanguageFiles implements [Country]: the host has the language.
func (UnimplementedCountry) LanguageFiles() fs.FS { return nil }

// Packs implements [Country].
func (UnimplementedCountry) Packs() []Pack { return nil }

// Calculators implements [Country].
func (UnimplementedCountry) Calculators() []projects.Calculator { return nil }
