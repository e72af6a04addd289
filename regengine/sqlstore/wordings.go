package sqlstore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes"
)

// wordingRow holds in which language the titles of a code are, and what it or one of
// its versions is called in others. Most have none, and then there is no row.
type wordingRow struct {
	bun.BaseModel `bun:"table:wordings,alias:w"`

	CodeSlug string `bun:",pk"`
	Version  string `bun:",pk"` // "" for the code itself
	Own      string // language of the code's own titles
	Others   asJSON[map[string]wordingText]
}

// wordingText is a [codes.Wording].
type wordingText struct {
	Title       string `json:"title"`
	ShortTitle  string `json:"short_title,omitempty"`
	Description string `json:"description,omitempty"`
	Author      string `json:"author,omitempty"`
}

func newWordingRow(ref codes.VersionRef, own string, others map[string]codes.Wording) wordingRow {
	row := wordingRow{CodeSlug: ref.Code, Version: ref.Version, Own: own}
	for tag, w := range others {
		if row.Others.It == nil {
			row.Others.It = make(map[string]wordingText, len(others))
		}
		row.Others.It[tag] = wordingText(w)
	}
	return row
}

// empty reports whether there is nothing to keep a row for.
func (r *wordingRow) empty() bool { return r.Own == "" && len(r.Others.It) == 0 }

func (r *wordingRow) others() map[string]codes.Wording {
	if len(r.Others.It) == 0 {
		return nil
	}
	others := make(map[string]codes.Wording, len(r.Others.It))
	for tag, w := range r.Others.It {
		others[tag] = codes.Wording(w)
	}
	return others
}

// wordingsOf returns the rows of some codes, all for nil, by what they are of.
func wordingsOf(ctx context.Context, tx bun.IDB, slugs []string) (map[codes.VersionRef]wordingRow, error) {
	var rows []wordingRow
	query := tx.NewSelect().Model(&rows)
	if slugs != nil {
		query = query.Where("code_slug IN (?)", bun.List(slugs))
	}
	if err := query.Scan(ctx); err != nil {
		return nil, err
	}
	byRef := make(map[codes.VersionRef]wordingRow, len(rows))
	for _, row := range rows {
		byRef[codes.VersionRef{Code: row.CodeSlug, Version: row.Version}] = row
	}
	return byRef, nil
}

// worded gives a code and its versions, as stored, their wordings.
func worded(code *codes.Code, rows map[codes.VersionRef]wordingRow) {
	own := rows[codes.VersionRef{Code: code.Slug}]
	code.Language, code.Wordings = own.Own, own.others()
	for i := range code.Versions {
		row := rows[codes.VersionRef{Code: code.Slug, Version: code.Versions[i].Slug}]
		code.Versions[i].Wordings = row.others()
	}
}

// wordingRowsOf returns the rows of a code and of its versions.
func wordingRowsOf(code *codes.Code) []wordingRow {
	rows := make([]wordingRow, 0, 1+len(code.Versions))
	rows = append(rows, newWordingRow(codes.VersionRef{Code: code.Slug}, code.Language, code.Wordings))
	for i := range code.Versions {
		v := &code.Versions[i]
		rows = append(rows, newWordingRow(codes.VersionRef{Code: code.Slug, Version: v.Slug}, "", v.Wordings))
	}
	return rows
}
