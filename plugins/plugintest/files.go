package plugintest

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/regengine"
)

// checkFormats has each format read its sample, and refuse what is none.
func (s *subject) checkFormats(ctx context.Context, fail failer) {
	var names []string
	for _, f := range s.country.Formats() {
		names = append(names, f.Name)
		sample, ok := s.opts.Samples[f.Name]
		if f.Title == "" || f.Read == nil || !ok {
			fail("format %q has no title, does not read, or has no sample in Options.Samples", f.Name)
			continue
		}
		places, _, err := s.fetchPlaces(ctx, f.Name, sample.Name, bytes.NewReader(sample.Data))
		fail.err("format "+f.Name+" of its sample", err)
		if want := max(1, sample.Places); err == nil && len(places) < want {
			fail("format %q reads %d places of its sample, want %d or more", f.Name, len(places), want)
		}
		s.checkGarbage(ctx, f.Name, sample, fail)
	}
	unique(fail, "formats", names)
	if _, _, err := s.fetchPlaces(ctx, "no-such-format", "", bytes.NewReader(nil)); err == nil {
		fail("a format the plugin has not is read")
	}
}

// placeInFile is how an error says where in a file it is.
var placeInFile = regexp.MustCompile(`(?i)\b(line|row|sheet|column|cell|record|byte)\b|:\d+`)

// checkGarbage has a format read files that are none of its own, and its sample with
// a spoilt row.
func (s *subject) checkGarbage(ctx context.Context, format string, sample Sample, fail failer) {
	for what, data := range map[string][]byte{
		"an empty file": nil,
		"a picture":     append([]byte("\x89PNG\r\n\x1a\n"), bytes.Repeat([]byte{0, 1, 0xff}, 1000)...),
		"a text":        []byte("nothing\nof\nthe kind\n"),
	} {
		places, _, err := s.fetchPlaces(ctx, format, sample.Name, bytes.NewReader(data))
		if err == nil {
			fail("format %q reads %d places of %s, want an error", format, len(places), what)
		}
	}
	if !utf8.Valid(sample.Data) {
		return // of an archive no row can be spoilt
	}
	rows := bytes.SplitAfter(sample.Data, []byte("\n"))
	if len(rows) < 3 {
		return
	}
	spoilt := bytes.Join(slices.Concat(rows[:2], [][]byte{[]byte("\"spoilt\" row;,\t\n")}, rows[2:]), nil)
	r, err := s.remote.Places(ctx, format, sample.Name, bytes.NewReader(spoilt), nil)
	switch {
	case err != nil && !placeInFile.MatchString(err.Error()):
		fail("format %q says %q of a file with a spoilt row, want the line it stands on", format, err)
	case err == nil && len(r.Notices()) == 0:
		fail("format %q reads a file with a spoilt row and says nothing of it", format)
	}
}

// checkLanguage looks at the files of the language.
func (s *subject) checkLanguage(ctx context.Context, fail failer) {
	files, err := s.remote.Language(ctx)
	if err != nil {
		fail("the language files cannot be fetched: %v", err)
		return
	}
	brings := s.country.LanguageFiles() != nil
	tag := s.country.Language()
	switch {
	case brings && slices.Contains(s.opts.BuiltInLanguages, tag):
		fail("LanguageFiles brings %q, which the host has: return nil", tag)
	case brings && len(files) == 0:
		fail("LanguageFiles is not nil and holds no file")
	case !brings:
		return
	}
	for name, data := range files {
		if !utf8.Valid(data) {
			fail("%s is not UTF-8", name)
		}
	}
	s.eachReader(tag, files, fail)
}

func (s *subject) eachReader(tag string, files map[string][]byte, fail failer) {
	readable, err := wire.FS(files)
	fail.err("the language files", err)
	if err != nil {
		return
	}
	if unread := regengine.UnreadWords(s.opts.Languages, tag, files); len(s.opts.Languages) > 0 && len(unread) > 0 {
		fail("nobody reads the language files %q: are the names right?", unread)
	}
	for _, r := range s.opts.Languages {
		fail.err("the language files, read by "+r.Name, r.Check(tag, readable))
	}
}

// learn makes the country's language known to the readers, as a server does before it
// reads packs. They learn nothing of files that are wrong, and it returns false:
// checkLanguage says what is.
func (s *subject) learn(ctx context.Context) bool {
	files, err := s.remote.Language(ctx)
	if err != nil || s.country.LanguageFiles() == nil {
		return err == nil
	}
	readable, err := wire.FS(files)
	if err != nil {
		return false
	}
	tag := s.country.Language()
	for _, r := range s.opts.Languages {
		if r.Check(tag, readable) != nil {
			return false
		}
	}
	for _, r := range s.opts.Languages {
		_ = r.Add(tag, readable) // it was checked
	}
	return true
}

// checkPacks fetches each pack and has it read, in the country's language. Where that
// cannot be learnt packs are only fetched: rules would be wrong for want of words.
func (s *subject) checkPacks(ctx context.Context, fail failer) {
	spoken := s.learn(ctx)
	var names []string
	for _, p := range s.country.Packs() {
		names = append(names, p.Name)
		files, err := s.remote.Pack(ctx, p.Name)
		if err != nil || len(files) == 0 {
			fail("pack %q cannot be fetched, or has no file: %v", p.Name, err)
			continue
		}
		if spoken {
			s.checkPack(p.Name, files, fail)
		}
	}
	unique(fail, "packs", names)
	if _, err := s.remote.Pack(ctx, "no-such-pack"); err == nil {
		fail("a pack the plugin has not is given")
	}
}

func (s *subject) checkPack(name string, files map[string][]byte, fail failer) {
	readable, err := wire.FS(files)
	fail.err("pack "+name, err)
	if err != nil || s.opts.ReadPack == nil {
		return
	}
	fail.err("pack "+name, s.opts.ReadPack(name, readable))
}
