package web

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// placePage tells what is known of a place and what applies there on a day.
type placePage struct {
	frame
	Place          *geo.Place
	Level          string
	Around         []*geo.Place // widest first
	Facts          []fact
	Credit         string       // whose facts they are
	Parts          []*geo.Place // the places right below, by name
	Count          int
	Groups         []scopeAt
	None           []string // scopes of which the catalogue holds nothing here
	Day            codes.Date
	Changes        []newVersion
	ToRequirements string // the page of requirements, for this place and day
	ToCheck        string // the page that checks a value, likewise
}

// fact is one technical datum.
type fact struct {
	Label, Value string
	Strips       []strip
	Altitude     *altitude
}

// scopeAt are the codes of one scope that apply for one reason.
type scopeAt struct {
	Name, Reason string
	Codes        []codeAt
}

// codeAt is a code with the edition that applies.
type codeAt struct {
	Code    *codes.Code
	Version *codes.Version // nil where none is known to apply on that day
	Path    string
}

// locationAnswer is what the page takes of the API's answer.
type locationAnswer struct {
	Codes []struct {
		Slug  string
		Scope codes.NormativeScope `json:"normative_scope"`
		Match string               `json:"match_reason"`
	} `json:"applicable_codes"`
}

// changesSince is how many years back changes are listed.
const changesSince = 2

func (s *Site) choosePlace(w http.ResponseWriter, r *http.Request, _ *visit) {
	f := s.frame(r, "", "places", "")
	f.Title, f.Search = f.T("place.choose"), false // it has a box of its own
	s.write(w, r, http.StatusOK, "places", f)
}

func (s *Site) place(w http.ResponseWriter, r *http.Request, v *visit) {
	var answer locationAnswer
	query := url.Values{}
	day := codes.DateOf(s.opts.Now())
	if asked := r.URL.Query().Get("as_of"); asked != "" {
		query.Set("as_of", asked)
		day, _ = codes.ParseDate(asked) // the API refuses what is none
	}
	if err := v.get(placeAPI(r.PathValue("geo_id")), query, &answer); err != nil {
		s.refuse(w, r, err)
		return
	}
	snapshot := s.engine.Snapshot()
	id, err := snapshot.Places.ParseID(r.PathValue("geo_id"))
	if err != nil {
		s.notFound(w, r)
		return
	}
	place, err := snapshot.Places.Get(id)
	if err != nil {
		s.notFound(w, r)
		return
	}
	s.keepPlace(w, place.ID)
	s.write(w, r, http.StatusOK, "place", s.placePage(r, snapshot, place, day, answer))
}

func placeAPI(id string) string { return "/api/v1/location/" + url.PathEscape(id) }

func (s *Site) placePage(r *http.Request, snapshot *regengine.Snapshot, place *geo.Place, day codes.Date, answer locationAnswer) placePage {
	page := placePage{frame: s.frame(r, place.Name, "places", ""), Place: place, Day: day, Count: len(answer.Codes)}
	page.at(place)
	page.Level = page.T("level." + place.Level.String())
	page.Credit = s.opts.Credits[page.Lang]
	ancestors, _ := snapshot.Places.Ancestors(place.ID) // it is a place of the snapshot
	page.Around = slices.Clone(ancestors)
	slices.Reverse(page.Around)
	if place.Tech != nil {
		page.Facts = page.factsOf(place.Tech, surroundingsOf(snapshot.Places, place))
	}
	page.Parts = partsOf(snapshot.Places, place, page.Lang)
	page.group(snapshot, answer, day)
	here := url.Values{"geo_id": {string(place.ID)}, "as_of": {day.String()}}.Encode()
	page.ToRequirements, page.ToCheck = "/requirements?"+here, "/check?"+here
	return page
}

// partsOf returns the places right below another, as their names are sorted in a language.
func partsOf(places *geo.Gazetteer, of *geo.Place, lang string) []*geo.Place {
	var parts []*geo.Place
	for p := range places.All {
		if p.Parent == of.ID {
			parts = append(parts, p)
		}
	}
	order := collate.New(language.Make(lang))
	slices.SortStableFunc(parts, func(a, b *geo.Place) int { return order.CompareString(a.Name, b.Name) })
	return parts
}

// factsOf lists the technical data of a place, zones on the scale of the country; what is
// not known is left out.
func (p *placePage) factsOf(t *geo.TechData, among *surroundings) []fact {
	var list []fact
	zone := func(key, label, zone string) {
		if zone != "" {
			list = append(list, fact{Label: label, Value: p.zoneName(key, zone), Strips: among.strips(key, zone, p.zoneName)})
		}
	}
	zone(climateDatum, p.T("tech.climate_zone"), t.ClimateZone)
	if t.AltitudeM != nil {
		list = append(list, fact{Label: p.T("tech.altitude"), Value: p.metres(*t.AltitudeM), Altitude: among.altitude(p, *t.AltitudeM)})
	}
	zone(seismicDatum, p.T("tech.seismic_zone"), t.SeismicZone)
	if t.RadonZone != nil {
		zone(radonDatum, p.T("tech.radon_zone"), strconv.Itoa(*t.RadonZone))
	}
	for _, extra := range t.Extra {
		if extra.Unit == "" {
			zone(extra.Key, extra.Label, extra.Value)
			continue
		}
		list = append(list, fact{Label: extra.Label, Value: p.inText(extra.Value) + unitOf(extra.Unit)})
	}
	if t.Population != nil {
		list = append(list, fact{Label: p.T("tech.population"), Value: p.count(*t.Population)})
	}
	return list
}

// zoneName is what a zone is called: a text of the pages, or the country's word.
func (f frame) zoneName(datum, zone string) string {
	return f.inText(cmp.Or(f.Words.texts["tech."+datum+"."+zone], zone))
}

func (f frame) metres(n int) string { return f.count(n) + "\u00a0m" }

// unitOf is a unit as it stands behind a figure, which it does not leave.
func unitOf(unit string) string {
	if unit == "" {
		return ""
	}
	return "\u00a0" + unit
}

// group puts what applies together by scope and reason, in the order of the answer.
func (p *placePage) group(snapshot *regengine.Snapshot, answer locationAnswer, day codes.Date) {
	catalog := snapshot.Codes.In(p.Place.ID.Country())
	current := editions(catalog, p.Place.ID, day)
	at := map[string]int{}
	held := map[codes.NormativeScope]bool{}
	for _, c := range answer.Codes {
		code, err := catalog.Get(c.Slug)
		if err != nil {
			continue // removed since
		}
		held[c.Scope] = true
		key := string(c.Scope) + " " + c.Match
		if _, ok := at[key]; !ok {
			at[key] = len(p.Groups)
			p.Groups = append(p.Groups, scopeAt{Name: p.T("scope." + string(c.Scope)), Reason: p.reason(c.Scope, c.Match)})
		}
		entry := codeAt{Code: code, Version: current[c.Slug]}
		if entry.Version != nil {
			entry.Path = path(codes.VersionRef{Code: code.Slug, Version: entry.Version.Slug})
			p.addChange(code, entry.Version, day)
		}
		group := &p.Groups[at[key]]
		group.Codes = append(group.Codes, entry)
	}
	for _, scope := range codes.Scopes() {
		if !held[scope] {
			p.None = append(p.None, p.T("scope."+string(scope)))
		}
	}
	slices.SortStableFunc(p.Changes, func(a, b newVersion) int { return b.Version.Effective.Compare(a.Version.Effective) })
}

// editions returns the version of each code that applies at a place on a day, by slug:
// one in force then, else one of which nobody can tell.
func editions(catalog *codes.Catalog, place geo.ID, day codes.Date) map[string]*codes.Version {
	found := map[string]*codes.Version{}
	forces, err := catalog.ForceAt(place, day)
	if err != nil {
		return found
	}
	for _, state := range []codes.ForceState{codes.InForce, codes.ForceUnknown} {
		for _, f := range forces {
			if f.State == state && found[f.Code.Slug] == nil {
				found[f.Code.Slug] = f.Version
			}
		}
	}
	return found
}

// addChange lists a version that came into force in the years before the day.
func (p *placePage) addChange(code *codes.Code, v *codes.Version, day codes.Date) {
	year, _ := strconv.Atoi(day.String()[:4])
	since, err := codes.ParseDate(strconv.Itoa(year-changesSince) + day.String()[4:])
	if err != nil || v.Effective.Before(since) { // a 29th of February has no such day two years ago: nothing is listed then
		return
	}
	p.Changes = append(p.Changes, newVersion{Code: code, Version: v, Path: path(codes.VersionRef{Code: code.Slug, Version: v.Slug})})
}

// reason says why codes of a scope apply here: by the territory of a level.
func (p *placePage) reason(scope codes.NormativeScope, level string) string {
	if scope == codes.European {
		return p.T("place.reason.member", p.Place.Name)
	}
	for _, around := range p.Around {
		if around.Level.String() == level {
			return p.T("place.reason.in", p.Place.Name, around.Name)
		}
	}
	return p.T("place.reason.own", p.Place.Name)
}
