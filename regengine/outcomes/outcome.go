package outcomes

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// NotTried is the outcome of a case that a run could not try. It is neither
// right nor wrong.
const NotTried = "not tried"

// ErrFormat says that a list of outcomes is not written as it should be.
var ErrFormat = errors.New("outcomes: malformed")

// Outcome is how one case came out. A figure of a whole set is one as well: its
// Outcome is a decimal number, and it is Right.
type Outcome struct {
	ID        string `json:"id"` // of the case, unlike any other of its set
	Outcome   string `json:"outcome"`
	Right     bool   `json:"right"`
	Dangerous bool   `json:"dangerous"` // wrong so that somebody who trusts it does harm
}

var figureForm = lazyregexp.New(`^[0-9]{1,12}(?:\.[0-9]{1,12})?$`)

// figure reads an outcome that is a number.
func (o Outcome) figure() (*big.Rat, bool) {
	if !o.Right || !figureForm.MatchString(o.Outcome) {
		return nil, false
	}
	return new(big.Rat).SetString(o.Outcome)
}

// valid holds an outcome to what a line can say.
func (o Outcome) valid() error {
	for _, text := range []struct{ name, value string }{{"id", o.ID}, {"outcome", o.Outcome}} {
		switch {
		case strings.TrimSpace(text.value) != text.value || text.value == "":
			return fmt.Errorf("the %s %q is empty, or has space around it", text.name, text.value)
		case !utf8.ValidString(text.value) || strings.ContainsAny(text.value, "\t\n\r\x00"):
			return fmt.Errorf("the %s %q holds a tab, a line break or what is no text", text.name, text.value)
		}
	}
	switch {
	case o.Outcome == NotTried && (o.Right || o.Dangerous):
		return errors.New("what was not tried is neither right nor dangerous")
	case o.Right && o.Dangerous:
		return errors.New("what is dangerous is not right")
	}
	return nil
}

// sorted returns outcomes by id. ErrFormat for one that no line can hold, and for
// an id that stands twice.
func sorted(list []Outcome) ([]Outcome, error) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Outcome) int { return cmp.Compare(a.ID, b.ID) })
	for i, o := range list {
		if err := o.valid(); err != nil {
			return nil, fmt.Errorf("%w: case %q: %w", ErrFormat, o.ID, err)
		}
		if i > 0 && list[i-1].ID == o.ID {
			return nil, fmt.Errorf("%w: two cases have the id %q", ErrFormat, o.ID)
		}
	}
	return list, nil
}

// Count is how many cases came out how.
type Count struct {
	Tried     int `json:"tried"`
	Right     int `json:"right"`
	Dangerous int `json:"dangerous"`
	NotTried  int `json:"not_tried"`
}

// CountOf counts outcomes.
func CountOf(list []Outcome) Count {
	var c Count
	for _, o := range list {
		if o.Outcome == NotTried {
			c.NotTried++
			continue
		}
		c.Tried++
		if o.Right {
			c.Right++
		}
		if o.Dangerous {
			c.Dangerous++
		}
	}
	return c
}

// String returns the count on one line.
func (c Count) String() string {
	return fmt.Sprintf("%d tried, %d right, %d dangerous, %d not tried", c.Tried, c.Right, c.Dangerous, c.NotTried)
}
