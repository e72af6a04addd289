package ask

import (
	"math/big"
	"strconv"
	"strings"
)

// Moments are amounts of a kind of their own: dates and times of the day. A date
// is a reference too, and matched as one; as an amount it has a row, a case and a
// direction (CITATIONS N5, N6).
const (
	dateDimension  = "date"
	clockDimension = "clock"
)

// clockTime is a time of the day. "1:20" is a slope unless hours are named.
var clockTime = newPattern(`\b(1:[0-5][0-9](?: h\b| horas)|(?:0?[02-9]|1[0-9]|2[0-4]):[0-5][0-9])`)

// moments lists the full dates and the times of a folded text.
func moments(folded string) []Quantity {
	var list []Quantity
	addDates(folded, func(_, id string, start, end int) {
		if value, err := strconv.ParseInt(strings.ReplaceAll(id, "-", ""), 10, 64); err == nil && !strings.HasPrefix(id, "-") {
			list = append(list, momentAt(folded, start, end, dateDimension, value))
		}
	})
	for _, m := range clockTime.all(folded) {
		hours, minutes, _ := strings.Cut(strings.TrimRight(folded[m[0]:m[1]], " horas"), ":")
		h, errH := strconv.ParseInt(hours, 10, 64)
		if m2, err := strconv.ParseInt(minutes, 10, 64); err == nil && errH == nil {
			list = append(list, momentAt(folded, m[0], m[1], clockDimension, 60*h+m2))
		}
	}
	return list
}

func momentAt(folded string, start, end int, dimension string, value int64) Quantity {
	return Quantity{Text: folded[start:end], Start: start, End: end, derived: true, values: []*big.Rat{big.NewRat(value, 1)}, unit: unit{dimension, one}}
}
