// Package extract takes the text out of the files users upload: PDF, DOCX,
// Markdown and plain text. It implements [projects.Extractor].
//
// Whatever a file is, it is read in a child process with bounds of its own
// (package sandbox), so that a hostile or broken one ends its child and nothing
// else. Plain text goes there too: Markdown has forms that take a parser long, and
// one way for all formats leaves no file that is read without a bound. A program
// that uses the package must call sandbox.Main with [Jobs] first thing.
//
// What comes back is cut into blocks to search by, and cleaned: characters nobody
// sees (zero width, tags, direction marks, ...) are taken out, as is text a person
// who looks at the file does not see. Each kind is told in the warnings. What can be
// seen stays, whatever it says: it is the user's document, and data to whoever reads
// it.
package extract
