package plugintest

import (
	"context"
	"net/url"
	"regexp"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/language"
)

var countryShape = regexp.MustCompile(`^[A-Z]{2}$`)

// checkAbout looks at who the plugin says it is.
func (s *subject) checkAbout(ctx context.Context, fail failer) {
	if s.descErr != nil {
		fail("the plugin cannot be described: %v", s.descErr)
		return
	}
	d := s.description
	if !countryShape.MatchString(string(d.Country)) {
		fail("Country() = %q, want two capital letters (ISO 3166-1 alpha-2)", d.Country)
	}
	if tag, err := language.Parse(d.Language); err != nil || tag.String() != d.Language {
		fail("Language() = %q, want a canonical BCP 47 tag such as %q", d.Language, tag)
	}
	if d.Title == "" || d.Licence == "" {
		fail("About() has title %q and licence %q, want both: people decide by them", d.Title, d.Licence)
	}
	if len(d.Sources) == 0 && len(s.places) > 0 {
		fail("About() names no source of its data")
	}
	for _, src := range d.Sources {
		if at, err := url.Parse(src.URL); src.Title == "" || err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http" {
			fail("source %q of About() has the address %q, want a title and a web address", src.Title, src.URL)
		}
	}
	again, err := s.remote.Describe(ctx)
	fail.err("Describe, asked again", err)
	if diff := cmp.Diff(d, again); err == nil && diff != "" {
		fail("the plugin says another thing of itself each time (-first +second):\n%s", diff)
	}
}

// unique reports names that stand twice.
func unique(fail failer, what string, names []string) {
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			fail("two %s are called %q", what, name)
		}
		seen[name] = true
	}
}
