// Package web serves the pages people read: the text of every hosted version at
// /codes/{slug}/{version} with one anchor per section, which is what the sources
// of an answer link to (DECISIONS 15), and a first page that says what is loaded
// and how to call the API.
//
// The pages are public, as the texts are. They hold no script and load nothing
// from anywhere: one style sheet stands in the page, named by its hash in the
// Content-Security-Policy.
package web
