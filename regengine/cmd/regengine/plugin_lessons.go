package main

import (
	"sync"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/langfile"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
)

// lessons are the words of countries that the readers of this process were told while
// countries join. Several join at once, and two may have one language: what one of them
// is refused for takes nothing from the other. The zero value is ready to use.
type lessons struct {
	mu    sync.Mutex // held while what a country brings is held against its words
	words map[string]lesson
}

// lesson is what is known of a language, and from which country.
type lesson struct {
	country geo.ID
	files   map[string][]byte
}

// learn tells the readers the words of a country that are in order: its regulations
// are held against them. Those of a language that another country has brought stay;
// what is wrong with them is for [join.Join] to say. undo puts back the words that were
// known before. The caller holds l.mu.
func (l *lessons) learn(readers []regengine.LanguageReader, c *join.Contents, stored regengine.Data) (undo func()) {
	undo = func() {}
	language := langfile.Primary(c.Tag)
	before, known := l.words[language]
	if !known {
		before = storedLesson(language, stored)
	}
	if c.Language == nil || before.country != "" && before.country != c.Country {
		return undo
	}
	words := regengine.Country{Language: c.Language}
	for _, r := range readers {
		if r.Check(c.Tag, words.Words()) != nil {
			return undo
		}
	}
	l.tell(readers, c.Tag, lesson{c.Country, c.Language})
	return func() { l.tell(readers, c.Tag, before) }
}

// tell hands words to the readers; none are the words of a language nobody knows.
func (l *lessons) tell(readers []regengine.LanguageReader, tag string, now lesson) {
	files := now.files
	if files == nil {
		files = map[string][]byte{}
	}
	words := regengine.Country{Language: files}
	for _, r := range readers {
		_ = r.Add(tag, words.Words()) // it was checked; the engine tells of what fails when it serves them
	}
	if l.words == nil {
		l.words = make(map[string]lesson)
	}
	l.words[langfile.Primary(tag)] = now
}

// storedLesson is what the stored countries have brought of a language.
func storedLesson(language string, stored regengine.Data) lesson {
	for i := range stored.Countries {
		if s := &stored.Countries[i]; langfile.Primary(s.Scheme.Tag) == language && s.Language != nil {
			return lesson{s.ID(), s.Language}
		}
	}
	return lesson{}
}
