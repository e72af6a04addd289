// Package pack reads and writes packs: a folder or zip of Markdown, YAML and CSV
// that holds places, codes, versions, texts and rules, made to be written by
// hand and reviewed like source code. README.md beside this file teaches the
// format; the doc comments here say what a program gets from it.
//
// [Open] and [Read] report all mistakes at once, each with file and line
// ([Error]). What only shows against data loaded elsewhere (a parent that does
// not exist, a successor that is missing) is found when a snapshot is built, and
// [Pack.Explain] translates it back to the line it stands on. Where a pack has
// mistakes of both kinds, what could be read of it is put to the snapshot all the
// same, and Explain makes one list of the two errors joined. [Export] writes a pack that reads back as
// the same data, or says what the format cannot hold.
package pack
