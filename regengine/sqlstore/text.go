package sqlstore

import (
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"
)

// checkText refuses values of which any text, however deep inside, holds a NUL
// or is not valid UTF-8. The error names the field and says what to do; it does
// not show the text.
func checkText(values ...any) error {
	for _, v := range values {
		if err := checkValue(reflect.ValueOf(v), ""); err != nil {
			return err
		}
	}
	return nil
}

// storable reports whether text can be in the database at all: a lookup by one
// that cannot finds nothing.
func storable(texts ...string) bool {
	for _, text := range texts {
		if textProblem(text) != "" {
			return false
		}
	}
	return true
}

func textProblem(text string) string {
	switch {
	case strings.IndexByte(text, 0) >= 0:
		return "holds a NUL character; remove it"
	case !utf8.ValidString(text):
		return "is not valid UTF-8; convert it to UTF-8"
	}
	return ""
}

func checkValue(v reflect.Value, at string) error {
	switch v.Kind() {
	case reflect.String:
		if problem := textProblem(v.String()); problem != "" {
			return fmt.Errorf("%w: %s %s", ErrInvalidText, orText(at), problem)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return checkValue(v.Elem(), at)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() || v.Type() == reflect.TypeFor[instant]() {
			return nil
		}
		for i := range v.NumField() {
			if err := checkValue(v.Field(i), v.Type().Field(i).Name); err != nil {
				return err
			}
		}
	case reflect.Slice, reflect.Array:
		return checkElements(v, at)
	case reflect.Map:
		for entry := v.MapRange(); entry.Next(); {
			if err := checkValue(entry.Key(), at); err != nil {
				return err
			}
			if err := checkValue(entry.Value(), at); err != nil {
				return err
			}
		}
	default: // no text in it
	}
	return nil
}

func checkElements(v reflect.Value, at string) error {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return nil // bytes, not text
	}
	for i := range v.Len() {
		if err := checkValue(v.Index(i), at); err != nil {
			return err
		}
	}
	return nil
}

func orText(at string) string {
	if at == "" {
		return "a text"
	}
	return at
}
