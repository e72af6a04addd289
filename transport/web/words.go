package web

import (
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
)

// words are the few texts of a page that are not the regulation's own.
type words struct {
	texts map[string]string // by key, as messages.tsv has them without "web."

	Digest, DigestNote    string
	Official, NotHosted   string
	Versions, Contents    string
	Published, Effective  string
	Repealed, SucceededBy string
	Issued                string

	WasInForce      string // instead of that of NoLonger where its first day is known
	RepealedUndated string // instead of that of ForceUnknown for what is repealed
	From, Until     string // before the days of a force
	OnThisDay       string // "as of", before the day a force is told for
}

func newWords(t map[string]string) *words {
	return &words{
		texts:  t,
		Digest: t["digest"], DigestNote: t["digest_note"], Official: t["official"], NotHosted: t["not_hosted"],
		Versions: t["versions"], Contents: t["contents"], Published: t["published"], Effective: t["effective"],
		Repealed: t["repealed"], SucceededBy: t["succeeded_by"], Issued: t["issued"],
		WasInForce: t["was_in_force"], RepealedUndated: t["repealed_undated"], From: t["from"], Until: t["until"],
		OnThisDay: t["on_this_day"],
	}
}

// Status says a version's status in the language of w.
func (w *words) Status(status codes.Status) string { return w.texts["status."+string(status)] }

// Force says how a version stands.
func (w *words) Force(state codes.ForceState) string { return w.texts["force."+string(state)] }

// Date writes a day as the language does, "" for none.
func (w *words) Date(d codes.Date) string {
	if d.IsZero() {
		return ""
	}
	day, err := time.Parse(time.DateOnly, d.String())
	if err != nil {
		panic(err) // a date is one
	}
	return day.Format(w.text("date"))
}

// under returns the texts whose key begins with part and a dot, by the rest of it.
func (w *words) under(part string) map[string]string {
	texts := map[string]string{}
	for key, text := range w.texts {
		if rest, ok := strings.CutPrefix(key, part+"."); ok {
			texts[rest] = text
		}
	}
	return texts
}
