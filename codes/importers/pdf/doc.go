// Package pdf reads regulation texts from PDF files: headings, numbered
// paragraphs, lists, tables and notes out of characters and lines at places on
// pages.
//
// A file is opened by PDFium, compiled to WebAssembly, in a child process with
// bounds of its own (package sandbox), so a program that reads PDF files must
// call sandbox.Main with [Job] first thing. What the engine finds, glyphs and
// lines, is laid out by this package without it:
//
//   - words, and raised or lowered figures in them ("m²"); runs of words between
//     wide gaps, called segments;
//   - what repeats at the edge of pages, and tables of contents, is left out;
//   - ruled tables by their lines, others by the alignment of their columns;
//     drawings, whose labels are no text;
//   - columns, and the order they are read in; lines joined to paragraphs across
//     hyphens, columns and pages;
//   - headings, by type and outline.
//
// What the words themselves say of structure (articles, items, captions,
// definitions) is found by package legal.
package pdf
