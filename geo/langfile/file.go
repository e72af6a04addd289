package langfile

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"
)

// Read returns the text of a file of a language folder, which holds at most so many
// bytes, without the byte order mark that some editors write; ok is false where the
// file is not there, which is no error, or cannot be read. The error names the file.
func Read(files fs.FS, name string, most int) (text string, ok bool, err error) {
	data, err := fs.ReadFile(files, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", false, nil
	case err != nil:
		return "", false, err
	case len(data) > most || !utf8.Valid(data) || strings.ContainsRune(string(data), 0):
		return "", false, fmt.Errorf("%s: no UTF-8 text of at most %d bytes", name, most)
	}
	return withoutMark(data), true, nil
}

func withoutMark(data []byte) string { return strings.TrimPrefix(string(data), "\ufeff") }
