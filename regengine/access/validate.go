package access

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Bounds of what a person enters. They keep rows readable and sums far from the
// end of an int64.
const (
	maxName     = 200 // code points
	maxEmail    = 254 // bytes, RFC 5321
	maxSlug     = 64
	maxLimit    = 1_000_000
	maxParallel = 100
	maxCredits  = 1_000_000_000_000_000
)

var slugShape = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (p *Plan) validate() error {
	if !slugShape.MatchString(p.ID) || len(p.ID) > maxSlug {
		return fmt.Errorf("%w: a plan's id has lower-case letters, digits and single hyphens between them, at most %d", ErrInvalid, maxSlug)
	}
	if err := validText("name", p.Name, maxName); err != nil {
		return err
	}
	if p.Credits < 0 || p.Credits > maxCredits {
		return fmt.Errorf("%w: credits go from 0 to %d", ErrInvalid, int64(maxCredits))
	}
	if p.ParallelTurns < 0 || p.ParallelTurns > maxParallel {
		return fmt.Errorf("%w: parallel turns go from 1 to %d, 0 is the default", ErrInvalid, maxParallel)
	}
	for group, limit := range p.Limits {
		if !slices.Contains(Groups(), group) {
			return fmt.Errorf("%w: %q is no group of operations; the groups are %v", ErrInvalid, group, Groups())
		}
		if limit < 0 || limit > maxLimit {
			return fmt.Errorf("%w: a limit goes from 0 to %d requests a minute", ErrInvalid, maxLimit)
		}
	}
	return nil
}

// ValidCredits checks an amount to be granted or taken. ErrInvalid.
func ValidCredits(credits int64) error {
	if credits < -maxCredits || credits > maxCredits || credits == 0 {
		return fmt.Errorf("%w: an amount of credits is not zero and at most %d", ErrInvalid, int64(maxCredits))
	}
	return nil
}

// validText takes one line of readable text.
func validText(what, text string, limit int) error {
	switch {
	case !utf8.ValidString(text):
		return fmt.Errorf("%w: the %s is not UTF-8 text", ErrInvalid, what)
	case strings.TrimSpace(text) == "":
		return fmt.Errorf("%w: the %s is empty", ErrInvalid, what)
	case utf8.RuneCountInString(text) > limit:
		return fmt.Errorf("%w: the %s is longer than %d characters", ErrInvalid, what, limit)
	case strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("%w: the %s holds a control character", ErrInvalid, what)
	}
	return nil
}

// canonicalEmail checks the shape of an address, not whether it is answered.
func canonicalEmail(email string) (string, error) {
	if err := validText("e-mail", email, maxEmail); err != nil {
		return "", err
	}
	email = strings.ToLower(email)
	local, domain, found := strings.Cut(email, "@")
	switch {
	case !found, local == "", domain == "", strings.Contains(domain, "@"), len(email) > maxEmail,
		strings.ContainsFunc(email, unicode.IsSpace), strings.HasPrefix(domain, "."), strings.HasSuffix(domain, "."),
		strings.Contains(domain, ".."):
		return "", fmt.Errorf("%w: an e-mail looks like name@example.org", ErrInvalid)
	}
	return email, nil
}
