// Package markdown reads regulations in Markdown with YAML front matter, as the
// Legalize archives keep them, and plain text. Markdown itself is goldmark's; what
// is an article, an annex, an item is found by package legal, since such files
// have often lost their headings.
package markdown
