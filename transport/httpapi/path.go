package httpapi

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// underAPI reports whether a decoded path belongs to the authenticated API.
func underAPI(path string) bool {
	return path == "/api" || strings.HasPrefix(path, "/api/")
}

// cleanPath reports whether a path is written the one way it should be. Nothing
// is repaired (DECISIONS 3): an empty segment, a dot segment, a trailing slash,
// an encoded slash, or text that is no text finds nothing.
func cleanPath(u *url.URL) bool {
	path := u.Path
	if path == "/" {
		return true
	}
	if !strings.HasPrefix(path, "/") || !plainText(path) {
		return false
	}
	if u.RawPath != "" && encodedSlash(u.RawPath) {
		return false
	}
	rest := path[1:]
	for {
		segment, tail, more := strings.Cut(rest, "/")
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
		if !more {
			return true
		}
		rest = tail
	}
}

func encodedSlash(rawPath string) bool {
	return strings.Contains(rawPath, "%2f") || strings.Contains(rawPath, "%2F")
}

// plainText reports whether s is UTF-8 without control characters.
func plainText(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || unicode.IsControl(r) {
			return false
		}
	}
	return true
}
