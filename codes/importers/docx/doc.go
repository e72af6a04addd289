// Package docx reads regulations in DOCX (Office Open XML) files: text with its
// styles, numbering, tables, notes and links. Files are opened in a child process
// with limits (package sandbox), since such a file is an archive somebody else
// made; [Extract] is what runs there.
//
// What the author's program shows is what is read: the numbers of lists are
// computed, deleted and hidden text is left out, inserted text kept. Nothing a
// file links to is ever opened.
package docx
