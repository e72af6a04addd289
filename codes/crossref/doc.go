// Package crossref finds where a regulation's text mentions another passage, its
// own or another regulation's ([Find]), and what such a mention leads to among
// the texts there are ([Linker]).
package crossref
