package httpapi

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// views are the answers of one snapshot that depend on nothing but their path:
// encoded once, written many times.
type views struct {
	snapshot  *regengine.Snapshot
	countries []geo.ID // served
	places    map[geo.ID]*view
	codes     map[geo.ID]map[string]*codeViews // by country that reads them, then by slug

	circumstances sync.Map            // *view by country
	languages     map[geo.ID][]string // of each country's texts, as a header's value

	// Sums of all that a search can show or depend on.
	placesSum, codesSum [sha256.Size]byte
}

// codeViews are the answers about one code.
type codeViews struct {
	code     *codes.Code
	detail   *view
	latest   *view
	versions map[string]*view
}

// views returns the answers of the newest snapshot. The first request after a
// change builds them; the others that come meanwhile wait for it, so that
// nobody is shown an older state than somebody was before.
func (a *API) views() *views {
	snapshot := a.deps.Engine.Snapshot()
	if v := a.current.Load(); v.snapshot == snapshot {
		return v
	}
	a.building.Lock()
	defer a.building.Unlock()
	snapshot = a.deps.Engine.Snapshot()
	if v := a.current.Load(); v.snapshot == snapshot {
		return v
	}
	v := newViews(snapshot)
	a.current.Store(v)
	return v
}

func newViews(s *regengine.Snapshot) *views {
	v := &views{
		snapshot:  s,
		countries: s.Places.Countries(),
		places:    make(map[geo.ID]*view, s.Places.Len()),
		codes:     make(map[geo.ID]map[string]*codeViews),
		languages: make(map[geo.ID][]string),
	}
	for _, country := range v.countries {
		if scheme, ok := s.Places.Scheme(country); ok && scheme.Language() != "" {
			v.languages[country] = []string{scheme.Language()}
		}
	}
	v.addPlaces()
	v.addCodes()
	return v
}

func (v *views) addPlaces() {
	tails, sum := make(map[*codes.Applicable]tail), sha256.New()
	v.snapshot.Places.All(func(p *geo.Place) bool {
		detail := locationView(v.snapshot, p, tails)
		v.places[p.ID] = detail
		sum.Write(detail.head)
		for _, alias := range p.Aliases { // found by, and not shown
			sum.Write([]byte("\x00" + alias))
		}
		sum.Write([]byte("\n"))
		return true
	})
	sum.Sum(v.placesSum[:0])
}

func (v *views) addCodes() {
	made, sum := make(map[*codes.Code]*codeViews), sha256.New()
	for _, country := range v.countries {
		v.codes[country] = make(map[string]*codeViews)
		for _, code := range v.snapshot.Codes.In(country).All() {
			if made[code] == nil {
				made[code] = newCodeViews(code)
				sum.Write(made[code].detail.head)
				for _, territory := range code.Territories { // they decide who sees it, and are not shown
					sum.Write([]byte("\x00" + territory))
				}
				sum.Write([]byte("\n"))
			}
			v.codes[country][code.Slug] = made[code]
		}
	}
	sum.Sum(v.codesSum[:0])
}

// tail is the end of a location detail: the applicable codes, which most
// municipalities of a province have in common.
type tail struct {
	body []byte
	sum  [sha256.Size]byte
}

func locationView(s *regengine.Snapshot, p *geo.Place, tails map[*codes.Applicable]tail) *view {
	detail := locationDetail(s, p, nil)
	applicable, _ := s.Codes.Applicable(p.ID)

	var key *codes.Applicable // equal sets are the same slice
	if len(applicable) > 0 {
		key = &applicable[0]
	}
	t, ok := tails[key]
	if !ok {
		t = newTail(applicable)
		tails[key] = t
	}
	place := newView(bytes.TrimSuffix(encode(detail), []byte("[]}")), t.body, t.sum)
	place.item = searchItem(place.head)
	return place
}

// searchItem returns a place as a search lists it. A detail begins with the
// same members, so the item is what stands before the detail's next one.
func searchItem(detail []byte) []byte {
	end := bytes.Index(detail, []byte(`,"ancestors":`)) // a quote within a name is escaped
	return append(detail[:end:end], '}')
}

// searchBody returns a LocationSearchResponse of places, put together from what
// was encoded with the snapshot.
func (v *views) searchBody(found []*geo.Place) []byte {
	const opening, closing = `{"results":[`, `]}`
	size := len(opening) + len(closing) + len(found)
	for _, p := range found {
		size += len(v.places[p.ID].item)
	}
	body := append(make([]byte, 0, size), opening...)
	for i, p := range found {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, v.places[p.ID].item...)
	}
	return append(body, closing...)
}

// newTail encodes applicable codes to take the place of the empty list at the
// end of a detail.
func newTail(applicable []codes.Applicable) tail {
	body := append(encode(list(applicable, applicableCode)), '}')
	return tail{body, sha256.Sum256(body)}
}

func newCodeViews(code *codes.Code) *codeViews {
	c := &codeViews{code: code, versions: make(map[string]*view, len(code.Versions))}
	latest := []CodeVersionDetailResponse{}
	for _, version := range code.Versions {
		detail := codeVersionDetail(code, version)
		c.versions[version.Slug] = wholeView(detail)
		if version.Status == codes.Active {
			latest = append(latest, detail)
		}
	}
	c.detail = wholeView(codeDetail(code))
	c.latest = wholeView(latest)
	return c
}

func wholeView(v any) *view { return newView(encode(v), nil, [sha256.Size]byte{}) }

// served returns the country a geo_id's prefix names, if it is one that is
// served.
func (v *views) served(geoID string) (geo.ID, bool) {
	country := geo.ID(upper(geoID)).Country()
	for _, c := range v.countries {
		if c == country {
			return c, true
		}
	}
	return "", false
}

// upper turns ASCII letters to upper case and leaves everything else alone: a
// long s is not an S.
func upper(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, s)
}
