// Package report writes what checks came to for people and programs that know
// nothing of the engine: a page for print, a table, a file for a model's issues
// (BCF), what is required of a model (IDS). A report tells what was decided and
// decides nothing itself.
//
// A workbook is written by package regengine/report/xlsx: whoever does without
// links no spreadsheet library.
package report
