package webhooks

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"code.dny.dev/ssrf"
)

const (
	maxURL     = 2000 // bytes
	lookUpTime = 5 * time.Second
)

// checkURL refuses what is no address of a public server: its form, and where its name
// leads to now. ErrAddress.
func (s *Sender) checkURL(ctx context.Context, raw string) error {
	u, err := url.Parse(raw)
	if err != nil || len(raw) > maxURL || !plain(raw) {
		return refused("must be an absolute URL of at most 2,000 characters")
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !s.private) {
		return refused("must begin with https://")
	}
	switch {
	case u.Hostname() == "" || u.Opaque != "":
		return refused("must name a host")
	case u.User != nil:
		return refused("must hold no user or password")
	case u.Fragment != "":
		return refused("must have no fragment")
	case s.private:
		return nil
	}
	return s.checkHost(ctx, u.Hostname())
}

// checkHost refuses a name when any of its addresses is no public one.
func (s *Sender) checkHost(ctx context.Context, host string) error {
	ctx, cancel := context.WithTimeout(ctx, lookUpTime)
	defer cancel()
	addresses, err := s.lookUp(ctx, host)
	if err != nil || len(addresses) == 0 {
		return refused("must name a host that can be found now")
	}
	for _, address := range addresses {
		if s.guard.SafeAddr(address.Unmap().WithZone("")) != nil {
			return refused(leadsInside)
		}
	}
	return nil
}

const leadsInside = "must not lead to a private, local or reserved network"

func refused(why string) error { return fmt.Errorf("%w: %s", ErrAddress, why) }

func plain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) })
}

// lookUp returns the addresses of a host, or the one that it is.
func lookUp(ctx context.Context, host string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}

// problemOf says in a few words of our own what went wrong with a request: what the
// network says is nobody's who merely names an address.
func problemOf(err error) string {
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedNetwork):
		return leadsInside
	case errors.As(err, &dns):
		return "the host could not be found"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "no answer in time"
	}
	return "no connection, or none that is safe"
}
