package akn

import (
	"context"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
)

var _ importers.Reader = Read

const advice = "take the Akoma Ntoso (.akn or .xml) download of the law"

// Read implements [importers.Reader] for one act or bill in Akoma Ntoso 3 (and 2,
// where it is written alike).
func Read(ctx context.Context, name string, data []byte, given *importers.Given) (*importers.Import, error) {
	if given == nil {
		given = &importers.Given{}
	}
	report := importers.Report{File: name, Format: "akn", Bytes: len(data)}
	text, err := importers.OpenXML(name, data, advice)
	if err != nil {
		return nil, err
	}
	root, err := importers.ParseXML(ctx, name, text, nil)
	if err != nil {
		return nil, err
	}
	document, err := document(name, root)
	if err != nil {
		return nil, err
	}
	m := newMetadata(document, given, &report)
	document = withoutRemoved(document, &report)
	e := &editions{ctx: ctx, name: name, given: given, m: m, text: text, document: document}
	return e.read(&report)
}

// document returns the act or bill in a file, or says what the file is instead.
func document(name string, root *importers.Node) (*importers.Node, error) {
	refuse := func(n *importers.Node, format string, args ...any) (*importers.Node, error) {
		return nil, importers.Refuse(name, importers.ErrFormat, importers.Problem{Line: int(n.Line), Message: fmt.Sprintf(format, args...)})
	}
	namespace := root.Attr("xmlns")
	switch {
	case root.Name == "Legislation" && strings.Contains(namespace, "legislation.gov.uk"):
		return refuse(root, "this is CLML of legislation.gov.uk, not Akoma Ntoso; take its .akn download (data.akn instead of data.xml)")
	case root.Name != "akomaNtoso":
		return refuse(root, "<%.40s> where <akomaNtoso> is expected; %s", root.Name, advice)
	}
	for n := root.First; n != nil; n = n.Next {
		switch n.Name {
		case "act", "bill", "doc", "statement":
			return n, nil
		case "":
		default:
			return refuse(n, "<%.40s> is no act or bill; only these are taken", n.Name)
		}
	}
	return refuse(root, "there is no <act> or <bill> in it")
}
