// Package legal recognises the form of legal texts in lines that have lost it:
// what is the heading of a chapter, an article, an annex; what is an item of a
// list, and how deep; what is a caption, a note, a defined term. It knows the
// words of Spanish, Catalan, Galician, Basque, English, French, Portuguese and
// Italian (words.tsv), and what does not depend on the language: numbers, marks
// and upper case.
//
// A reader of a format turns its file into [Element] values in the order of the
// source, with all the markup says of each; [Write] then finds the structure and
// gives sections and blocks to an importers.Builder. A reader that needs only the
// recognition of single lines asks a [Grammar].
package legal
