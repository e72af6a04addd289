package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/transport/httpapi"
)

func newCodes(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:     "codes",
		Aliases: []string{"code"},
		Short:   "Codes: list, show, what applies at a place, compare editions",
		Long: `Codes are regulations, each with its editions. Wherever a command wants a code it takes
its slug, its short title, or words of that which only one code has: cte-db-sua,
"CTE DB-SUA", "DB-SUA".`,
		Example: `  regengine codes list accesibilidad
  regengine codes show DB-SUA
  regengine codes applicable "Moya, Cuenca"
  regengine codes compare cte-db-he 2013 2022`,
	}, newCodesList(a), newCodesShow(a), newCodesApplicable(a), newCodesCompare(a))
}

func newCodesList(a *app) *cobra.Command {
	var o readingOptions
	var scope, tag string
	cmd := a.listing(&cobra.Command{
		Use:   "list [WORD]",
		Short: "List codes, or those whose title holds a word",
		Example: `  regengine codes list
  regengine codes list ruido --csv
  regengine codes list --scope municipal -q`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.reading(cmd.Context(), o, func(c *client) error {
				list, err := c.codes(cmd.Context(), url.Values{"q": {strings.Join(args, " ")}, "normative_scope": {scope}, "tag": {tag}})
				if err != nil {
					return err
				}
				return printList(a, list, "no codes", []string{"CODE", "SHORT TITLE", "SCOPE", "TITLE"}, func(s httpapi.CodeSummary) []string {
					return []string{s.Slug, orEmpty(s.ShortTitle), s.NormativeScope, s.Title}
				})
			})
		},
	})
	o.addFlags(cmd.Flags())
	cmd.Flags().StringVar(&scope, "scope", "", "only this scope: national, regional, provincial, municipal, sectorial, supramunicipal or european")
	cmd.Flags().StringVar(&tag, "tag", "", "only codes with this tag")
	return cmd
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func newCodesShow(a *app) *cobra.Command {
	var o readingOptions
	cmd := args(a.openFlag(a.jsonFlag(&cobra.Command{
		Use:   "show CODE[/VERSION]",
		Short: "Show a code with its editions, or an edition with its sections",
		Example: `  regengine codes show DB-SUA
  regengine codes show cte-db-sua/2022`,
		RunE: func(cmd *cobra.Command, args []string) error {
			name, version, _ := strings.Cut(args[0], "/")
			return a.reading(cmd.Context(), o, func(c *client) error {
				code, err := c.code(cmd.Context(), name)
				if err != nil {
					return err
				}
				if version == "" {
					return a.printPaged(code, func(w io.Writer) { writeCode(w, code) }, c.page("codes", code.Slug))
				}
				edition, err := c.edition(cmd.Context(), code, version)
				if err != nil {
					return err
				}
				return a.printPaged(edition, func(w io.Writer) { writeEdition(w, edition) }, c.page("codes", code.Slug, version))
			})
		},
	}), "its page"), 1)
	o.addFlags(cmd.Flags())
	return cmd
}

// code returns the code a person names.
func (c *client) code(ctx context.Context, name string) (code httpapi.CodeDetailResponse, err error) {
	names, err := c.codeNames(ctx)
	if err != nil {
		return code, err
	}
	slug, err := slugOf(names, name)
	if err != nil {
		return code, err
	}
	err = c.get(ctx, "/api/v1/codes/"+url.PathEscape(slug), nil, &code)
	return code, err
}

// edition returns a version of a code.
func (c *client) edition(ctx context.Context, code httpapi.CodeDetailResponse, version string) (edition httpapi.CodeVersionDetailResponse, err error) {
	if err := knownVersion(code, version); err != nil {
		return edition, err
	}
	err = c.get(ctx, "/api/v1/codes/"+url.PathEscape(code.Slug)+"/"+url.PathEscape(version), nil, &edition)
	return edition, err
}

func knownVersion(code httpapi.CodeDetailResponse, version string) error {
	versions := mapped(code.Documents, func(v httpapi.CodeVersion) string { return v.Version })
	if slices.Contains(versions, version) {
		return nil
	}
	return notFound("%s has no version %s; it has %s", code.Slug, quote(version), strings.Join(versions, ", "))
}

func writeCode(w io.Writer, code httpapi.CodeDetailResponse) {
	rows := [][]string{{"code", code.Slug}, {"title", code.Title}}
	for _, row := range [][]string{{"short title", orEmpty(code.ShortTitle)}, {"scope", code.NormativeScope}, {"country", code.CountryCode},
		{"tags", strings.Join(code.Tags, ", ")}, {"about", orEmpty(code.Description)}} {
		if row[1] != "" {
			rows = append(rows, row)
		}
	}
	table(w, rows)
	versions := mapped(code.Documents, func(v httpapi.CodeVersion) []string {
		return []string{v.Version, v.Status, orEmpty(v.PublishedDate), orEmpty(v.EffectiveDate), hosted[v.IsInternal], v.Title}
	})
	fmt.Fprintln(w)
	table(w, append([][]string{{"VERSION", "STATUS", "PUBLISHED", "IN FORCE SINCE", "TEXT", "TITLE"}}, versions...))
}

// hosted says whether the text of a version is here.
var hosted = map[bool]string{true: "here", false: "elsewhere"}

func writeEdition(w io.Writer, v httpapi.CodeVersionDetailResponse) {
	rows := [][]string{{"version", v.Slug + "/" + v.Version}, {"title", v.Title}, {"status", v.Status}}
	for _, row := range [][]string{{"published", orEmpty(v.PublishedDate)}, {"in force since", orEmpty(v.EffectiveDate)}, {"by", orEmpty(v.Author)},
		{"source", orEmpty(v.SourceURL)}, {"about", orEmpty(v.Description)}} {
		if row[1] != "" {
			rows = append(rows, row)
		}
	}
	table(w, rows)
	fmt.Fprintln(w)
	table(w, append([][]string{{"SECTION", "TITLE"}}, mapped(v.Sections, func(s httpapi.CodeSection) []string { return []string{s.Slug, s.Title} })...))
}

var applicableHeading = []string{"CODE", "SCOPE", "BECAUSE OF THE", "TITLE"}

func applicableRow(c httpapi.ApplicableCode) []string {
	return []string{c.Slug, c.NormativeScope, c.MatchReason, c.Title}
}

func newCodesApplicable(a *app) *cobra.Command {
	var o readingOptions
	var on string
	cmd := atLeast(a.listing(&cobra.Command{
		Use:   "applicable PLACE...",
		Short: "List the codes that apply at a place, and why",
		Example: `  regengine codes applicable Peguerinos
  regengine codes applicable ES-08019 --on 2010-06-01 --csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.reading(cmd.Context(), o, func(c *client) error {
				place, err := a.placeNamed(cmd.Context(), c, strings.Join(args, " "), on)
				if err != nil {
					return err
				}
				return printList(a, place.ApplicableCodes, "no code applies in "+place.Name, applicableHeading, applicableRow)
			})
		},
	}), 1)
	o.addFlags(cmd.Flags())
	cmd.Flags().StringVar(&on, "on", "", "what was in force on that day, YYYY-MM-DD")
	return cmd
}
