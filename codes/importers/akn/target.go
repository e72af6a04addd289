package akn

import (
	_ "embed"
	"net/url"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// partTable has what the elements of an identifier (eId) are called in a
// reference, by the beginning of the identifier.
//
//go:embed parts.tsv
var partTable string

var partNames = readPartNames()

func readPartNames() map[string]string {
	m := make(map[string]string)
	for line := range strings.Lines(partTable) {
		name, part, _ := strings.Cut(strings.TrimSpace(line), "\t")
		m[name] = part
	}
	return m
}

// target returns what a reference leads to: a web address, as it stands or taken
// from where the publisher has this act, or else the work and the passage its
// identifier names. What an identifier of another form leads to is named as it is
// written; a passage of this act names no work.
func (r *reading) target(n *importers.Node) retrieval.Ref {
	href := strings.TrimSpace(n.Attr("href"))
	path, fragment, _ := strings.Cut(href, "#")
	ref := retrieval.Ref{Part: partOf(fragment)}
	switch {
	case path == "":
	case importers.IsWebAddress(href):
		ref.URL = href
	case strings.HasPrefix(path, "//") || !strings.HasPrefix(path, "/"):
	default:
		if ref.Work = workOf(path); ref.Work == "" {
			if r.host != "" && !strings.HasPrefix(path, "/akn/") {
				ref.URL = r.host + href
				break
			}
			ref.Work = n.Plain()
		}
	}
	return ref
}

// hostOf returns where a publisher has its acts, "https://host", "" where its
// identifiers are no web addresses.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || !importers.IsWebAddress(address) {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// identifierForm is the address of a work by the naming convention of Akoma Ntoso:
// country, kind of document, perhaps a kind of act and who issued it, date, number.
var identifierForm = lazyregexp.New(`^(?:/akn)?/[a-z]{2}(?:-[a-z0-9]+)?/(?:act|bill|doc|statement)((?:/[^/!@]+)*?)/(\d{4})(?:-\d{2}-\d{2})?/([\pL\d][\pL\d._-]*)(?:/|$)`)

// workOf returns the work an identifier names, "legge 13/1989"; "" where it has
// another form.
func workOf(path string) string {
	m := identifierForm.FindStringSubmatch(path)
	if m == nil {
		return ""
	}
	kind, _, _ := strings.Cut(strings.TrimPrefix(m[1], "/"), "/")
	kind = strings.NewReplacer(".", " ", "_", " ", "-", " ").Replace(kind)
	return strings.TrimSpace(kind + " " + m[3] + "/" + m[2])
}

var tokenForm = lazyregexp.New(`^([a-z]+)_([a-z0-9.-]+)$`)

// partOf returns the passage an eId names, "art-2/ap-1"; "" unless all of it is
// known.
func partOf(eID string) string {
	var parts []string
	for token := range strings.SplitSeq(strings.ToLower(eID), "__") {
		m := tokenForm.FindStringSubmatch(token)
		if m == nil {
			return ""
		}
		if m[1] == "list" { // stands between a paragraph and its points
			continue
		}
		part := partNames[m[1]]
		if part == "" {
			return ""
		}
		parts = append(parts, part+"-"+m[2])
	}
	return strings.Join(parts, "/")
}
