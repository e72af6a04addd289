package pack

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/retrieval"
)

// A cross reference the source gave is a link: with an address, or with nothing
// but what it names. The others are found in the text, each time it is read.

// joinRefs returns the references of a text: the links, and the mentions found in
// it that no link stands over. A link is a mention too: it takes what that names,
// unless it says so itself.
func joinRefs(text, lang string, links []retrieval.Ref) []retrieval.Ref {
	var refs []retrieval.Ref
	mentions := crossref.Find(text, lang)
	for _, link := range links {
		if link.Work == untitled {
			link.Work, link.Part = named(link, mentions)
		}
		refs = append(refs, link)
	}
	for _, mention := range mentions {
		if !slices.ContainsFunc(links, func(link retrieval.Ref) bool { return overlap(link, mention) }) {
			refs = append(refs, mention)
		}
	}
	slices.SortStableFunc(refs, func(a, b retrieval.Ref) int { return cmp.Compare(a.Start, b.Start) })
	return refs
}

// untitled is the work of a link that does not say what it names: no title can
// be this.
const untitled = "\x00"

// named returns what the first mention below a link names.
func named(link retrieval.Ref, mentions []retrieval.Ref) (work, part string) {
	for _, mention := range mentions {
		if overlap(link, mention) {
			return mention.Work, mention.Part
		}
	}
	return "", ""
}

func overlap(a, b retrieval.Ref) bool { return a.Start < b.End && b.Start < a.End }

// given returns the references of a block that its text alone would not give, as
// far as they can stand in it: those with an address, and those not found there.
func given(b *retrieval.Block) (links, mentions []retrieval.Ref) {
	if len(b.Refs) == 0 {
		return nil, nil
	}
	mentions = crossref.Find(b.Text, b.Lang)
	for _, ref := range b.Refs {
		if ref.URL != "" || !slices.Contains(mentions, ref) {
			links = append(links, ref)
		}
	}
	return links, mentions
}

// linksOf returns the references of a block that are written as links, each with
// what it names as its Work, in the form of a link's title.
func linksOf(b *retrieval.Block) []retrieval.Ref {
	var links []retrieval.Ref
	refs, mentions := given(b)
	end := 0
	for _, ref := range refs {
		if ref.Start < end || ref.End <= ref.Start || ref.End > len(b.Text) {
			continue // not to be held
		}
		end = ref.End
		title := refTitle(ref)
		if work, part := named(ref, mentions); ref.URL != "" && work == ref.Work && part == ref.Part {
			title = ""
		}
		links = append(links, retrieval.Ref{Start: ref.Start, End: ref.End, URL: ref.URL, Work: title})
	}
	return links
}

// refTitle writes what a link names: "Ley 38/1999", "Ley 38/1999#art-5", "#art-5";
// "#" when it names nothing.
func refTitle(ref retrieval.Ref) string {
	if ref.Part == "" && ref.Work != "" && !strings.Contains(ref.Work, "#") {
		return ref.Work
	}
	return ref.Work + "#" + ref.Part
}

func parseRefTitle(title string) (work, part string) {
	i := strings.LastIndexByte(title, '#')
	if i < 0 {
		return title, ""
	}
	return title[:i], title[i+1:]
}

// linkProblem tells why an address cannot be that of a link: it is going to be a
// link of a page. One that says what it names needs none.
func linkProblem(address string, titled bool) string {
	u, err := url.Parse(address)
	switch {
	case address == "" && !titled:
		return "has no address"
	case err != nil || strings.ContainsAny(address, "\x00\n\r\t"):
		return "has an address that cannot be read"
	case u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https":
		return "must lead to https:// or http://, or be relative"
	}
	return ""
}

// within returns the links that stand in a part of a text, which begins at start,
// counted from there.
func within(links []retrieval.Ref, start, end int) []retrieval.Ref {
	var inside []retrieval.Ref
	for _, link := range links {
		if link.Start >= start && link.End <= end {
			inside = append(inside, moved(link, -start))
		}
	}
	return inside
}

func moved(ref retrieval.Ref, by int) retrieval.Ref {
	ref.Start += by
	ref.End += by
	return ref
}
