package main

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/transport/httpapi"
)

// codes lists all codes the country sees.
func (c *client) codes(ctx context.Context, query url.Values) (list []httpapi.CodeSummary, err error) {
	for page := 1; ; page++ {
		query.Set("page_size", "50")
		query.Set("page", strconv.Itoa(page))
		var found httpapi.CodeSearchResponse
		if err := c.get(ctx, "/api/v1/codes/search", query, &found); err != nil {
			return nil, err
		}
		list = append(list, found.Items...)
		if page >= found.TotalPages {
			return list, nil
		}
	}
}

// codeNames lists how the codes the country sees are called.
func (c *client) codeNames(ctx context.Context) ([]codeName, error) {
	list, err := c.codes(ctx, url.Values{})
	return mapped(list, func(s httpapi.CodeSummary) codeName { return codeName{s.Slug, orEmpty(s.ShortTitle), s.Title} }), err
}

// codeName is how a code is called.
type codeName struct{ slug, short, title string }

// namesOf are the names of the codes of a catalog.
func namesOf(catalog *codes.Catalog) []codeName {
	return mapped(catalog.All(), func(c *codes.Code) codeName { return codeName{c.Slug, c.ShortTitle, c.Title} })
}

// slugsOf returns the slugs of codes a person names.
func slugsOf(names []codeName, texts []string) ([]string, error) {
	out := make([]string, len(texts))
	for i, text := range texts {
		var err error
		if out[i], err = slugOf(names, text); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// slugOf returns the slug of the code a person names: by slug, by short title or title, or
// by words of the short title that only one has, or ends in ("DB-SUA").
func slugOf(names []codeName, text string) (string, error) {
	folded := geo.Fold(text)
	for _, means := range []func(codeName) bool{
		func(n codeName) bool { return n.slug == text },
		func(n codeName) bool { return slices.Contains([]string{geo.Fold(n.short), geo.Fold(n.title)}, folded) },
		func(n codeName) bool { return strings.HasSuffix(" "+geo.Fold(n.short), " "+folded) },
		func(n codeName) bool {
			return holdsWords(geo.Fold(n.short), folded) || holdsWords(geo.Fold(n.slug), folded)
		},
	} {
		var meant []codeName
		for _, n := range names {
			if means(n) {
				meant = append(meant, n)
			}
		}
		switch {
		case len(meant) == 1:
			return meant[0].slug, nil
		case len(meant) > 1:
			return "", notFound("%d codes are called %s: %s", len(meant), quote(text), strings.Join(mapped(meant, codeName.slugText), ", "))
		}
	}
	offers := didYouMean(near(text, mapped(names, codeName.slugText)))
	return "", notFound("there is no code %s%s", quote(text), cmp.Or(offers, "; \"regengine codes list\" shows them"))
}

func (n codeName) slugText() string { return n.slug }
