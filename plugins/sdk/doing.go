package sdk

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/projects"
)

// doing is what of an author's is being asked just now, so that who waits in vain
// can be told where a call hangs.
type doing struct {
	mu    sync.Mutex
	asked map[*asked]struct{}
}

// asked is a method that has not answered yet. Who is asked very often keeps one
// and notes in it what it is asked next.
type asked struct {
	mu     sync.Mutex
	method string // "" for nothing at present
	of     string
	since  time.Time

	at       bool // about a place at
	altitude int  // in metres
}

// ask notes that a method is asked; answered, that it answered.
func (d *doing) ask(method, of string) (answered func()) {
	return d.add(&asked{method: method, of: of, since: time.Now()})
}

func (d *doing) add(a *asked) (remove func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.asked == nil {
		d.asked = map[*asked]struct{}{}
	}
	d.asked[a] = struct{}{}
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.asked, a)
	}
}

// tell lists what has not answered, the latest first.
func (d *doing) tell(now time.Time) (all []*pluginpb.Asked) {
	d.mu.Lock()
	defer d.mu.Unlock()
	since := map[*pluginpb.Asked]time.Time{}
	for a := range d.asked {
		a.mu.Lock()
		if a.method != "" {
			m := &pluginpb.Asked{Method: a.method, Of: a.subject(), Milliseconds: now.Sub(a.since).Milliseconds()}
			all, since[m] = append(all, m), a.since
		}
		a.mu.Unlock()
	}
	slices.SortFunc(all, func(a, b *pluginpb.Asked) int { return since[b].Compare(since[a]) })
	return all
}

func (a *asked) subject() string {
	if !a.at {
		return a.of
	}
	return fmt.Sprintf("%s at %d m", a.of, a.altitude)
}

// Doing implements [pluginpb.CountryServer].
func (s *server) Doing(context.Context, *pluginpb.DoingRequest) (*pluginpb.DoingReply, error) {
	return &pluginpb.DoingReply{Asked: s.doing.tell(time.Now())}, nil
}

// author is a [Country] under a name that is none of its methods'.
type author = Country

// noted is a country that notes what it is being asked.
type noted struct {
	author
	doing *doing
}

// About implements [Country].
func (n *noted) About() About {
	defer n.doing.ask("About", "")()
	return n.author.About()
}

// ParseID implements [geo.Scheme].
func (n *noted) ParseID(text string) (geo.ID, geo.Level, error) {
	defer n.doing.ask("ParseID", text)()
	return n.author.ParseID(text)
}

// ParentAllowed implements [geo.Scheme].
func (n *noted) ParentAllowed(id, parent geo.ID) string {
	defer n.doing.ask("ParentAllowed", string(id))()
	return n.author.ParentAllowed(id, parent)
}

// Derive implements [geo.Scheme].
func (n *noted) Derive(p geo.Place) geo.Place {
	now := &asked{method: "Derive", of: string(p.ID), since: time.Now()}
	defer n.doing.add(now)()
	defer asking(now)
	return n.author.Derive(p)
}

// Places implements [Country].
func (n *noted) Places(ctx context.Context, yield func(geo.Place) error) error {
	yield, answered := n.doing.askPlaces("Places", yield)
	defer answered()
	return n.author.Places(ctx, yield)
}

// askPlaces notes that a method is asked that yields places, and behind which of
// them it is.
func (d *doing) askPlaces(method string, yield func(geo.Place) error) (noting func(geo.Place) error, answered func()) {
	a := &asked{method: method, since: time.Now()}
	return func(p geo.Place) error {
		err := yield(p)
		a.mu.Lock()
		defer a.mu.Unlock()
		a.method, a.since = method+" behind "+string(p.ID), time.Now()
		return err
	}, d.add(a)
}

// Formats implements [Country].
func (n *noted) Formats() []Format {
	defer n.doing.ask("Formats", "")()
	formats := slices.Clone(n.author.Formats())
	for i, f := range formats {
		if f.Read == nil {
			continue
		}
		formats[i].Read = func(ctx context.Context, name string, file io.Reader, yield func(geo.Place) error, note func(string)) error {
			yield, answered := n.doing.askPlaces("Read of format "+f.Name, yield)
			defer answered()
			return f.Read(ctx, name, file, yield, note)
		}
	}
	return formats
}

// LanguageFiles implements [Country].
func (n *noted) LanguageFiles() fs.FS {
	defer n.doing.ask("LanguageFiles", "")()
	return n.author.LanguageFiles()
}

// Calculators implements [Country].
func (n *noted) Calculators() []projects.Calculator {
	defer n.doing.ask("Calculators", "")()
	return n.author.Calculators()
}

// Packs implements [Country].
func (n *noted) Packs() []Pack {
	defer n.doing.ask("Packs", "")()
	return n.author.Packs()
}
