package join

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine/pack"
)

const maxPacks = 64

// pack reads regulations and takes those of the country.
func (j *joiner) pack(p *Pack) {
	if len(j.in.Packs) > maxPacks || codes.SlugProblem(p.Name, false) != "" || p.Files == nil {
		j.bad("pack %.80q: its name is no slug, it has no files, or there are more than %d packs", p.Name, maxPacks)
		return
	}
	if j.in.PlacesOnly {
		j.bad("pack %s: a file of places brings no regulations", p.Name)
		return
	}
	var read *pack.Pack
	err := guarded(func() (err error) {
		read, err = pack.Read(p.Files, &pack.ReadOptions{Trusted: j.wordless})
		return err
	})
	var mistakes *pack.Error
	switch {
	case errors.As(err, &mistakes):
		for _, m := range mistakes.Problems {
			j.bad("pack %s: %s", p.Name, m)
		}
		return
	case err != nil:
		j.bad("pack %s: %v", p.Name, err)
		return
	}
	j.read = append(j.read, readPack{p.Name, read})
	j.regulations(p.Name, read)
}

// readPack is a pack with its name.
type readPack struct {
	name string
	*pack.Pack
}

// together tells what is wrong with everything as a whole: with the file and line of
// the pack it stands in, and once what stands in none.
func (j *joiner) together(err error) {
	nobodys := make(map[string]int)
	told := false
	for _, p := range j.read {
		var mistakes *pack.Error
		if !errors.As(p.Explain(err), &mistakes) {
			continue
		}
		for _, m := range mistakes.Problems {
			if m.File == "" {
				nobodys[m.Message]++
				continue
			}
			told = true
			j.bad("pack %s: %s", p.name, m)
		}
	}
	for _, message := range slices.Sorted(maps.Keys(nobodys)) {
		if nobodys[message] >= len(j.read) {
			told = true
			j.bad("it does not fit together: %s", message)
		}
	}
	if !told {
		j.bad("it does not fit together: %v", err)
	}
}

func (j *joiner) regulations(name string, read *pack.Pack) {
	if len(read.Data.Places) > 0 {
		j.bad("pack %s: it has places: a plugin gives places by its own method", name)
	}
	taken := make(map[string]string, len(j.opts.Stored.Codes))
	for i := range j.opts.Stored.Codes {
		c := &j.opts.Stored.Codes[i]
		taken[c.Slug] = c.CountryCode
	}
	own := make(map[string]bool)
	if j.packOf == nil {
		j.packOf = make(map[string]string)
	}
	for i := range read.Data.Codes {
		c := &read.Data.Codes[i]
		j.code(name, c, taken)
		own[c.Slug] = true
		j.packOf[c.Slug] = cmp.Or(j.packOf[c.Slug], name)
	}
	for i := range read.Data.Rules {
		if r := read.Data.Rules[i].Ref; !own[r.Code] {
			j.bad("pack %s: rules of %.80q, which is not in it", name, r.String())
		}
	}
	for i := range read.Data.Blocks {
		if doc := read.Data.Blocks[i].Doc; !own[codeOf(doc)] {
			j.bad("pack %s: text of %.80q, which is not in it", name, doc)
		}
	}
	j.out.Codes = append(j.out.Codes, read.Data.Codes...)
	j.out.Blocks = append(j.out.Blocks, read.Data.Blocks...)
	j.out.Rules = append(j.out.Rules, read.Data.Rules...)
}

func (j *joiner) code(name string, c *codes.Code, taken map[string]string) {
	if c.CountryCode != string(j.in.Country) {
		j.bad("pack %s: code %.80q: its country is %q, not %s", name, c.Slug, c.CountryCode, j.in.Country)
	}
	if of, ok := taken[c.Slug]; ok && of != string(j.in.Country) {
		j.bad("pack %s: code %.80q: there is one of this name of %s already", name, c.Slug, of)
	}
	if slices.ContainsFunc(j.out.Codes, func(o codes.Code) bool { return o.Slug == c.Slug }) {
		j.bad("pack %s: code %.80q is in the pack %s already", name, c.Slug, j.packOf[c.Slug])
	}
	for _, id := range c.Territories {
		if id.Country() != j.in.Country {
			j.bad("pack %s: code %.80q applies in %.40q, which is not in %s", name, c.Slug, string(id), j.in.Country)
		}
	}
}

// codeOf returns the slug of the code a document is a version of.
func codeOf(doc string) string {
	slug, _, _ := strings.Cut(doc, "/")
	return slug
}
