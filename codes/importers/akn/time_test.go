package akn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
)

// dated is an act made on 2021-04-10, its wording of 2021-05-01, with more dates of
// the work, more metadata behind the identification, and a body.
func dated(work, meta, body string) string {
	return `<akomaNtoso><act><meta><identification><FRBRWork><FRBRuri value="/akn/es/act/2021/30"/><FRBRdate date="2021-04-10" name="Generation"/>` + work +
		`<FRBRtitle value="Ladders"/><FRBRcountry value="es"/></FRBRWork><FRBRExpression><FRBRdate date="2021-05-01" name="Generation"/><FRBRlanguage language="eng"/></FRBRExpression></identification>` +
		meta + `</meta><body>` + body + `</body></act></akomaNtoso>`
}

const rung = `<article eId="art_1"><num>1</num><content><p>A rung is 30 cm wide.</p></content></article>`

// The day an act takes effect is its own: neither that of an act that amends it nor
// one on which it was not made yet.
func TestRead_OwnDates(t *testing.T) {
	proprietary := func(inside string) string { return `<proprietary xmlns:x="urn:x">` + inside + `</proprietary>` }
	const own = `<x:force><x:dateEntryIntoForce date="2021-06-01"/></x:force>`
	tests := map[string]struct {
		work, meta      string
		want, published string
		says            string
	}{
		"amending acts, by name":      {"", proprietary(own + `<x:amendedBy><x:act><x:dateEntryIntoForce date="2023-01-01"/><x:datePublished date="2022-12-01"/></x:act></x:amendedBy>`), "2021-06-01", "", "2023-01-01"},
		"other acts, by address":      {"", proprietary(own + `<x:list><x:entry><x:ref href="/akn/es/act/2020/1"/><x:date><x:inForce date="2022-01-01"/></x:date></x:entry></x:list>`), "2021-06-01", "", "2022-01-01"},
		"acts that it affects":        {"", proprietary(`<x:impactToLegalResource><x:dateEntryInForce>2024-01-01</x:dateEntryInForce></x:impactToLegalResource><x:dateEntryInForce>2021-07-01</x:dateEntryInForce>`), "2021-07-01", "", ""},
		"a date before it was made":   {"", proprietary(`<x:dateEntryIntoForce date="2008-01-01"/>`), "2021-05-01", "", "2008-01-01 is taken for no day"},
		"no name: the wording's":      {"", "", "2021-05-01", "", "2021-05-01, is taken"},
		"names of the work":           {`<FRBRdate date="2021-08-01" name="dateEntryInForce"/><FRBRdate date="2021-04-20" name="datePublication"/>`, "", "2021-08-01", "2021-04-20", ""},
		"names with a prefix":         {`<FRBRdate date="2021-08-01" name="jolux:dateApplicability"/>`, "", "2021-08-01", "", ""},
		"period of the act's own":     {"", `<lifecycle><eventRef eId="e" date="2021-09-01" type="generation"/></lifecycle><temporalData><temporalGroup eId="g"><timeInterval start="#e" refersTo="#inForce"/></temporalGroup></temporalData>`, "2021-09-01", "", ""},
		"amended before it was made?": {"", `<lifecycle><eventRef eId="e" date="2009-01-01" type="amendment" refersTo="#inForce"/></lifecycle>`, "2021-05-01", "", "2009-01-01"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			text := dated(test.work, test.meta, rung)
			if strings.Contains(name, "period") {
				text = strings.Replace(text, "<body>", `<body period="#g">`, 1)
			}
			imp := read(t, text, &importers.Given{Today: date("2026-01-01")})
			v := imp.Code.Versions[0]
			if v.Effective.String() != test.want || v.Published.String() != test.published {
				t.Errorf("effective %s, published %s; want %s, %s", v.Effective, v.Published, test.want, test.published)
			}
			if test.says != "" && !reports(imp, test.says) {
				t.Errorf("%q is not said: %v", test.says, imp.Report.Problems)
			}
		})
	}
}

// events has four days and three groups of them.
const events = `<lifecycle><eventRef eId="a" date="2021-06-01" type="generation"/><eventRef eId="b" date="2023-01-01" type="amendment"/>
<eventRef eId="c" date="2024-01-01" type="repeal"/><eventRef eId="d" date="2031-01-01" type="amendment"/></lifecycle>
<temporalData><temporalGroup eId="ab"><timeInterval start="#a" end="#b" refersTo="#inForce"/><timeInterval start="#a" refersTo="#efficacy"/></temporalGroup>
<temporalGroup eId="bd"><timeInterval start="#b" end="#d"/></temporalGroup><temporalGroup eId="d"><timeInterval start="#d"/></temporalGroup>
<temporalGroup eId="ac"><timeInterval start="#a" end="#c"/></temporalGroup></temporalData>`

// Several wordings of a provision are as many versions, each with the wording of its
// days; an event that ended some parts only does not end the act.
func TestRead_Periods(t *testing.T) {
	body := `<article eId="art_1"><num>1</num><paragraph eId="p1" period="#ab"><num>1.</num><content><p>30 cm.</p></content></paragraph>
<paragraph eId="p1a" period="#bd"><num>1.</num><content><p>40 cm.</p></content></paragraph>
<paragraph eId="p1b" period="#d"><num>1.</num><content><p>50 cm.</p></content></paragraph></article>
<article eId="art_2" period="#ac"><num>2</num><content><p>Steel.</p></content></article><article eId="art_3"><num>3</num><content><p>Blue.</p></content></article>`
	want := []string{
		"2021-06-01 repealed until 2023-01-01 then 2023-01-01: 1. 30 cm. Steel. Blue.",
		"2023-01-01 repealed until 2024-01-01 then 2024-01-01: 1. 40 cm. Steel. Blue.",
		"2024-01-01 active until  then 2031-01-01: 1. 40 cm. Blue.",
		"2031-01-01 in_progress until  then : 1. 50 cm. Blue.",
	}
	versions := func(given *importers.Given) (list []string) {
		given.Today = date("2026-01-01")
		imp := read(t, dated("", events, body), given)
		for _, v := range imp.Code.Versions {
			var said []string
			for _, b := range imp.Blocks {
				if b.Doc == (codes.VersionRef{Code: imp.Code.Slug, Version: v.Slug}).String() {
					said = append(said, b.Text)
				}
			}
			list = append(list, fmt.Sprintf("%s %s until %s then %s: %s", v.Effective, v.Status, v.Repealed, v.SucceededBy.Version, strings.Join(said, " ")))
		}
		return list
	}
	if diff := cmp.Diff(want, versions(&importers.Given{})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff([]string{"2024-01-01 active until  then : 1. 40 cm. Blue."}, versions(&importers.Given{OnlyCurrent: true})); diff != "" {
		t.Errorf("only the current one: -want +got\n%s", diff)
	}
	if imp := read(t, dated("", events, body), nil); countOf(imp, "versions") != (importers.Count{What: "versions", Source: 4, Kept: 4}) || countOf(imp, "provisions") != (importers.Count{What: "provisions", Source: 3, Kept: 3}) {
		t.Errorf("%v", imp.Report.Counts)
	}
}

// The wordings of a provision need not stand side by side.
func TestRead_PeriodsApart(t *testing.T) {
	article := func(id, period, num, text string) string {
		return `<article eId="` + id + `" period="#` + period + `"><num>` + num + `</num><content><p>` + text + `</p></content></article>`
	}
	imp := read(t, dated("", events, article("a1", "ab", "1", "30 cm.")+article("a2", "d", "2", "Blue.")+article("a1b", "bd", "1", "40 cm.")), &importers.Given{Today: date("2026-01-01")})
	var slugs []string
	for _, v := range imp.Code.Versions {
		slugs = append(slugs, v.Slug)
	}
	if diff := cmp.Diff([]string{"2021-06-01", "2023-01-01", "2031-01-01"}, slugs); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Where one wording is in the file, what ended before it or is still to come is no
// part of it, and is named.
func TestRead_NotInForce(t *testing.T) {
	tests := map[string]struct{ part, says string }{
		"removed":               {`<article eId="art_2" status="removed"><num>2</num><content><p>Steel.</p></content></article>`, "removed or repealed: 2 (art_2)"},
		"removed, deep inside":  {`<article eId="art_2"><num>2</num><paragraph eId="p1" status="removed"><num>1.</num><content><p>Steel.</p></content></paragraph><paragraph eId="p2"><content><p>Wood.</p></content></paragraph></article>`, "1. (p1)"},
		"repealed":              {`<article eId="art_2" status="repealed"><num>2</num><content><p>Steel.</p></content></article>`, "art_2"},
		"ended before":          {`<article eId="art_2" period="#ended"><num>2</num><content><p>Steel.</p></content></article>`, "day of this wording: 2 (art_2)"},
		"to come":               {`<article eId="art_2" period="#d"><num>2</num><content><p>Steel.</p></content></article>`, "art_2"},
		"in the older form":     {`<article id="art2" start="#d"><num>2</num><content><p>Steel.</p></content></article>`, "art2"},
		"in force, and nothing": {`<article eId="art_2" period="#bd"><num>2</num><content><p>Iron.</p></content></article>`, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			meta := strings.Replace(events, `<temporalGroup eId="ab">`, `<temporalGroup eId="ended"><timeInterval end="#z"/></temporalGroup><temporalGroup eId="ab">`, 1)
			meta = strings.Replace(meta, `<eventRef eId="a"`, `<eventRef eId="z" date="2021-04-30" type="amendment"/><eventRef eId="a"`, 1)
			imp := read(t, dated("", strings.Replace(meta, `type="repeal"`, `type="amendment"`, 1), rung+test.part), &importers.Given{Today: date("2026-01-01")})
			for _, b := range imp.Blocks {
				if strings.Contains(b.Text, "Steel") {
					t.Errorf("%q decides", b.Text)
				}
			}
			if left := reports(imp, "left out"); left != (test.says != "") || !reports(imp, test.says) && left {
				t.Errorf("want %q said: %v", test.says, imp.Report.Problems)
			}
		})
	}
}

// What stands beside an article is a section of its own, in an annex too; what
// stands in one is part of it.
func TestRead_BesideArticles(t *testing.T) {
	body := rung + `<transitional eId="tr_1"><num>Transitional 1</num><content><p>Old ladders stay.</p></content></transitional>
<proviso eId="pr_1"><content><p>None in silos.</p></content></proviso>
<article eId="art_2"><num>2</num><paragraph eId="p1"><num>1.</num><content><p>Feet.</p></content></paragraph><proviso eId="pr_2"><num>But</num><content><p>not on ice.</p></content></proviso></article>
<clause eId="cl_1"><heading>Silos</heading><content><p>Silos have other ladders.</p></content></clause>
<paragraph eId="pa_1"><content><p>Barns, too.</p></content></paragraph>
<article eId="art_3"><num>3</num><paragraph eId="p3"><num>1</num><content><p>Two hooks.</p></content></paragraph></article>`
	attachment := `<attachments><attachment eId="att_1"><heading>Annex A</heading><doc name="annex"><meta/><preface><p><docTitle>Annex A. Tables</docTitle></p></preface><mainBody><section eId="s1"><num>1</num><heading>Feet</heading><content><p>Rubber.</p></content></section></mainBody></doc></attachment></attachments>`
	imp := read(t, strings.Replace(dated("", "", body), "</body>", "</body>"+attachment, 1), nil)
	want := []string{
		"art-1 article 0: A rung is 30 cm wide.", "tr-1 article 0: Old ladders stay.", "pr-1 article 0: None in silos.",
		"art-2 paragraph 0: 1. Feet.", "art-2 item 1: But not on ice.",
		"cl-1 article 0: Silos have other ladders.", "pa-1 article 0: Barns, too.", "art-3 article 0: 1. Two hooks.", "s1 article 0: Rubber.",
	}
	if diff := cmp.Diff(want, texts(imp)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	var titles []string
	for _, s := range imp.Code.Versions[0].Sections {
		titles = append(titles, s.Title)
	}
	if diff := cmp.Diff([]string{"1", "Transitional 1", "Proviso", "2", "Silos", "pa_1", "3", "Annex A. Tables", "1. Feet"}, titles); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, want := range []importers.Count{{What: "articles", Source: 3, Kept: 3}, {What: "sections", Source: 1, Kept: 1}, {What: "annexes", Source: 1, Kept: 1}, {What: "provisions", Source: 7, Kept: 7}} {
		if got := countOf(imp, want.What); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// An act that says at its head that it was repealed is not in force.
func TestRead_SaysItIsRepealed(t *testing.T) {
	notice := `<preface><p>Repealed with effect from 1 March 2024.</p></preface><body>`
	text := strings.Replace(dated("", "", rung), "<body>", notice, 1)
	imp := read(t, text, &importers.Given{Today: date("2026-01-01")})
	if v := imp.Code.Versions[0]; v.Status != codes.Repealed || v.Repealed != date("2024-03-01") || !reports(imp, "with effect from 1 March 2024") {
		t.Errorf("%s from %s: %v", v.Status, v.Repealed, imp.Report.Problems)
	}
	imp = read(t, text, &importers.Given{Today: date("2026-01-01"), Status: codes.Active})
	if v := imp.Code.Versions[0]; v.Status != codes.Active || !v.Repealed.IsZero() {
		t.Errorf("given as active it is %s from %s", v.Status, v.Repealed)
	}
}
