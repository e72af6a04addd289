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
		return nil, Refuse(name, ErrTooLarge, Problem{Message: fmt.Sprintf("more than %d MiB", MaxMarkup>>20)})
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, Refuse(name, ErrEmpty, Problem{Message: "there is nothing in it"})
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
