// Package web serves the pages people read: the text of every hosted version at
// /codes/{slug}/{version} with one anchor per section, which is what the sources
// of an answer link to (DECISIONS 15), and a first page that says what is loaded
// and how to call the API. The console at /ask puts questions to the API with the
// key that is typed into it, and shows the answer with its sources.
//
// The pages are public, as the texts are. They load nothing from anywhere: one
// style sheet stands in the page, named by its hash in the
// Content-Security-Policy. None but the console has a script, its own.
package web
