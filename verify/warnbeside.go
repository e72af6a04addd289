package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// What a reader is told beside a verdict: what the rules leave out, what other texts have yet
// to lay down, what was not read, and how sure the place and the texts are.

// warnUnexpressed says what of the texts the rules that are cited leave out.
func (d *decision) warnUnexpressed(out *Result, list []*rule) {
	for _, r := range list {
		text := r.Unexpressed.In(d.lang, r.set.Language)
		if text != "" && slices.ContainsFunc(out.Sources, func(s Source) bool { return s.Block == r.cited.Block && s.Start == r.cited.Start }) {
			d.warn(msgUnexpressed, r.set.Ref.String(), text)
		}
	}
}

// warnTerms names what another text has yet to lay down.
func (d *decision) warnTerms(open []verdict) {
	var said []*rules.Term
	for _, v := range open {
		t := v.governing.term
		if t == nil || slices.Contains(said, t) {
			continue
		}
		said = append(said, t)
		label := t.Label.In(d.lang, v.governing.rule.set.Language)
		if label == "" {
			label = t.Name
		}
		d.warn(msgTermOpen, v.governing.rule.set.Ref.String(), label, d.filler(t.By))
	}
}

// filler names the kind of text that lays down a term.
func (d *decision) filler(by codes.NormativeScope) string {
	if m, ok := fillers[by]; ok {
		return d.say(m)
	}
	return d.say(msgByLower)
}

var fillers = map[codes.NormativeScope]message{
	codes.Regional: msgByRegional, codes.Provincial: msgByProvincial, codes.Municipal: msgByMunicipal,
	codes.Supramunicipal: msgBySupramunicipal, codes.Sectorial: msgBySectorial,
}

// warnUnread names what no wording explains and did not keep the check from
// being decided: numbers, unless a warning named them already, and words of an
// aside.
func (d *decision) warnUnread(named bool) {
	if !named {
		d.eachUnread(func(w *understand.Word) { d.warn(msgUnread, w.Text) })
	}
	for _, w := range d.asides {
		d.warn(msgUnread, w)
	}
}

// warnContext says how sure the climate zone is.
func (d *decision) warnContext(list []*rule) {
	for _, index := range askedOf(list) {
		if f := d.v.facts[index]; f.Place == rules.PlaceClimate {
			d.warnZone(f)
		}
	}
}

func (d *decision) warnZone(f *fact) {
	if d.base[f.index].origin != byPlace {
		return
	}
	if d.v.siteTechs(d.place, d.base) != nil {
		d.warn(msgSiteAltitude, strings.Join(d.base[f.index].texts, " / "))
		return
	}
	if d.v.nearZoneBoundary(d.place) {
		d.warn(msgZoneBoundary, d.place.Tech.ClimateZone, *d.place.Tech.AltitudeM, zoneReach)
	}
}

// warnSources tells a reader of digests, in one sentence, where the wording in force is.
func (d *decision) warnSources(out *Result) {
	var there, alone, addresses []string
	for _, s := range out.Sources {
		version, err := d.v.catalog.Version(s.Ref)
		ref := s.Ref.String()
		switch {
		case err != nil || !version.Digest || slices.Contains(there, ref) || slices.Contains(alone, ref):
		case version.SourceURL == "":
			alone = append(alone, ref)
		default:
			there = append(there, ref)
			if !slices.Contains(addresses, version.SourceURL) {
				addresses = append(addresses, version.SourceURL)
			}
		}
	}
	if len(there) > 0 {
		d.warn(msgDigest, strings.Join(there, ", "), strings.Join(addresses, ", "))
	}
	if len(alone) > 0 {
		d.warn(msgDigestAlone, strings.Join(alone, ", "))
	}
}
