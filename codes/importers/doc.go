// Package importers turns regulation texts in official formats into what the
// engine keeps: a code, its versions with their sections, and the blocks of
// each. Every format has a package of its own below this one, whose Read is a
// [Reader]; what they share is here: what a caller must say that a file does
// not ([Given]), how sections and blocks are put together and named ([Builder]),
// and how a reading is reported ([Report]).
package importers
