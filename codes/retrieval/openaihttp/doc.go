// Package openaihttp is what every adapter of an OpenAI-compatible server needs
// around the client library: no redirects, bounded answers, errors that never
// repeat what a server wrote, and retries within a deadline.
package openaihttp

import (
	"errors"
	"net/url"
	"strings"
)

// CheckURL says what keeps a text from being the base URL of a server.
func CheckURL(baseURL string) error {
	u, err := url.Parse(baseURL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("the base URL must be http or https with a host, such as http://127.0.0.1:11434/v1")
	case u.User != nil:
		return errors.New("the base URL must not hold a user or password; give the key by itself")
	case u.RawQuery != "" || u.Fragment != "":
		return errors.New("the base URL must end with its path")
	}
	return nil
}

// CheckKey says what keeps a text from being an API key. "" is none, and fine.
func CheckKey(key string) error {
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return errors.New("the API key holds a space, a line break or a letter no key has")
	}
	return nil
}
