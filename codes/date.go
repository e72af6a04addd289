package codes

import (
	"fmt"
	"time"
)

// Date is a civil date without time zone (DECISIONS 20). The zero Date is no date.
type Date struct {
	year  int16
	month uint8
	day   uint8
}

// NewDate returns the Date of a year, month and day; ok is false when the
// calendar has no such day.
func NewDate(year int, month time.Month, day int) (d Date, ok bool) {
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if year < 1 || year > 9999 || t.Month() != month || t.Day() != day {
		return Date{}, false
	}
	return Date{int16(year), uint8(month), uint8(day)}, true
}

// ParseDate reads YYYY-MM-DD and nothing else.
func ParseDate(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil || t.Year() < 1 {
		return Date{}, fmt.Errorf("codes: %q is no date of the form YYYY-MM-DD", text)
	}
	return DateOf(t), nil
}

// DateOf returns the civil date t shows in its own location.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	date, _ := NewDate(y, m, d)
	return date
}

// IsZero reports whether d is no date.
func (d Date) IsZero() bool { return d == Date{} }

// Compare returns -1, 0 or 1 as d is before, on or after other. No date comes
// before every date.
func (d Date) Compare(other Date) int {
	a := int(d.year)<<16 | int(d.month)<<8 | int(d.day)
	b := int(other.year)<<16 | int(other.month)<<8 | int(other.day)
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Before reports whether d is earlier than other.
func (d Date) Before(other Date) bool { return d.Compare(other) < 0 }

// String returns YYYY-MM-DD, or "" for no date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day)
}
