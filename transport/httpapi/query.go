package httpapi

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// parameter is one name and value of a query string.
type parameter struct{ name, value string }

// parseQuery reads the query parameters an operation declares. Unknown ones are
// passed over; repeating a declared one, a broken escape and text that is no
// text are mistakes (DECISIONS 3). A semicolon is one too: some readers take it
// for a separator and others for text, so it has to be sent as %3B.
func parseQuery(raw string, declared []*field) (found []parameter, mistakes []ErrorDetail) {
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		name, value, message := parsePair(pair)
		switch {
		case message != "":
			mistakes = append(mistakes, ErrorDetail{queryPlace(declared, pair), message, MistakeSyntax})
		case !declares(declared, name):
		case has(found, name):
			mistakes = append(mistakes, ErrorDetail{"query." + name, "may be sent only once", MistakeRepeated})
		default:
			found = append(found, parameter{name, value})
		}
	}
	return found, mistakes
}

// queryPlace is where a mistake in a pair is said to be: at the parameter, if it is
// a declared one as it stands.
func queryPlace(declared []*field, pair string) string {
	if name, _, _ := strings.Cut(pair, "="); declares(declared, name) {
		return "query." + name
	}
	return "query"
}

func parsePair(pair string) (name, value, message string) {
	if strings.Contains(pair, ";") {
		return "", "", "a semicolon must be sent as %3B"
	}
	rawName, rawValue, _ := strings.Cut(pair, "=")
	name, err := url.QueryUnescape(rawName)
	if err == nil {
		value, err = url.QueryUnescape(rawValue)
	}
	switch {
	case err != nil:
		return "", "", "a percent sign must be followed by two hexadecimal digits"
	case !utf8.ValidString(name) || !utf8.ValidString(value):
		return "", "", "must be UTF-8"
	case strings.ContainsRune(name, 0) || strings.ContainsRune(value, 0):
		return "", "", "U+0000 is not allowed"
	}
	return name, value, ""
}

func declares(fields []*field, name string) bool {
	for _, f := range fields {
		if f.name == name {
			return true
		}
	}
	return false
}

func has(found []parameter, name string) bool {
	for _, p := range found {
		if p.name == name {
			return true
		}
	}
	return false
}
