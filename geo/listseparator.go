package geo

import "strings"

// ListSeparator returns what parts the columns of a list of places, by the first line
// that names them: a comma, or the semicolon, tab or bar that a spreadsheet of another
// country, or a database, puts in its place.
func ListSeparator(header string) rune {
	best, most := ',', 0
	for _, separator := range ",;\t|" {
		if n := strings.Count(header, string(separator)); n > most {
			best, most = separator, n
		}
	}
	return best
}
