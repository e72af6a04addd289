package sqlstore

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"github.com/reglookup/regengine/codes"
)

// instant is a point in time as microseconds since 1970, NULL for the zero time.
// Both databases order, compare and return these alike, in UTC by construction.
type instant time.Time

// Value implements [driver.Valuer].
func (t instant) Value() (driver.Value, error) {
	if time.Time(t).IsZero() {
		return nil, nil
	}
	return time.Time(t).UnixMicro(), nil
}

// Scan implements [database/sql.Scanner].
func (t *instant) Scan(src any) error {
	switch micros := src.(type) {
	case nil:
		*t = instant{}
	case int64:
		*t = instant(time.UnixMicro(micros).UTC())
	default:
		return fmt.Errorf("an instant cannot be a %T", src)
	}
	return nil
}

// date is a civil date as YYYY-MM-DD, NULL for none.
type date codes.Date

// Value implements [driver.Valuer].
func (d date) Value() (driver.Value, error) {
	if codes.Date(d).IsZero() {
		return nil, nil
	}
	return codes.Date(d).String(), nil
}

// Scan implements [database/sql.Scanner].
func (d *date) Scan(src any) error {
	text, ok, err := textOf(src)
	if err != nil || !ok {
		*d = date{}
		return err
	}
	parsed, err := codes.ParseDate(text)
	*d = date(parsed)
	return err
}

// asJSON is a list, map or structure as JSON text, NULL when it is empty.
type asJSON[T any] struct{ It T }

func jsonOf[T any](it T) asJSON[T] { return asJSON[T]{it} }

// Value implements [driver.Valuer].
func (j asJSON[T]) Value() (driver.Value, error) {
	text, err := json.Marshal(j.It)
	if err != nil {
		return nil, err
	}
	switch s := string(text); s {
	case "null", "[]", "{}":
		return nil, nil
	default:
		return s, nil
	}
}

// Scan implements [database/sql.Scanner].
func (j *asJSON[T]) Scan(src any) error {
	var it T
	text, ok, err := textOf(src)
	if err == nil && ok {
		err = json.Unmarshal([]byte(text), &it)
	}
	j.It = it
	return err
}

// textOf returns a scanned text; ok is false for NULL.
func textOf(src any) (text string, ok bool, err error) {
	switch s := src.(type) {
	case nil:
		return "", false, nil
	case string:
		return s, true, nil
	case []byte:
		return string(s), true, nil
	}
	return "", false, fmt.Errorf("a text cannot be a %T", src)
}

func asTime(t instant) time.Time { return time.Time(t) }
