package projects

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// SavedCheck is a check that a project keeps, to be decided again when the law, the
// data or the program has changed. The package does not know how checks are decided:
// Request and Decision are in the form of who does.
type SavedCheck struct {
	ID        string // UUID
	Name      string // "" for none
	Ref       string // the user's own name for what is checked; "" for none
	Request   json.RawMessage
	CreatedAt time.Time
	Decision
}

// Decision is what a check came to.
type Decision struct {
	Verdict   string // in lower-case words, such as "non_compliant"
	Limit     string // decimal digits in the unit of the check, as Margin; "" for none
	Margin    string
	Direction string          // of the limit; "" for none
	On        codes.Date      // the day of which the law was asked
	Result    json.RawMessage // the whole answer
	Receipt   json.RawMessage // what it was made from
	DecidedAt time.Time
}

// CheckPage says which of a project's checks are listed: Most of them behind the first
// From. Bare leaves Result and Receipt out.
type CheckPage struct {
	From, Most int
	Bare       bool
	Only       []string // verdicts; none for every one
	First      []string // verdicts that come before the others, in this order
	Newest     bool     // the newest first, of each verdict in First and of the others
}

// AllChecks is every check of a project, bare.
var AllChecks = CheckPage{Most: MaxChecks, Bare: true}

// Flip is a check that comes to another verdict than it is kept with.
type Flip struct {
	Before SavedCheck
	Now    Decision
}

// Rerun is what checks came to when they were decided again.
type Rerun struct {
	Verdicts map[string]int // how many came to each
	Flips    []Flip         // in the order of the checks
}

// SaveChecks stores checks with what they came to, all or none, each under a new id where
// it has none. It returns what was stored. ErrInvalid, ErrFull, ErrNotFound.
func (s *Service) SaveChecks(ctx context.Context, organizationID, projectID string, list ...SavedCheck) ([]SavedCheck, error) {
	list = slices.Clone(list)
	at := s.stamp()
	for i := range list {
		c := &list[i]
		c.ID, c.DecidedAt = strings.ToLower(cmp.Or(c.ID, NewID())), at
		c.CreatedAt = at.Add(time.Duration(i) * time.Microsecond) // listed in the order given
		if err := c.validate(); err != nil {
			return nil, err
		}
	}
	if err := s.Store.PutChecks(ctx, organizationID, strings.ToLower(projectID), list...); err != nil {
		return nil, err
	}
	return list, nil
}

// GetCheck returns a saved check. ErrNotFound.
func (s *Service) GetCheck(ctx context.Context, organizationID, projectID, id string) (SavedCheck, error) {
	return s.Store.GetCheck(ctx, organizationID, strings.ToLower(projectID), strings.ToLower(id))
}

// ListChecks returns a page of a project's saved checks, oldest first unless the page says
// otherwise, and how many there are of those it asks for. ErrNotFound.
func (s *Service) ListChecks(ctx context.Context, organizationID, projectID string, page CheckPage) (list []SavedCheck, total int, err error) {
	return s.Store.ListChecks(ctx, organizationID, strings.ToLower(projectID), page)
}

// CountChecks returns how many saved checks of a project came to each verdict. ErrNotFound.
func (s *Service) CountChecks(ctx context.Context, organizationID, projectID string) (map[string]int, error) {
	return s.Store.CountChecks(ctx, organizationID, strings.ToLower(projectID))
}

// DeleteCheck removes a saved check. ErrNotFound.
func (s *Service) DeleteCheck(ctx context.Context, organizationID, projectID, id string) error {
	return s.Store.DeleteCheck(ctx, organizationID, strings.ToLower(projectID), strings.ToLower(id))
}

// DeleteChecks removes every saved check of a project, also where there is none.
// ErrNotFound.
func (s *Service) DeleteChecks(ctx context.Context, organizationID, projectID string) error {
	return s.Store.DeleteChecks(ctx, organizationID, strings.ToLower(projectID))
}

// RunChecks decides checks of a project again, as ListChecks returned them, and tells
// which flip. decide is called by several goroutines at once. With keep, what each comes
// to takes the place of what it was stored with; one that was deleted meanwhile stays so.
// Nothing is kept when one cannot be decided: the error is then decide's. ErrInvalid,
// ErrNotFound.
func (s *Service) RunChecks(ctx context.Context, organizationID, projectID string, list []SavedCheck, keep bool,
	decide func(ctx context.Context, c SavedCheck) (Decision, error),
) (Rerun, error) {
	decided, err := decideAll(ctx, list, keep, s.stamp(), decide)
	if err != nil {
		return Rerun{}, err
	}
	out, kept := Rerun{Verdicts: make(map[string]int)}, make(map[string]Decision, len(list))
	for i, now := range decided {
		out.Verdicts[now.Verdict]++
		if now.Verdict != list[i].Verdict {
			out.Flips = append(out.Flips, Flip{Before: list[i], Now: now})
		}
		kept[list[i].ID] = now
	}
	if keep {
		if err := s.Store.PutDecisions(ctx, organizationID, strings.ToLower(projectID), kept); err != nil {
			return Rerun{}, err
		}
	}
	return out, nil
}

// decideAll decides checks, several at once, in their order. Whole answers are held only
// where they are to be kept: there may be thousands.
func decideAll(ctx context.Context, list []SavedCheck, whole bool, at time.Time, decide func(context.Context, SavedCheck) (Decision, error)) ([]Decision, error) {
	out := make([]Decision, len(list))
	deciders, ctx := errgroup.WithContext(ctx)
	deciders.SetLimit(runtime.GOMAXPROCS(0))
	for i, c := range list {
		deciders.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			now, err := decide(ctx, c)
			if err != nil {
				return fmt.Errorf("check %s: %w", c.ID, err)
			}
			if now.DecidedAt = at; !whole {
				now.Result, now.Receipt = nil, nil
			}
			out[i] = now
			return now.validate()
		})
	}
	return out, deciders.Wait()
}

// validate refuses what cannot be kept.
func (c *SavedCheck) validate() error {
	if err := validID(c.ID); err != nil {
		return err
	}
	if c.Name != "" {
		if err := validText("name", c.Name, maxName); err != nil {
			return err
		}
	}
	if err := validLines("ref", c.Ref, maxName); err != nil {
		return err
	}
	if len(c.Request) == 0 {
		return fmt.Errorf("%w: a check says what is checked", ErrInvalid)
	}
	if err := validJSON("request", c.Request); err != nil {
		return err
	}
	return c.Decision.validate()
}

var (
	verdictShape = lazyregexp.New(`^[a-z]+(_[a-z]+)*$`)
	digitsShape  = lazyregexp.New(`^(-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?)?$`)
)

func (d *Decision) validate() error {
	switch {
	case !verdictShape.MatchString(d.Verdict) || len(d.Verdict) > maxUnit:
		return fmt.Errorf("%w: a decision has a verdict of lower-case letters and single _ between them", ErrInvalid)
	case d.Direction != "" && (!verdictShape.MatchString(d.Direction) || len(d.Direction) > maxUnit):
		return fmt.Errorf("%w: the direction of a limit is a word", ErrInvalid)
	case !digitsShape.MatchString(d.Limit) || !digitsShape.MatchString(d.Margin):
		return fmt.Errorf("%w: limit and margin are decimals", ErrInvalid)
	}
	if err := validJSON("receipt", d.Receipt); err != nil {
		return err
	}
	return validJSON("result", d.Result)
}
