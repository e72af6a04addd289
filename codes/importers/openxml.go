package importers

import (
	"bytes"
	"fmt"
	"strings"
)

// OpenXML refuses a file that is no XML, empty or too large, and returns the rest
// as [DecodeXML] does. advice says where to get the right file.
func OpenXML(name string, data []byte, advice string) ([]byte, error) {
	if len(data) > MaxMarkup {
		return nil, Refuse(name, ErrTooLarge, Problem{Line: lineAt(data, MaxMarkup), Message: fmt.Sprintf("there is more than %d MiB, which ends here; split the file", MaxMarkup>>20)})
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, Refuse(name, ErrEmpty, Problem{Line: 1, Message: "there is nothing in it"})
	}
	form := Sniff(data)
	if form == "xml" {
		return DecodeXML(name, data)
	}
	message := "it is no XML; "
	if form != "" {
		message = "it is " + strings.ToUpper(form) + ", not XML; "
	}
	return nil, Refuse(name, ErrFormat, Problem{Line: 1, Message: message + advice})
}

// lineAt returns the line a byte stands on, from 1.
func lineAt(data []byte, at int) int { return 1 + bytes.Count(data[:at], []byte("\n")) }
