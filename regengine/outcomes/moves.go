package outcomes

import (
	"fmt"
	"io"
	"strings"
)

// Move is a case that came out otherwise than before.
type Move struct {
	Before Outcome `json:"before"`
	Now    Outcome `json:"now"`
}

// Moves is what differs between two runs of a set, each list by id. A case that
// was lost and became dangerous is in both lists.
type Moves struct {
	Lost      []Move    `json:"lost"`      // was right and is not; or a figure that fell
	Dangerous []Move    `json:"dangerous"` // is dangerous and was not
	Gone      []Outcome `json:"gone"`      // of the earlier run, and not in the set any more
	Won       []Move    `json:"won"`       // was not right and is; or a figure that rose
	New       []Outcome `json:"new"`       // not in the earlier run
	Changed   int       `json:"changed"`   // came out otherwise, but in none of these ways
}

// Compare tells what moved between an earlier run and this one. ErrFormat for
// outcomes that [Write] refuses.
func Compare(before, now []Outcome) (*Moves, error) {
	before, err := sorted(before)
	if err != nil {
		return nil, err
	}
	if now, err = sorted(now); err != nil {
		return nil, err
	}
	m := &Moves{Lost: []Move{}, Dangerous: []Move{}, Gone: []Outcome{}, Won: []Move{}, New: []Outcome{}}
	earlier := make(map[string]Outcome, len(before))
	for _, o := range before {
		earlier[o.ID] = o
	}
	for _, o := range now {
		if was, known := earlier[o.ID]; known {
			m.add(Move{was, o})
		} else {
			m.New = append(m.New, o)
		}
		delete(earlier, o.ID)
	}
	for _, o := range before {
		if _, left := earlier[o.ID]; left {
			m.Gone = append(m.Gone, o)
		}
	}
	return m, nil
}

func (m *Moves) add(move Move) {
	if move.Before == move.Now {
		return
	}
	direction := move.direction()
	newly := move.Now.Dangerous && !move.Before.Dangerous
	if direction < 0 {
		m.Lost = append(m.Lost, move)
	}
	if newly {
		m.Dangerous = append(m.Dangerous, move)
	}
	if direction > 0 {
		m.Won = append(m.Won, move)
	}
	if direction == 0 && !newly {
		m.Changed++
	}
}

// direction is below zero for a case that was lost, above for one that was won.
func (m Move) direction() int {
	was, before := m.Before.figure()
	is, now := m.Now.figure()
	switch {
	case before && now:
		return is.Cmp(was)
	case m.Before.Right && !m.Now.Right:
		return -1
	case m.Now.Right && !m.Before.Right:
		return 1
	}
	return 0
}

// Failed reports whether a case was lost, became dangerous or is gone.
func (m *Moves) Failed() bool { return len(m.Lost)+len(m.Dangerous)+len(m.Gone) > 0 }

// Print writes a line for each case that moved, what failed first, and how many
// changed otherwise.
func (m *Moves) Print(w io.Writer) error {
	var b strings.Builder
	moved := func(name string, list []Move) {
		for _, move := range list {
			fmt.Fprintf(&b, "%-9s  %s: %s, was %s\n", name, move.Now.ID, move.Now.Outcome, move.Before.Outcome)
		}
	}
	one := func(name string, list []Outcome) {
		for _, o := range list {
			fmt.Fprintf(&b, "%-9s  %s: %s\n", name, o.ID, o.Outcome)
		}
	}
	moved("lost", m.Lost)
	moved("dangerous", m.Dangerous)
	one("gone", m.Gone)
	moved("won", m.Won)
	one("new", m.New)
	fmt.Fprintln(&b, m)
	_, err := io.WriteString(w, b.String())
	return err
}

// String counts the moves on one line.
func (m *Moves) String() string {
	return fmt.Sprintf("moved: %d lost, %d dangerous, %d gone, %d won, %d new, %d otherwise changed",
		len(m.Lost), len(m.Dangerous), len(m.Gone), len(m.Won), len(m.New), m.Changed)
}
