package sdk

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
)

// slow is a scheme with a band of its own.
type slow struct{ geo.UnimplementedScheme }

func (slow) Country() geo.ID  { return "XA" }
func (slow) Language() string { return "en" }
func (slow) ParseID(text string) (geo.ID, geo.Level, error) {
	return geo.ID(text), geo.Municipality, nil
}

func (slow) AltitudeBreaks(geo.Place) []int { return []int{137} }

func TestBreathing(t *testing.T) {
	signs := 0
	b := &breathing{Scheme: slow{}, sign: func() error { signs++; return nil }}
	town := geo.Place{ID: "XA-1", Level: geo.Municipality}
	b.last = time.Now().Add(-signEvery)
	if b.Derive(town); signs != 1 {
		t.Errorf("%d signs of life after a second of work, want 1", signs)
	}
	b.last = time.Now().Add(time.Hour) // however long the next answer takes here
	if b.Derive(town); signs != 1 {
		t.Errorf("%d signs of life for 2 answers within a second, want 1", signs)
	}
	if diff := cmp.Diff([]int{137}, b.AltitudeBreaks(geo.Place{})); diff != "" {
		t.Error("breaks (-want +got)\n" + diff)
	}
	if got := (&breathing{Scheme: struct{ geo.Scheme }{slow{}}}).AltitudeBreaks(geo.Place{}); got != nil {
		t.Errorf("breaks of a scheme that names none: %v", got)
	}
	if _, err := geo.Tabulate(context.Background(), b, nil); err != nil {
		t.Error(err)
	}
}
