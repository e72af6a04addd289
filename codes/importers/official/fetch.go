package official

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

var (
	// ErrHost says that an address is of no official publisher.
	ErrHost = errors.New("not an official publisher's address")

	// ErrAnswer says that a publisher did not answer with a file.
	ErrAnswer = errors.New("the publisher gave no file")
)

//go:embed hosts.txt
var hostsTXT string

// Hosts returns the official publishers' hosts.
func Hosts() []string {
	var hosts []string
	for line := range strings.Lines(hostsTXT) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			hosts = append(hosts, line)
		}
	}
	return hosts
}

// Options of a Fetcher.
type Options struct {
	Hosts     []string          // beside those of the list
	MaxBytes  int64             // largest file; 0 means 64 MiB
	Timeout   time.Duration     // of one file; 0 means 2 minutes
	Transport http.RoundTripper // nil means a plain one
}

// Fetcher fetches files from official publishers.
type Fetcher struct {
	hosts    map[string]bool
	maxBytes int64
	client   *http.Client
}

// New returns a Fetcher. It does no I/O.
func New(opts *Options) *Fetcher {
	if opts == nil {
		opts = &Options{}
	}
	f := &Fetcher{hosts: make(map[string]bool), maxBytes: opts.MaxBytes}
	if f.maxBytes <= 0 {
		f.maxBytes = 64 << 20
	}
	for _, host := range append(Hosts(), opts.Hosts...) {
		f.hosts[strings.ToLower(host)] = true
	}
	timeout := opts.Timeout
	if timeout <= 0 {
		timeout = 2 * time.Minute
	}
	f.client = &http.Client{Timeout: timeout, Transport: opts.Transport, CheckRedirect: f.redirect}
	return f
}

// IsAddress reports whether a command's argument is an address and not a file: a
// URL, or the identifier of a Spanish regulation in BOE's collection.
func IsAddress(arg string) bool {
	return strings.HasPrefix(arg, "https://") || strings.HasPrefix(arg, "http://") || boeIdentifier.MatchString(arg)
}

var boeIdentifier = lazyregexp.New(`^BOE-[A-Z]-\d{4}-\d{1,6}$`)

// Address returns the URL an argument stands for.
func Address(arg string) string {
	if boeIdentifier.MatchString(arg) {
		return "https://www.boe.es/datosabiertos/api/legislacion-consolidada/id/" + arg
	}
	return arg
}

// Fetch returns the file at an address and its name. accept is the media type
// wanted. ErrHost where the address, or one it leads on to, is not https of a
// known host; ErrAnswer where there is no file; ctx's error.
func (f *Fetcher) Fetch(ctx context.Context, address, accept string) (name string, data []byte, err error) {
	u, err := url.Parse(Address(address))
	if err != nil {
		return "", nil, fmt.Errorf("%w: %q cannot be read as an address", ErrHost, address)
	}
	if err := f.check(u); err != nil {
		return "", nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return "", nil, fmt.Errorf("%w: %w", ErrHost, err)
	}
	request.Header.Set("Accept", accept)
	request.Header.Set("User-Agent", "regengine")
	response, err := f.client.Do(request)
	if err != nil {
		return "", nil, f.failed(ctx, u, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", nil, fmt.Errorf("%w: %s answered %s", ErrAnswer, u.Host, response.Status)
	}
	data, err = io.ReadAll(io.LimitReader(response.Body, f.maxBytes+1))
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return "", nil, f.failed(ctx, u, err)
	}
	if int64(len(data)) > f.maxBytes {
		return "", nil, fmt.Errorf("%w: the file at %s is larger than %d MiB", ErrAnswer, u.Host, f.maxBytes>>20)
	}
	return path.Base(u.Path), data, nil
}

func (f *Fetcher) failed(ctx context.Context, u *url.URL, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, ErrHost) {
		return err
	}
	var timeout interface{ Timeout() bool }
	if errors.As(err, &timeout) && timeout.Timeout() {
		return fmt.Errorf("%w: %s did not answer in time", ErrAnswer, u.Host)
	}
	return fmt.Errorf("%w: %w", ErrAnswer, err)
}

// check holds an address to the list. An address with a user or a port is none of
// an official publisher.
func (f *Fetcher) check(u *url.URL) error {
	host := strings.ToLower(u.Host)
	switch {
	case u.Scheme != "https":
		return fmt.Errorf("%w: only https addresses are fetched", ErrHost)
	case u.User != nil || !f.hosts[host] && !f.hosts[strings.TrimPrefix(host, "www.")]:
		return fmt.Errorf("%w: %q is not on the list; allow it with --allow-host, or download the file and name it", ErrHost, u.Host)
	}
	return nil
}

// redirect follows an address that leads on, as long as it stays on the list.
func (f *Fetcher) redirect(request *http.Request, via []*http.Request) error {
	const most = 5
	if len(via) >= most {
		return fmt.Errorf("%w: more than %d redirections", ErrAnswer, most)
	}
	return f.check(request.URL)
}

// Sorted returns the hosts that are asked, in order.
func (f *Fetcher) Sorted() []string {
	hosts := make([]string, 0, len(f.hosts))
	for host := range f.hosts {
		hosts = append(hosts, host)
	}
	slices.Sort(hosts)
	return hosts
}
