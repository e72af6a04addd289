package extract

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/reglookup/regengine/projects"
)

// maxText is how much text one TXT or MD file may hold, in bytes of UTF-8, markup
// included. The readers need about ten times as much memory.
const maxText = 2 * projects.MaxText

var (
	utf8Mark  = []byte("\xef\xbb\xbf")
	utf16Low  = []byte{0xff, 0xfe}
	utf16High = []byte{0xfe, 0xff}
)

// decode returns a text file as UTF-8: by its byte order mark, else as UTF-8 where
// it is that, else as Windows-1252. note says what the user should know of it. The
// error is a refusal.
func decode(data []byte) (text, note string, err error) {
	switch {
	case bytes.HasPrefix(data, utf16Low):
		text, note = fromUTF16(data[2:], 0)
	case bytes.HasPrefix(data, utf16High):
		text, note = fromUTF16(data[2:], 1)
	case bytes.HasPrefix(data, utf8Mark) || utf8.Valid(data):
		text = string(bytes.TrimPrefix(data, utf8Mark))
		if !utf8.ValidString(text) {
			text, note = strings.ToValidUTF8(text, "\ufffd"), "some of its bytes are no UTF-8, which the file says it is; they stand as \ufffd"
		}
	default:
		decoded, err := charmap.Windows1252.NewDecoder().Bytes(data)
		if err != nil {
			return "", "", unreadable("its characters cannot be told; save it as UTF-8")
		}
		text, note = string(decoded), "the file is not UTF-8 and was read as Windows-1252; save it as UTF-8 if letters are wrong"
	}
	if len(text) > maxText {
		return "", "", tooLarge(fmt.Sprintf("there is more than %d MiB of text; split the file and send the parts", maxText>>20))
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), note, nil
}

// fromUTF16 reads UTF-16; low is the offset of the low byte of each unit.
func fromUTF16(data []byte, low int) (text, note string) {
	units := make([]uint16, 0, len(data)/2)
	for i := 0; i+1 < len(data); i += 2 {
		units = append(units, uint16(data[i+low])|uint16(data[i+1-low])<<8)
	}
	if len(data)%2 != 0 {
		note = "the file ends within a character, which is left out"
	}
	return string(utf16.Decode(units)), note
}

// readsAsText reports whether data can be text: by its mark, or because hardly any
// of it is control characters.
func readsAsText(data []byte) bool {
	if bytes.HasPrefix(data, utf16Low) || bytes.HasPrefix(data, utf16High) {
		return true
	}
	const enough = 64 << 10
	sample := data[:min(len(data), enough)]
	controls := 0
	for _, c := range sample {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' {
			controls++
		}
	}
	if !utf8.Valid(data) {
		return controls == 0 && bytes.IndexByte(data, 0) < 0
	}
	const most = 20 // one in so many
	return controls*most <= len(sample)
}
