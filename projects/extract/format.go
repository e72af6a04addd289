package extract

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/projects"
)

// format is one of the formats taken.
type format string

const (
	pdfFormat      format = "pdf"
	docxFormat     format = "docx"
	markdownFormat format = "md"
	plainFormat    format = "txt"
)

// mediaType returns the format's registered name.
func (f format) mediaType() string {
	switch f {
	case pdfFormat:
		return "application/pdf"
	case docxFormat:
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case markdownFormat:
		return "text/markdown"
	default:
		return "text/plain"
	}
}

const taken = "PDF, DOCX, TXT and MD files are taken"

// beginning says what a file is by the bytes it begins with, and what to do.
type beginning struct{ bytes, is, instead string }

// beginnings are files that are none of the formats taken. What begins like a
// text (HTML, XML) is told by package importers.
var beginnings = []beginning{
	{"MZ", "a program", ""},
	{"\x7fELF", "a program", ""},
	{"\xcf\xfa\xed\xfe", "a program", ""},
	{"\xca\xfe\xba\xbe", "a program", ""},
	{"\x89PNG\r\n\x1a\n", "a picture (PNG)", ocr},
	{"\xff\xd8\xff", "a picture (JPEG)", ocr},
	{"GIF8", "a picture (GIF)", ocr},
	{"II*\x00", "a picture (TIFF)", ocr},
	{"MM\x00*", "a picture (TIFF)", ocr},
	{"RIFF", "a picture, sound or film", ""},
	{"AC10", "a drawing (DWG)", "export it as PDF"},
	{"7z\xbc\xaf\x27\x1c", "an archive (7z)", unpack},
	{"Rar!", "an archive (RAR)", unpack},
	{"SQLite format 3", "a database", ""},
}

const (
	ocr    = "run text recognition (OCR) on it and send the PDF file that gives"
	unpack = "unpack it and send the files in it one by one"
)

// others are what package importers tells apart, by its name for it.
var others = map[string]beginning{
	"doc":  {is: "a document of the old Office format, or one with a password", instead: "save it as DOCX, without a password"},
	"rtf":  {is: "a Rich Text document", instead: "save it as DOCX"},
	"gzip": {is: "an archive (gzip)", instead: unpack},
	"html": {is: "an HTML page", instead: "print it to PDF"},
	"xml":  {is: "an XML file", instead: "save it as DOCX or PDF"},
}

// formatOf tells the format of a file from its bytes, then from its name, and
// refuses what is none of those taken.
func formatOf(name string, data []byte) (format, error) {
	if len(data) > projects.MaxFile {
		return "", tooLarge(fmt.Sprintf("there is more than %d MiB; split the file and send the parts", projects.MaxFile>>20))
	}
	if len(bytes.Trim(data, " \t\r\n\x00\ufeff")) == 0 {
		return "", unreadable("there is nothing in it")
	}
	const before = 1024 // bytes that may stand before the mark of a PDF file
	extension := strings.ToLower(path.Ext(name))
	switch kind := importers.Sniff(data); {
	case kind == "pdf", extension == ".pdf" && bytes.Contains(data[:min(len(data), before)], []byte("%PDF-")):
		return pdfFormat, nil
	case kind == "zip":
		return docxFormat, nil
	case others[kind].is != "" && (kind != "xml" || !isText(extension)):
		return "", others[kind].refusal()
	}
	for _, b := range beginnings {
		if bytes.HasPrefix(data, []byte(b.bytes)) && !readsAsText(data) {
			return "", b.refusal()
		}
	}
	return textFormat(extension, data)
}

// textFormat takes what is no other format, if it is text and called so.
func textFormat(extension string, data []byte) (format, error) {
	switch {
	case !readsAsText(data):
		return "", unreadable("it is no text, and no other format known; " + taken)
	case extension == ".md" || extension == ".markdown":
		return markdownFormat, nil
	case isText(extension):
		return plainFormat, nil
	case extension == ".pdf" || extension == ".docx":
		return "", unreadable(fmt.Sprintf("it is called %s and holds plain text; give it the ending .txt, or send the file it was made from", strings.ToUpper(extension[1:])))
	}
	return "", unreadable("its name does not end in .pdf, .docx, .txt or .md; " + taken)
}

func isText(extension string) bool {
	switch extension {
	case "", ".txt", ".text", ".md", ".markdown":
		return true
	}
	return false
}

func (b beginning) refusal() error {
	if b.instead == "" {
		return unreadable("it is " + b.is + "; " + taken)
	}
	return unreadable("it is " + b.is + ": " + b.instead)
}
