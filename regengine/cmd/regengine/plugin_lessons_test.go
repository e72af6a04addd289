package main

import (
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
)

// TestLessons: of countries that join at once, what one is refused for takes no words
// from another, and what it brought itself before comes back.
func TestLessons(t *testing.T) {
	known := map[string]string{}
	readers := []regengine.LanguageReader{{
		Name:  "a reader",
		Check: func(string, fs.FS) error { return nil },
		Add: func(tag string, files fs.FS) error {
			text, _ := fs.ReadFile(files, "stopwords.txt")
			known[tag] = string(text)
			return nil
		},
	}}
	brings := func(country geo.ID, tag, words string) *join.Contents {
		return &join.Contents{Country: country, Tag: tag, Language: map[string][]byte{"stopwords.txt": []byte(words)}}
	}
	stored := regengine.Data{Countries: []regengine.Country{{
		Scheme: geo.SchemeTable{CountryID: "XC", Tag: "ia"}, Language: map[string][]byte{"stopwords.txt": []byte("old")},
	}}}
	var l lessons
	for _, step := range []struct {
		name    string
		c       *join.Contents
		refused bool
		want    map[string]string
	}{
		{"the first of two", brings("XA", "eo-XA", "la"), false, map[string]string{"eo-XA": "la"}},
		{"the second, refused", brings("XB", "eo-XA", "breaks"), true, map[string]string{"eo-XA": "la"}},
		{"the second", brings("XB", "eo-XA", "kaj"), false, map[string]string{"eo-XA": "la"}},
		{"the first anew, refused", brings("XA", "eo-XA", "breaks"), true, map[string]string{"eo-XA": "la"}},
		{"one that is stored, refused", brings("XC", "ia", "breaks"), true, map[string]string{"eo-XA": "la", "ia": "old"}},
		{"one with the language of what is stored", brings("XD", "ia", "new"), false, map[string]string{"eo-XA": "la", "ia": "old"}},
		{"one nobody knows, refused", brings("XE", "vo", "breaks"), true, map[string]string{"eo-XA": "la", "ia": "old", "vo": ""}},
	} {
		undo := l.learn(readers, step.c, stored)
		if step.refused {
			undo()
		}
		if diff := cmp.Diff(step.want, known); diff != "" {
			t.Errorf("%s (-want +got)\n%s", step.name, diff)
		}
	}
}
