package boe

import (
	_ "embed"
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/geo"
)

// law is what a file holds.
type law struct {
	name       string
	line       int // of its text
	identifier string
	found      importers.Found
	over       bool       // repealed, annulled, or its time run out
	overFrom   codes.Date // zero when not said
	blocks     []*block

	said, kept importers.Words // of the version in force: in the file, as made of it
}

// regionTable has, for each autonomous community and city, its code in the
// European legislation identifier, its ISO 3166-2 code and a word of its name.
//
//go:embed regions.tsv
var regionTable string

// metadata reads <metadatos>. Its dates are three: of publication, of effect and
// of repeal.
func (l *law) metadata(n *importers.Node, report *importers.Report) {
	get := func(name string) string { return n.Child(name).Plain() }
	date := func(name string) codes.Date {
		d, problem := day(get(name))
		if problem != "" {
			report.Add(importers.Problem{Line: int(n.Line), Where: name, Message: problem})
		}
		return d
	}
	l.identifier = get("identificador")
	l.found = importers.Found{
		Identifier: l.identifier, Title: get("titulo"), Author: get("departamento"), Lang: "es",
		Published: date("fecha_publicacion"), Effective: date("fecha_vigencia"), SourceURL: l.source(n),
	}
	if rank := get("rango"); rank != "" {
		l.found.Tags = []string{strings.ToLower(rank)}
	}
	l.territory(get("ambito"), get("departamento"), get("url_eli"))
	l.ended(get, date)
}

func (l *law) source(n *importers.Node) string {
	for _, name := range []string{"url_html_consolidada", "url_eli"} {
		if url := n.Child(name).Plain(); strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://") {
			return url
		}
	}
	if strings.HasPrefix(l.identifier, "BOE-") {
		return "https://www.boe.es/buscar/act.php?id=" + l.identifier
	}
	return ""
}

// territory finds where the law applies, where the file leaves no doubt.
func (l *law) territory(scope, department, eli string) {
	l.found.Country = "ES"
	switch importers.SlugOf(scope) {
	case "estatal":
		l.found.Scope, l.found.Territories = codes.National, []geo.ID{"ES"}
	case "autonomico":
		if id := region(department, eli); id != "" {
			l.found.Scope, l.found.Territories = codes.Regional, []geo.ID{id}
		}
	}
}

// region returns the territory of a community's law: by its legislation
// identifier, else by the department's name; "" when neither tells.
func region(department, eli string) geo.ID {
	_, jurisdiction, _ := strings.Cut(eli, "/eli/es-")
	jurisdiction, _, _ = strings.Cut(jurisdiction, "/")
	name := "-" + importers.SlugOf(department) + "-"
	var byName geo.ID
	for line := range strings.Lines(regionTable) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if f[0] == jurisdiction {
			return geo.ID(f[1])
		}
		if byName == "" && strings.Contains(name, "-"+importers.SlugOf(f[2])+"-") {
			byName = geo.ID(f[1])
		}
	}
	return byName
}

// ended notes whether the law is in force no longer. A flag without a date says
// that it is not, but not since when.
func (l *law) ended(get func(string) string, date func(string) codes.Date) {
	for _, end := range []struct{ flag, day string }{
		{"estatus_derogacion", "fecha_derogacion"}, {"estatus_anulacion", "fecha_anulacion"}, {"vigencia_agotada", ""},
	} {
		if get(end.flag) != "S" {
			continue
		}
		l.over = true
		if end.day != "" && l.overFrom.IsZero() {
			l.overFrom = date(end.day)
		}
	}
}

// unknownDay is what the publisher writes for a day not fixed yet.
const unknownDay = "99999999"

// day reads YYYYMMDD. Without a day, or where it is not fixed yet, it is zero;
// problem says why a day cannot be read.
func day(text string) (d codes.Date, problem string) {
	text = strings.TrimSpace(text)
	if text == "" || text == unknownDay {
		return codes.Date{}, ""
	}
	t, err := time.Parse("20060102", text)
	if err != nil {
		if len(text) > 30 {
			text = strings.ToValidUTF8(text[:30], "")
		}
		return codes.Date{}, "\"" + text + "\" is no date of the form YYYYMMDD; it is taken for unknown"
	}
	return codes.DateOf(t), ""
}
