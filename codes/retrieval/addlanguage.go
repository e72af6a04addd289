package retrieval

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/porter"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// ErrBuiltInLanguage says that language data are of Spanish or English, which
// nobody else may change.
var ErrBuiltInLanguage = errors.New("retrieval: the language is built in")

// Files of a language that this package reads; the README says what is in each.
const (
	stopwordsFile  = "stopwords.txt" //nolint:gosec // no credential, a file of stop words
	framingFile    = "framing.txt"
	figuresFile    = "figures.txt"
	stemmerFile    = "stemmer.txt"
	stemFile       = "stem.tsv"
	synonymsFile   = "synonyms.tsv"
	referencesFile = "references.tsv"
)

// Bounds of a language's files.
const (
	maxLanguageFile  = 2 << 20 // bytes
	mostGroupEntries = 64      // of one line of synonyms: each is linked to each
	mostFaults       = 50      // that are told of one file
)

// algorithms are the stemmers a language may name.
var algorithms = map[string]func(*snowballstem.Env) bool{
	"arabic": arabic.Stem, "danish": danish.Stem, "dutch": dutch.Stem, "english": english.Stem, "finnish": finnish.Stem,
	"french": french.Stem, "german": german.Stem, "hungarian": hungarian.Stem, "irish": irish.Stem, "italian": italian.Stem,
	"norwegian": norwegian.Stem, "porter": porter.Stem, "portuguese": portuguese.Stem, "romanian": romanian.Stem,
	"russian": russian.Stem, "spanish": spanish.Stem, "swedish": swedish.Stem, "tamil": tamil.Stem, "turkish": turkish.Stem,
}

// CheckLanguage says what is wrong with the files of a language, every mistake with
// its file and line, and changes nothing. tag is BCP 47; its first part counts.
// ErrBuiltInLanguage.
func CheckLanguage(tag string, files fs.FS) error {
	_, err := readLanguage(tag, files)
	return err
}

// AddLanguage makes a language known to the whole process, in place of what was
// known of it. A file that is not there is done without: words are then folded and
// otherwise left as they are, and none is a stop word. Retrievers that exist go on
// with what was known when they were made; blocks of the language are indexed anew
// by the next one, all others are taken over. ErrBuiltInLanguage.
func AddLanguage(tag string, files fs.FS) error {
	a, err := readLanguage(tag, files)
	if err != nil {
		return err
	}
	adding.Lock()
	defer adding.Unlock()
	before := known()
	tag = primary(tag)
	if have := before.analyzers[tag]; have != nil && have.added != nil && have.added.all == a.added.all {
		return nil
	}
	if _, numbered := before.bits[tag]; !numbered && len(before.bits) == mostLanguages {
		return fmt.Errorf("retrieval: there are %d languages already, and no room for another", mostLanguages)
	}
	a.added.spoken = spokenWith(before.with(tag, a).bits[tag], a)
	newest.Store(before.with(tag, a))
	return nil
}

var tagShape = lazyregexp.New(`^[a-z]{2,3}$`)

func readLanguage(tag string, files fs.FS) (*analyzer, error) {
	tag = primary(tag)
	if slices.Contains(synonymLanguages, tag) {
		return nil, fmt.Errorf("%w: %q", ErrBuiltInLanguage, tag)
	}
	if !tagShape.MatchString(tag) {
		return nil, fmt.Errorf("retrieval: %q is no language tag", tag)
	}
	r := languageReader{files: files, all: sha256.New(), index: sha256.New()}
	a := &analyzer{stop: r.words(stopwordsFile, true), framing: r.words(framingFile, false), added: &addition{}}
	a.added.figures = r.words(figuresFile, false)
	a.added.references = r.references()
	a.stem = r.stemmer()
	a.added.synonyms = r.synonyms(tag, a)
	a.added.index, a.added.all = [32]byte(r.index.Sum(nil)), [32]byte(r.all.Sum(nil))
	return a, r.err
}

// spokenWith is what tells languages apart where texts in an added one are searched:
// the words of the languages built in, and its own.
func spokenWith(bit int, a *analyzer) map[string]speech {
	table := maps.Clone(speechOf())
	own := languages(1) << bit
	for word, s := range table { // what is built in of the language goes
		table[word] = speech{s.stop &^ own, s.framing &^ own}
	}
	for word := range a.stop {
		s := table[word]
		s.stop |= own
		table[word] = s
	}
	for word := range a.framing {
		s := table[word]
		s.framing |= own
		table[word] = s
	}
	return table
}

// validText reports whether data is text that people can write, and no larger than
// a language needs.
func validText(data []byte) bool {
	return len(data) <= maxLanguageFile && utf8.Valid(data) && !bytes.ContainsRune(data, 0)
}

// isRemark reports whether a line says nothing.
func isRemark(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}
