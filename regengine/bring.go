package regengine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// Starter is what a program gives a database to begin with, and adds to as it grows
// itself.
type Starter struct {
	Edition Edition
	Codes   []string // slugs of its codes: they tell a database that was begun with it

	// Read reads all of it. It is called only where something may be missing.
	Read func() (Data, error)
}

// Edition names the content of a starter: a number that rises from release to release,
// and within it what is told of the content. 0 is none.
type Edition int64

// contentBits are the low bits of an Edition, which hold the content.
const contentBits = 48

// NewEdition returns the edition of a release's number and a hash of the content.
func NewEdition(number uint16, content uint64) Edition {
	return Edition(number&0x7fff)<<contentBits | Edition(content>>(64-contentBits))
}

// replaces reports whether a database at edition stored is to be brought to e. An older
// program beside newer ones takes nothing back.
func (e Edition) replaces(stored Edition) bool {
	return e != stored && e>>contentBits >= stored>>contentBits
}

// StarterMarks say what starters wrote into a database.
type StarterMarks struct {
	Edition Edition          // the last one brought in; 0 for none
	Records map[string]int64 // fingerprint of each record as it was written, by its name
}

// StarterDatabase is a Database that keeps what starters wrote.
type StarterDatabase interface {
	Database

	ListCodes(ctx context.Context) ([]codes.Code, error)
	StarterEdition(ctx context.Context) (Edition, error)
	StarterMarks(ctx context.Context) (StarterMarks, error)

	// ApplyStarter is Apply that puts marks, whole, in the place of those there are,
	// in the same transaction. Marks alone raise no revision. Rules are taken as they
	// are: they were read with the starter.
	ApplyStarter(ctx context.Context, base int64, data Data, marks StarterMarks, progress Progress) (changed int, err error)
}

// Brought says what became of a starter in a database.
type Brought struct {
	Wanted  bool // false where the database has this edition or a later one, or is somebody's own
	Added   Tally
	Renewed Tally // written by an earlier starter, changed by nobody
	Kept    Tally // changed or removed by somebody, or from elsewhere: left alone
}

// Tally counts records.
type Tally struct{ Places, Codes int }

func (t *Tally) count(name string) {
	if strings.HasPrefix(name, codePrefix) {
		t.Codes++
	} else {
		t.Places++
	}
}

// Bring writes what a starter brings and nobody changed: to a database without codes all
// of it; to one that was begun with a starter what is new, and what an earlier starter
// wrote and is as it wrote it. A place, or a code with its versions, texts and rules,
// that somebody changed, removed or imported from elsewhere is left alone. Of several
// programs that bring at once, one writes. An error changes nothing.
func Bring(ctx context.Context, db StarterDatabase, schemes []geo.Scheme, s Starter, opts *WriteOptions) (Brought, error) {
	b, err := newBringing(ctx, db, s)
	if err != nil || b == nil {
		return Brought{}, err
	}
	const tries = 5
	for range tries {
		if err := b.plan(ctx, db, s.Edition); err != nil || !b.report.Wanted {
			return b.report, err
		}
		err := b.write(ctx, db, schemes, opts.orDefault())
		if !errors.Is(err, ErrChanged) {
			return b.report, err
		}
	}
	return Brought{}, fmt.Errorf("gave up after %d tries: %w", tries, ErrChanged)
}

// LookAtStarter returns what [Bring] would do. current says that the database has this
// edition: then it counts what is left alone.
func LookAtStarter(ctx context.Context, db StarterDatabase, s Starter) (report Brought, current bool, err error) {
	edition, err := db.StarterEdition(ctx)
	if err != nil {
		return Brought{}, false, err
	}
	current = edition == s.Edition
	var b *bringing
	if current {
		b, err = readStarter(s)
	} else {
		b, err = newBringing(ctx, db, s)
	}
	if err != nil || b == nil {
		return Brought{}, false, err
	}
	err = b.plan(ctx, db, s.Edition)
	return b.report, current, err
}

// bringing is a starter on its way into a database.
type bringing struct {
	starter Data
	prints  map[string]int64

	stored   Data
	revision int64
	change   Data
	next     StarterMarks
	report   Brought
}

// newBringing returns nil where nothing is to be brought: it finds out without reading
// the starter or the database.
func newBringing(ctx context.Context, db StarterDatabase, s Starter) (*bringing, error) {
	edition, err := db.StarterEdition(ctx)
	if err != nil || !s.Edition.replaces(edition) {
		return nil, err
	}
	if edition == 0 {
		own, err := isOwn(ctx, db, s.Codes)
		if err != nil || own {
			return nil, err
		}
	}
	return readStarter(s)
}

func readStarter(s Starter) (*bringing, error) {
	data, err := s.Read()
	if err != nil {
		return nil, err
	}
	return &bringing{starter: data, prints: recordPrints(data)}, nil
}

// isOwn reports whether a database without marks holds somebody's own data: it has codes,
// and not the better part of the starter's.
func isOwn(ctx context.Context, db StarterDatabase, slugs []string) (bool, error) {
	list, err := db.ListCodes(ctx)
	if err != nil || len(list) == 0 {
		return false, err
	}
	known := 0
	for _, code := range list {
		if slices.Contains(slugs, code.Slug) {
			known++
		}
	}
	return 2*known <= len(slugs), nil
}

// plan decides about each record by what is stored now.
func (b *bringing) plan(ctx context.Context, db StarterDatabase, edition Edition) (err error) {
	if b.stored, b.revision, err = db.Load(ctx); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	marks, err := db.StarterMarks(ctx)
	if err != nil {
		return err
	}
	b.report = Brought{Wanted: edition.replaces(marks.Edition)}
	b.next = StarterMarks{Edition: edition, Records: make(map[string]int64, len(b.prints))}
	maps.Copy(b.next.Records, marks.Records)
	stored := recordPrints(b.stored)
	taken := make(map[string]bool)
	for name, sum := range b.prints {
		now, present := stored[name]
		before, marked := marks.Records[name]
		switch {
		case present && now == sum: // as it is to be, whoever wrote it
			b.next.Records[name] = sum
			continue
		case !present && !marked:
			b.report.Added.count(name)
		case present && marked && now == before:
			b.report.Renewed.count(name)
		default:
			b.report.Kept.count(name)
			continue
		}
		taken[name], b.next.Records[name] = true, sum
	}
	b.change = onlyRecords(b.starter, taken)
	b.markMerged(taken)
	return nil
}

// markMerged marks codes as they will be stored: versions the starter no longer has stay.
func (b *bringing) markMerged(taken map[string]bool) {
	if b.report.Renewed.Codes == 0 {
		return
	}
	merged := Merge(b.stored, b.change)
	for name, sum := range recordPrints(Data{Codes: merged.Codes, Blocks: merged.Blocks, Rules: merged.Rules}) {
		if taken[name] {
			b.next.Records[name] = sum
		}
	}
}

func (b *bringing) write(ctx context.Context, db StarterDatabase, schemes []geo.Scheme, o WriteOptions) error {
	o.learn(ctx, b.stored.Countries)
	segments, limits, err := o.derive(ctx, b.stored.Countries, b.change.Blocks, nil)
	if err != nil {
		return err
	}
	b.change.Segments, b.change.Limits = segments, limits
	if err := b.check(schemes); err != nil {
		return err
	}
	_, err = db.ApplyStarter(ctx, b.revision, b.change, b.next, o.Progress)
	return err
}

// check holds the change against what is stored. Codes and rules of a starter hold
// together by themselves: there is something to look for only beside others. Places
// alone cannot make wrong what others say: they are only added, or described anew.
func (b *bringing) check(schemes []geo.Scheme) error {
	if len(b.change.Codes) > 0 && len(b.stored.Codes) > 0 {
		return Check(schemes, b.stored, b.change)
	}
	if len(b.change.Places) == 0 {
		return nil
	}
	return Check(schemes, Data{Places: b.stored.Places, Countries: b.stored.Countries}, Data{Places: b.change.Places})
}

// onlyRecords returns the places and codes of data that are named, with the versions'
// texts and rules.
func onlyRecords(data Data, named map[string]bool) Data {
	var only Data
	for _, p := range data.Places {
		if named[placeRecord(p.ID)] {
			only.Places = append(only.Places, p)
		}
	}
	for _, code := range data.Codes {
		if named[codeRecord(code.Slug)] {
			only.Codes = append(only.Codes, code)
		}
	}
	for _, block := range data.Blocks {
		if slug, _, _ := strings.Cut(block.Doc, "/"); named[codeRecord(slug)] {
			only.Blocks = append(only.Blocks, block)
		}
	}
	for _, set := range data.Rules {
		if named[codeRecord(set.Ref.Code)] {
			only.Rules = append(only.Rules, set)
		}
	}
	return only
}
