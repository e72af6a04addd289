// Package understand takes the words of a check apart: what a text says in the languages
// of a country ([Merge], [Languages.Phrase]), which words it has ([Word]), which numbers
// with their bounds and units, which parts they are cut into, and which wordings of the
// rules stand in it ([Lexicon]). What a language says, and how, is data: the files that
// [Read] reads. What the wordings make of a check is decided by package verify.
package understand
