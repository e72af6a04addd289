package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// SecondReader reads the sentences of a draft against the passages they cite, which have
// passed the check of hard facts: what they mean is beyond that. It sees neither the
// question nor the conversation, and adds no text (CITATIONS V). Implementations are safe
// for concurrent use.
type SecondReader interface {
	// Read returns what the passages say of each claim, in any order. A claim without a
	// reading counts as absent. The usage counts, whatever the error; with one, the answer
	// says that its wording was not checked.
	Read(ctx context.Context, claims []Claim) ([]Reading, Usage, error)
}

// Claim is a sentence with the passages it cites.
type Claim struct {
	ID       int    // of this reading
	Sentence string // without markers
	Over     string // what stands over it and goes for it too: a heading, the head of a table
	Passages []ClaimPassage
}

// ClaimPassage is a passage as a second reader sees it.
type ClaimPassage struct {
	Title string
	Text  string
}

// Support is what passages say of a claim.
type Support string

// The kinds of support.
const (
	FullSupport   Support = "full"
	PartSupport   Support = "partly" // not all of it; or an exception for the very case is left out
	Contradiction Support = "contradicted"
	NoSupport     Support = "absent"
)

// Reading is what a second reader says of a claim.
type Reading struct {
	ID      int
	Support Support
	Words   string // of a passage, verbatim, that decide; "…" for what is left out
}

// readingTime is how long a second reading may take.
const readingTime = 25 * time.Second

// readAgain has the sentences of a draft read that the hard facts let stand, each once in
// a turn. Without a reading the draft is marked as unchecked.
func (t *turn) readAgain(ctx context.Context, d *draft) {
	var claims []Claim
	asked := map[string]int{}
	for _, p := range d.pieces() {
		if p.reason != "" || p.whole {
			continue
		}
		if _, known := t.readings[p.key()]; known || asked[p.key()] > 0 {
			continue
		}
		claims = append(claims, t.claimOf(p, len(claims)+1))
		asked[p.key()] = len(claims)
	}
	told := ReadingTold{Sentences: len(claims)}
	if len(claims) > 0 {
		told.Read = t.read(ctx, claims, asked)
		d.unchecked = told.Read == 0
	}
	for _, p := range d.pieces() {
		r, read := t.readings[p.key()]
		if !read || p.reason != "" || p.whole {
			continue
		}
		if p.reason = t.unread(p, r); p.reason == "" && asked[p.key()] > 0 {
			told.Stand++
		}
		delete(asked, p.key()) // the same sentence again is no other
	}
	if len(claims) > 0 && t.agent.opts.SecondReader != nil {
		t.tell(Event{Kind: ReadingEvent, Reading: &told})
	}
}

// key is that of a sentence with what stands over it and what it cites.
func (p *piece) key() string { return p.over + "\x00" + p.text }

func (t *turn) claimOf(p *piece, id int) Claim {
	c := Claim{ID: id, Sentence: strings.TrimSpace(neutralise(p.text)), Over: neutralise(p.over)}
	for _, i := range p.cited {
		of := t.issued[i]
		c.Passages = append(c.Passages, ClaimPassage{Title: neutralise(of.title) + t.outOfForce(of), Text: of.readable()})
	}
	return c
}

// readable is the text of a passage with what it stands under.
func (p *passage) readable() string {
	text := neutralise(p.block.Text)
	if table := changedTable(p.block.Table, neutralise); table != nil {
		text = table.Text()
	}
	return strings.TrimSpace(neutralise(p.block.Lead) + "\n" + text)
}

// read makes one request for all claims, and returns for how many a reading came back: 0
// where nothing came of it.
func (t *turn) read(ctx context.Context, claims []Claim, keys map[string]int) int {
	reader := t.agent.opts.SecondReader
	if reader == nil || ctx.Err() != nil {
		return 0
	}
	type reply struct {
		list  []Reading
		usage Usage
		err   error
	}
	ctx, cancel := context.WithTimeout(ctx, readingTime)
	defer cancel()
	got, err := within(ctx, func(ctx context.Context) (reply, error) {
		list, usage, err := reader.Read(ctx, claims)
		return reply{list, usage, err}, nil // what it cost counts, whatever the error
	})
	t.usage.Add(got.usage)
	byID := map[int]Reading{}
	for _, r := range got.list {
		if _, twice := byID[r.ID]; !twice && r.ID >= 1 && r.ID <= len(claims) {
			byID[r.ID] = r
		}
	}
	if err != nil || got.err != nil || len(byID) == 0 {
		return 0
	}
	if t.readings == nil {
		t.readings = map[string]Reading{}
	}
	for key, id := range keys {
		r, given := byID[id]
		if !given {
			r = Reading{ID: id, Support: NoSupport}
		}
		t.readings[key] = r
	}
	return len(byID)
}

// unread says why a reading does not let a sentence stand; "" where it does. Words that
// decide have to stand in the passage, or the reading is worth nothing.
func (t *turn) unread(p *piece, r Reading) string {
	const most = 200 // code points
	words := clip(oneLine(neutralise(r.Words)), most)
	switch found := t.decide(p, r.Words); {
	case r.Support == FullSupport && found:
		return ""
	case r.Support == PartSupport && found:
		return fmt.Sprintf("the passage says it only in part, or with an exception for the case: %q", words)
	case r.Support == Contradiction && found:
		return fmt.Sprintf("the passage says otherwise: %q", words)
	}
	return "the passages cited do not say that"
}

// decide reports whether words stand verbatim in a passage that a sentence cites.
func (t *turn) decide(p *piece, words string) bool {
	pieces := strings.Split(strings.ReplaceAll(words, "...", "…"), "…")
	pieces = slices.DeleteFunc(mapSlice(pieces, lettersOf), func(s string) bool { return s == "" })
	if len(pieces) == 0 {
		return false
	}
	return slices.ContainsFunc(p.cited, func(i int) bool {
		have := t.issued[i].readable()
		return !slices.ContainsFunc(pieces, func(s string) bool { return !holdsWords(have, s) })
	})
}

// holdsWords reports whether a text holds the words and numbers of another in their order,
// each whole: "10 m" is no part of "1,10 m".
func holdsWords(text, words string) bool {
	return strings.Contains(" "+lettersOf(text)+" ", " "+lettersOf(words)+" ")
}

// lettersOf leaves of a text its words and numbers, a space between: how rows and items are
// laid out does not matter.
func lettersOf(text string) string {
	runes := []rune(strings.ToLower(text))
	digit := func(i int) bool { return i >= 0 && i < len(runes) && unicode.IsDigit(runes[i]) }
	for i, r := range runes {
		within := strings.ContainsRune(".,", r) && digit(i-1) && digit(i+1)
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("%°", r) && !within {
			runes[i] = ' '
		}
	}
	return strings.Join(strings.Fields(string(runes)), " ")
}
