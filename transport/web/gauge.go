package web

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// gauge draws a value among limits. Positions are in per cent of its width; the digits
// that are compared are elsewhere, and exact.
type gauge struct {
	Class   string // ok, bad or wait
	Label   string // the same in a sentence
	Height  int    // in pixels
	Yes     *stretch
	Open    *stretch // depends on what nobody said
	Ticks   []tick
	Value   tick
	GapFrom string // the margin, from a limit to the value; "" for none
	GapTo   string
}

type stretch struct{ X, Width string }

// tick is a mark with what stands at it.
type tick struct {
	X, Text, Note string
	Anchor        string // class of the text: "l" or "r" at the ends
	Low           bool   // written a line lower, so that it is not over another
	at            float64
}

// bound is a limit that is drawn.
type bound struct {
	at   float64
	text string
	note string // in which case
}

// Limits of a direction, as the API has them.
const (
	minimum = "minimum"
	maximum = "maximum"
)

// gauge returns nil where there is nothing to draw: no figure, or nothing to compare.
func (p *checkPage) gauge(digits string) *gauge {
	direction, bounds := p.bounds()
	value, err := strconv.ParseFloat(digits, 64)
	if err != nil || len(bounds) == 0 || direction != minimum && direction != maximum {
		return nil
	}
	slices.SortFunc(bounds, func(a, b bound) int { return int(math.Copysign(1, a.at-b.at)) })
	other := p.otherBound(direction)
	scale := newScale(value, bounds, other)
	g := &gauge{Class: strings.TrimPrefix(p.Class, "is-"), Value: scale.tick(value, p.decimal(digits)+unitOf(p.Q.Unit), "")}
	loosest, strictest := bounds[0].at, bounds[len(bounds)-1].at
	if direction == maximum {
		loosest, strictest = strictest, loosest
	}
	g.Yes = scale.stretch(strictest, scale.end(direction, other))
	if loosest != strictest {
		g.Open = scale.stretch(loosest, strictest)
	} else {
		g.GapFrom, g.GapTo = scale.x(strictest), scale.x(value)
	}
	if other != nil {
		bounds = append(bounds, bound{*other, p.decimal(strconv.FormatFloat(*other, 'f', -1, 64)), ""})
		slices.SortFunc(bounds, func(a, b bound) int { return int(math.Copysign(1, a.at-b.at)) })
	}
	g.mark(scale, bounds)
	g.Height = heights[slices.ContainsFunc(g.Ticks, func(t tick) bool { return t.Low })]
	g.Label = p.T("check.gauge", g.Value.Text, g.spoken())
	return g
}

// bounds are the limits in one direction: the one that decides, or those of the cases
// that are still open.
func (p *checkPage) bounds() (direction string, bounds []bound) {
	add := func(limit string, way *string, note string) {
		at, err := strconv.ParseFloat(limit, 64)
		if err != nil || way == nil || direction != "" && *way != direction ||
			slices.ContainsFunc(bounds, func(b bound) bool { return b.at == at }) {
			return
		}
		direction = *way
		bounds = append(bounds, bound{at, boundSign(direction) + p.decimal(limit), note})
	}
	a := p.Answer
	if p.Class == "is-wait" && len(a.Missing) > 0 {
		for _, would := range a.Missing[0].Would {
			if would.Limit != nil {
				add(would.Limit.String(), would.Direction, would.Label)
			}
		}
	}
	if a.Limit != nil {
		add(a.Limit.String(), a.Direction, "")
	}
	return direction, bounds
}

// otherBound is the other end of a range; nil for none.
func (p *checkPage) otherBound(direction string) *float64 {
	if g := p.Answer.Governing; g == nil || g.Operator != "between" {
		return nil
	}
	for _, c := range p.Answer.Considered {
		if c.Limit == nil || c.Direction == nil || *c.Direction == direction {
			continue
		}
		if at, err := strconv.ParseFloat(c.Limit.String(), 64); err == nil {
			return &at
		}
	}
	return nil
}

// scale is what a gauge reaches from and to.
type scale struct{ from, to float64 }

// room is how much of what is drawn is left free on both sides.
const room = 0.4

func newScale(value float64, bounds []bound, other *float64) scale {
	low, high := min(value, bounds[0].at), max(value, bounds[len(bounds)-1].at)
	if other != nil {
		low, high = min(low, *other), max(high, *other)
	}
	span := high - low
	if span == 0 {
		span = max(math.Abs(high), 1)
	}
	s := scale{low - room*span, high + room*span}
	if low >= 0 {
		s.from = max(s.from, 0)
	}
	return s
}

func (s scale) percent(at float64) float64 { return 100 * (at - s.from) / (s.to - s.from) }

func percent(of float64) string { return strconv.FormatFloat(of, 'f', 2, 64) + "%" }

func (s scale) x(at float64) string { return percent(s.percent(at)) }

// end is where what is allowed ends: at the other end of a range, else at that of the
// scale.
func (s scale) end(direction string, other *float64) float64 {
	switch {
	case other != nil:
		return *other
	case direction == maximum:
		return s.from
	}
	return s.to
}

func (s scale) stretch(a, b float64) *stretch {
	if a > b {
		a, b = b, a
	}
	return &stretch{s.x(a), percent(s.percent(b) - s.percent(a))}
}

// edge is how near an end, in per cent, a text would be cut off.
const edge = 9

func (s scale) tick(at float64, text, note string) tick {
	t := tick{X: s.x(at), Text: text, Note: note, at: s.percent(at)}
	switch {
	case t.at < edge:
		t.Anchor = "l"
	case t.at > 100-edge:
		t.Anchor = "r"
	}
	return t
}

// heights are those of a gauge, with limits written a line lower and without, in pixels.
var heights = map[bool]int{false: 94, true: 126}

// near is how near each other, in per cent, texts would stand over each other.
const near = 22

func (g *gauge) mark(s scale, bounds []bound) {
	for _, b := range bounds {
		t := s.tick(b.at, b.text, b.note)
		if n := len(g.Ticks); n > 0 && t.at-g.Ticks[n-1].at < near {
			t.Low = !g.Ticks[n-1].Low
		}
		g.Ticks = append(g.Ticks, t)
	}
}

// spoken lists the limits.
func (g *gauge) spoken() string {
	list := make([]string, len(g.Ticks))
	for i, t := range g.Ticks {
		list[i] = strings.TrimSpace(t.Text + " " + t.Note)
	}
	return strings.Join(list, "; ")
}
