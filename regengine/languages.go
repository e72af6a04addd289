package regengine

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"

	"github.com/reglookup/regengine/geo/langfile"
)

// languages hands the words of countries that joined to those who read them.
type languages struct {
	readers []LanguageReader
	told    map[string][sha256.Size]byte // by language: what was handed over last
}

// heard returns the countries whose words count, by language, and those whose do not
// because another country brought some of the same language: "fr-BE" is French as
// "fr" is, and the first by identifier is heard.
func heard(countries []Country) (by map[string]Country, unheard []Country) {
	by = make(map[string]Country)
	for _, c := range sortedCountries(countries) {
		language := langfile.Primary(c.Scheme.Tag)
		if c.Language == nil {
			continue
		}
		if _, twice := by[language]; twice {
			unheard = append(unheard, c)
			continue
		}
		by[language] = c
	}
	return by, unheard
}

// tell hands words over that differ from those of last time. Of two countries with
// words of one language, the first by identifier is heard. A reader that fails is
// logged: the country is served without those words, and nobody else suffers.
func (l *languages) tell(ctx context.Context, log *slog.Logger, countries []Country) {
	if len(l.readers) == 0 {
		return
	}
	by, unheard := heard(countries)
	for _, c := range unheard {
		from := by[langfile.Primary(c.Scheme.Tag)]
		log.WarnContext(ctx, "words of a language left aside: another country brought some", "country", c.ID(), "language", c.Scheme.Tag, "from", from.ID())
	}
	for _, language := range slices.Sorted(maps.Keys(by)) {
		c := by[language]
		tag, sum := c.Scheme.Tag, sumWords(c.Language)
		if l.told[language] == sum {
			continue
		}
		if l.told == nil {
			l.told = make(map[string][sha256.Size]byte)
		}
		l.told[language] = sum
		files, parts := UnreadWords(l.readers, tag, c.Language), unreadParts(l.readers, c.Language)
		if len(files)+len(parts) > 0 { // of an earlier version of the program, or misspelt
			log.InfoContext(ctx, "words of a language that nobody reads are ignored", "country", c.ID(), "language", tag, "files", files, "messages", parts)
		}
		for _, r := range l.readers {
			if err := guarded(func() error { return r.Add(tag, c.Words()) }); err != nil {
				log.ErrorContext(ctx, "words of a language could not be read: its country is served without them", "country", c.ID(), "language", tag, "reader", r.Name, "error", err)
			}
		}
	}
}

// guarded makes an error of a panic: words come from outside.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}

// checkLanguages asks every reader whether it can read the words of countries.
func checkLanguages(readers []LanguageReader, countries []Country) error {
	var all error
	for i := range countries {
		c := &countries[i]
		if c.Language == nil {
			continue
		}
		for _, r := range readers {
			if err := guarded(func() error { return r.Check(c.Scheme.Tag, c.Words()) }); err != nil {
				all = errors.Join(all, fmt.Errorf("country %s: words of %q for %s: %w", c.ID(), c.Scheme.Tag, r.Name, err))
			}
		}
	}
	return all
}

// sumWords hashes files with their names.
func sumWords(files map[string][]byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		_, _ = h.Write([]byte(strconv.Quote(name) + " " + strconv.Itoa(len(files[name])) + "\n")) // a hash takes everything
		_, _ = h.Write(files[name])
	}
	h.Sum(sum[:0])
	return sum
}
