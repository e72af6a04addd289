package extractive

import (
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// use is what buildings are for, as regulations part them: a rule for one use is
// none for the others.
type use struct {
	names   []phrase // of the use itself: "residencial público"
	members []phrase // what is of that use: "hotel"
}

// uses is data: names and members, parted by semicolons.
var uses = sync.OnceValue(func() []use {
	return []use{
		newUse("residencial vivienda;residencial privado;vivienda;dwelling", "apartamento;apartment"),
		newUse("residencial público;alojamiento;lodging", "hotel;hostal;guest house"),
		newUse("administrativo", "oficina;despacho;office"),
		newUse("hospitalario;hospitalización;sanitario", "hospital;clínica"),
		newUse("docente;educativo", "colegio;escuela;instituto;school"),
		newUse("comercial", "tienda;comercio;supermercado;shop"),
		newUse("pública concurrencia;concurrencia;assembly", "restaurante;bar;cafetería;cine;teatro;discoteca;cinema;theatre"),
		newUse("infantil", "nursery"),
		newUse("industrial", "industria;fábrica;nave;factory"),
	}
})

// phrase holds the terms of each of its words, under the stems of both languages.
type phrase []bag

func newUse(names, members string) use { return use{phrasesOf(names), phrasesOf(members)} }

func phrasesOf(list string) []phrase {
	var phrases []phrase
	for text := range strings.SplitSeq(list, ";") {
		var p phrase
		for word := range strings.FieldsSeq(text) {
			p = append(p, likeWord(word))
		}
		phrases = append(phrases, p)
	}
	return phrases
}

// withoutRoots leaves the terms of a bag alone: a use is told by its very name.
func withoutRoots(b bag) bag {
	terms := bag{}
	for s := range b {
		if !strings.HasPrefix(s, rootMark) {
			terms[s] = true
		}
	}
	return terms
}

// mostCut is how many letters a stem may leave out of a word that names a use: one
// that leaves out more ("apart") is of other words as well.
const mostCut = 3

// likeWord is a word's terms without those that are hardly it.
func likeWord(word string) bag {
	terms := withoutRoots(bagOf(word))
	for s := range terms {
		if len(s) < len(retrieval.Fold(word))-mostCut {
			delete(terms, s)
		}
	}
	return terms
}

// in reports whether a text names the use or something of it.
func (u use) in(text bag) bool { return text.holdsOne(u.names) || text.holdsOne(u.members) }

// holdsOne reports whether a bag holds every word of one of the phrases.
func (b bag) holdsOne(phrases []phrase) bool {
	return slices.ContainsFunc(phrases, func(p phrase) bool {
		return !slices.ContainsFunc(p, func(word bag) bool { return !b.hasAny(word) })
	})
}

// isUse reports whether a word, or another for it, is what a building is for.
func isUse(t *term) bool {
	return slices.ContainsFunc(uses(), func(u use) bool {
		return u.in(bag(t.terms)) || slices.ContainsFunc(t.synonyms, func(phrase []string) bool {
			b := bag{}
			for _, s := range phrase {
				b[s] = true
			}
			return u.in(b)
		})
	})
}

// useNames are the names of the uses a word is of: a hotel is "residencial
// público".
func useNames(t *term) []phrase {
	var list []phrase
	for _, u := range uses() {
		if u.in(bag(t.terms)) {
			list = append(list, u.names...)
		}
	}
	return list
}

// scope is a kind of place that a whole regulation is for.
type scope struct {
	titles []phrase // what says so in a title
	places []phrase // words of questions that are about such places
	never  []phrase // uses that are none of them; nil for every use of a building
}

// scopes is data, like uses.
var scopes = sync.OnceValue(func() []scope {
	return []scope{
		{phrasesOf("espacios públicos;vía pública;urbanización;public space"), phrasesOf("calle;acera;espacio público;vía pública;parque;plaza pública;urbano"), nil},
		{phrasesOf("establecimientos industriales;industrial establishments"), phrasesOf("industria;industrial;fábrica;nave;almacén industrial"), nil},
		{phrasesOf("lugares trabajo;workplaces"), phrasesOf("trabajo;trabajador;empleado;empresa;oficina;fábrica;taller;almacén;nave;workplace;worker;employee;factory;workshop;warehouse"), phrasesOf("vivienda;residencial vivienda;dwelling")},
	}
})

// misplaced reports whether the title of a statement's regulation says that it is
// for another kind of place than the one the question names.
func (a *query) misplaced(s *statement) bool {
	document, _, _ := strings.Cut(s.passage.Title, " › ")
	title, asked := a.read(document), a.read(a.text)
	for _, sc := range scopes() {
		if !title.holdsOne(sc.titles) || asked.holdsOne(sc.places) {
			continue
		}
		if slices.ContainsFunc(a.terms, func(t term) bool {
			return t.use && (sc.never == nil || bag(t.terms).holdsOne(sc.never))
		}) {
			return true
		}
	}
	return false
}

// ofOtherUse reports whether a statement is for uses of buildings other than the
// one the question names.
func (a *query) ofOtherUse(s *statement) bool {
	if !slices.ContainsFunc(a.terms, func(t term) bool { return t.use }) || isElse(s.text) {
		return false
	}
	own := a.read(s.text + "\n" + s.lead)
	if !slices.ContainsFunc(uses(), func(u use) bool { return u.in(own) }) {
		return false
	}
	return !slices.ContainsFunc(a.terms, func(t term) bool { return t.use && own.match(&t) > 0 })
}

// saidByScope reports whether a word of the question names the kind of place that
// a passage's whole regulation is for, and so need not stand in it: every rule on
// public spaces is one for a street.
func (a *query) saidByScope(p *ask.Passage, t *term) bool {
	if a.atHome(p, t) {
		return true
	}
	document, _, _ := strings.Cut(p.Title, " › ")
	title := a.read(document)
	return slices.ContainsFunc(scopes(), func(sc scope) bool {
		if !title.holdsOne(sc.titles) {
			return false
		}
		place := slices.ContainsFunc(sc.places, func(ph phrase) bool {
			return a.read(a.text).holdsOne([]phrase{ph}) && slices.ContainsFunc(ph, func(word bag) bool { return word.hasAny(t.terms) })
		})
		return place || t.use && sc.never != nil && !bag(t.terms).holdsOne(sc.never)
	})
}
