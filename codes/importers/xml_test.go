package importers_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/importers"
)

func TestParseXML(t *testing.T) {
	text := "<a x='1'>\n<b n=\"2\">one <i>two</i> <u>three</u></b>\n<c/>&nbsp;&amp;<![CDATA[<raw>]]></a>"
	root, err := importers.ParseXML(t.Context(), "f", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := root.Plain(); got != "one two three & <raw>" && got != "one two three &<raw>" {
		t.Errorf("text %q", got)
	}
	if root.Attr("x") != "1" || root.Child("b").Attr("n") != "2" || root.Child("b").Line != 2 || root.Find("u").Plain() != "three" || root.Child("none").Child("b") != nil {
		t.Errorf("tree %+v", root)
	}
}

// What is dealt with leaves the tree, so that a file may hold more elements than
// are held at one time.
func TestParseXML_Done(t *testing.T) {
	const items = 400_000
	text := "<list>" + strings.Repeat("<i>x<u/></i>", items) + "<end/></list>"
	n := 0
	root, err := importers.ParseXML(t.Context(), "f", []byte(text), func(e *importers.Node, path []*importers.Node) (bool, error) {
		if e.Name == "i" {
			n++
			if len(path) != 1 || path[0].Name != "list" {
				t.Fatalf("path %v", path)
			}
		}
		return e.Name == "i", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n != items || root.First == nil || root.First.Name != "end" {
		t.Errorf("%d items seen, first left %v", n, root.First)
	}
	if _, err := importers.ParseXML(t.Context(), "f", []byte(text), nil); !errors.Is(err, importers.ErrTooLarge) {
		t.Errorf("a tree of %d nodes gives %v, want ErrTooLarge", 3*items, err)
	}
}

func TestParseXML_Refused(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		err  error
		says string
	}{
		"second root":    {"<a/>\n<b/>", importers.ErrMalformed, "line 2"},
		"text outside":   {"<a/>\nx", importers.ErrMalformed, "line 2"},
		"not closed":     {"<a>\n<b>\n", importers.ErrMalformed, "<b>, begun on line 2"},
		"closed twice":   {"<a></a>\n</a>", importers.ErrMalformed, "line 2"},
		"prefix differs": {"<p:a></q:a>", importers.ErrMalformed, "p:a"},
		"nothing":        {"<!-- x -->", importers.ErrEmpty, "no element"},
		"NUL":            {"<a>\n\x00</a>", importers.ErrMalformed, "line 2"},
		"open quote":     {"<a x=\"" + strings.Repeat("y", 70000), importers.ErrTooLarge, "line 1"},
	} {
		t.Run(name, func(t *testing.T) {
			root, err := importers.ParseXML(t.Context(), "f", []byte(test.text), nil)
			if root != nil || !errors.Is(err, test.err) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want %v with %q", err, test.err, test.says)
			}
		})
	}
}

func TestParseXML_Canceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := importers.ParseXML(ctx, "f", []byte("<a/>"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestScanTags(t *testing.T) {
	var got []string
	importers.ScanTags([]byte(`<?xml x?><a b="1>2" c='3'><!-- <no> --><![CDATA[<no>]]><d/></a><e`), func(name, attrs, _ []byte) {
		got = append(got, fmt.Sprintf("%s %s %s", name, importers.TagAttr(attrs, "b"), importers.TagAttr(attrs, "c")))
	})
	if diff := cmp.Diff([]string{"a 1>2 3", "d  ", "/a  ", "e  "}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestSniff(t *testing.T) {
	for data, want := range map[string]string{
		"%PDF-1.4": "pdf", "PK\x03\x04": "zip", " {\"a\":1}": "json", "<!DOCTYPE html>": "html", "<?xml version='1.0'?><html>": "html",
		"<?xml?><a/>": "xml", "<a xmlns:h='x'><html/><h:b/></a>": "xml", "<!-- <html> --><a/>": "xml", "<!-- x --><HTML>": "html", "\xff\xfe<\x00a\x00": "xml", "\x1f\x8b": "gzip", "text": "", "": "", "{\\rtf1": "rtf",
	} {
		if got := importers.Sniff([]byte(data)); got != want {
			t.Errorf("%q is %q, want %q", data, got, want)
		}
	}
}

func FuzzParseXML(f *testing.F) {
	f.Add([]byte("<a x='1'>t<b/>&nbsp;</a>"))
	f.Add([]byte("\xff\xfe<\x00a\x00/\x00>\x00"))
	f.Add([]byte("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xed</a>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := importers.DecodeXML("f", data)
		if err != nil {
			return
		}
		importers.ScanTags(text, func(_, attrs, _ []byte) { importers.TagAttr(attrs, "class") })
		root, err := importers.ParseXML(t.Context(), "f", text, nil)
		var refused *importers.FileError
		if err != nil && (!errors.As(err, &refused) || root != nil) {
			t.Errorf("%v beside %v", err, root)
		}
		if err == nil {
			root.Plain()
		}
	})
}
