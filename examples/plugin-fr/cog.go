package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/sdk"
)

// yieldPlace and noteText are what [sdk.Format] hands a reader.
type (
	yieldPlace = func(geo.Place) error
	noteText   = func(text string)
)

// formats lists the files this country reads.
func formats() []sdk.Format {
	return []sdk.Format{
		{Name: "cog", Title: "INSEE, code officiel géographique : v_commune_AAAA.csv (https://www.insee.fr/fr/information/2560452)", Read: readCOG},
		{Name: "communes", Title: "Communes séparées par des tabulations : insee_code, name, departement_code, region_code, population", Read: readCommunes},
	}
}

// Columns of the official list of communes. Older editions lack CTCD, or
// write the columns in small letters; neither matters.
const (
	cogType       = "TYPECOM"
	cogCode       = "COM"
	cogRegion     = "REG"
	cogDepartment = "DEP"
	cogName       = "LIBELLE"
	cogParent     = "COMPARENT" // of a part: the commune it belongs to
)

// typeCommune is the one kind of row that is a place of its own. The others are
// parts of one: municipal districts (ARM), delegated (COMD) and associated (COMA)
// communes, whose names people go on using: they are aliases of the commune.
const typeCommune = "COM"

var partTypes = []string{"ARM", "COMD", "COMA"}

// readCOG reads the communes of the code officiel géographique, as published.
func readCOG(ctx context.Context, name string, file io.Reader, yield yieldPlace, note noteText) error {
	t, err := openTable(name, file, ',', "the list of communes of INSEE (v_commune_AAAA.csv)",
		[]string{cogType, cogCode, cogName})
	if err != nil {
		return err
	}
	parts := newCommuneParts()
	var list []geo.Place
	communes := newCommunes(func(p geo.Place) error { list = append(list, p); return nil })
	err = t.each(ctx, name, func(r row) error {
		switch kind := r.cell(cogType); {
		case kind == typeCommune:
			return communes.put(r, commune{r.cell(cogCode), r.cell(cogName), r.cell(cogDepartment), r.cell(cogRegion), ""})
		case slices.Contains(partTypes, kind):
			parts.put(kind, r)
		default:
			r.fail("%s %q is none of COM, ARM, COMD and COMA", cogType, kind)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range list {
		parts.name(&list[i])
		if err := yield(list[i]); err != nil {
			return err
		}
	}
	parts.end(note)
	return communes.end(name, note)
}

// communeParts are the names of what belongs to communes, by the commune's identifier.
type communeParts struct {
	names map[geo.ID][]string
	kinds map[string]int // rows
	lost  int            // rows without a commune of the file
}

func newCommuneParts() *communeParts {
	return &communeParts{names: make(map[geo.ID][]string), kinds: make(map[string]int)}
}

func (p *communeParts) put(kind string, r row) {
	p.kinds[kind]++
	parent, name := r.cell(cogParent), norm.NFC.String(r.cell(cogName))
	if !isCommune(parent) || name == "" || len(name) > maxName {
		p.lost++
		return
	}
	p.names[placeID(parent)] = append(p.names[placeID(parent)], name)
}

// name gives a commune the names of its parts.
func (p *communeParts) name(commune *geo.Place) {
	commune.Aliases = slices.Clone(commune.Aliases)
	for _, name := range p.names[commune.ID] {
		if name != commune.Name && !slices.Contains(commune.Aliases, name) {
			commune.Aliases = append(commune.Aliases, name)
		}
	}
	delete(p.names, commune.ID)
}

// end notes how many parts of each kind there were, and those that found no commune.
func (p *communeParts) end(note noteText) {
	for _, kind := range partTypes {
		if p.kinds[kind] > 0 {
			note(fmt.Sprintf("%d rows of type %s: parts of a commune, which their names find", p.kinds[kind], kind))
		}
	}
	for _, names := range p.names {
		p.lost += len(names)
	}
	if p.lost > 0 {
		note(fmt.Sprintf("%d parts name no commune of the file in %s; they are left out", p.lost, cogParent))
	}
}

// readCommunes reads communes from a table separated by tabs, such as statistics
// offices and town halls exchange.
func readCommunes(ctx context.Context, name string, file io.Reader, yield yieldPlace, note noteText) error {
	t, err := openTable(name, file, '\t', "a table of communes", []string{"INSEE_CODE", "NAME"})
	if err != nil {
		return err
	}
	communes := newCommunes(yield)
	err = t.each(ctx, name, func(r row) error {
		return communes.put(r, commune{
			r.cell("INSEE_CODE"), r.cell("NAME"), r.cell("DEPARTEMENT_CODE"), r.cell("REGION_CODE"), r.cell("POPULATION"),
		})
	})
	if err != nil {
		return err
	}
	return communes.end(name, note)
}

// commune is what a row says; "" is what it does not.
type commune struct{ code, name, department, region, population string }

// communes yields those of a file and knows which it had.
type communes struct {
	yield yieldPlace
	lines map[string]int // by code
}

func newCommunes(yield yieldPlace) *communes {
	return &communes{yield: yield, lines: make(map[string]int, 40_000)}
}

// put checks a row and yields its place; what is wrong goes to the row.
func (c *communes) put(r row, said commune) error {
	before := len(r.table.mistakes)
	said.check(r.fail)
	if line, twice := c.lines[said.code]; twice {
		r.fail("%s stands on line %d already", said.code, line)
	}
	p := said.place(r.fail)
	if len(r.table.mistakes) > before {
		return nil
	}
	c.lines[said.code] = r.table.line
	return c.yield(p)
}

// end refuses a file without a commune and notes how many there were.
func (c *communes) end(name string, note noteText) error {
	if len(c.lines) == 0 {
		return fmt.Errorf("%s: there is no commune below the header", name)
	}
	note(fmt.Sprintf("%d communes read; the file has no altitudes", len(c.lines)))
	return nil
}

// maxName bounds a name, in bytes; the longest official one has 45 letters.
const maxName = 200

// check says what is wrong with a row by itself.
func (c commune) check(fail func(string, ...any)) {
	if !isCommune(c.code) {
		fail("%q is no commune of France: five characters that begin with a department", c.code)
		return
	}
	department, _ := departmentOfCode(c.code)
	if c.department != "" && c.department != department {
		fail("department %q is not that of commune %s, which is %s", c.department, c.code, department)
	}
	if want := territory().regionByID[regionOf(department)].insee; c.region != "" && c.region != want {
		fail("region %q is not that of department %s, which is %s", c.region, department, want)
	}
	switch {
	case c.name == "":
		fail("commune %s has no name", c.code)
	case len(c.name) > maxName || strings.ContainsRune(c.name, utf8.RuneError) || strings.ContainsFunc(c.name, isControl):
		fail("the name of commune %s is too long or holds characters no name has", c.code)
	case allDigits(c.name):
		fail("%q is no name of a commune; the columns have been shifted", c.name)
	}
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// place returns the place of a row. What is built in of it beside the name, such as
// its population, is kept where the row does not say.
func (c commune) place(fail func(string, ...any)) geo.Place {
	p := geo.Place{ID: placeID(c.code), Name: norm.NFC.String(c.name), Level: geo.Municipality, Parent: parentOf(placeID(c.code))}
	if known, ok := builtInCommunes()[p.ID]; ok {
		p.Aliases, p.Tech = known.Aliases, known.Tech
		if known.Name != p.Name {
			p.Aliases = append(slices.Clone(p.Aliases), known.Name)
		}
	}
	if c.population == "" {
		return p
	}
	n, err := strconv.Atoi(c.population)
	if err != nil || n < 0 {
		fail("population %q is no whole number", c.population)
		return p
	}
	p.Tech = &geo.TechData{Population: &n}
	return p
}

// builtInCommunes are the communes of [places], by identifier.
var builtInCommunes = sync.OnceValue(func() map[geo.ID]geo.Place {
	byID := make(map[geo.ID]geo.Place)
	for _, p := range places() {
		if p.Level == geo.Municipality {
			byID[p.ID] = p
		}
	}
	return byID
})
