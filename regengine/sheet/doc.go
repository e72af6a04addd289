// Package sheet reads tables of checks out of spreadsheets, and writes CSV that no
// spreadsheet runs.
//
// [Read] takes CSV and XLSX, told apart by their bytes. [Guess] finds by the words of a
// header what each column holds, and [Table.Rows] makes a check of every line; of a
// schedule that has a column for each measure, one of every measure.
//
// Workbooks are read by a [Workbooks] that is handed in, so that who draws pages links no
// library of theirs.
package sheet
