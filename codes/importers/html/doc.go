// Package html reads regulations from web pages, as official gazettes and
// legislation sites publish them: it finds the text of the page among navigation,
// menus and notices, keeps headings, lists, tables, notes and links, and takes the
// metadata there is, such as that of the European Legislation Identifier (ELI).
// Where a page marks headings by classes, or not at all, package legal finds them.
package html
