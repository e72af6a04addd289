package sqlstore

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes"
)

// ListCodes implements [codes.Store].
func (db *DB) ListCodes(ctx context.Context) (list []codes.Code, err error) {
	err = db.readAsOne(ctx, "list codes", func(ctx context.Context, tx bun.IDB) error {
		list, err = listCodes(ctx, tx)
		return err
	})
	return list, err
}

func listCodes(ctx context.Context, tx bun.IDB) ([]codes.Code, error) {
	var rows []codeRow
	if err := tx.NewSelect().Model(&rows).Order("slug").Scan(ctx); err != nil {
		return nil, err
	}
	var versions []versionRow
	if err := tx.NewSelect().Model(&versions).Order("code_slug", "slug").Scan(ctx); err != nil {
		return nil, err
	}
	wordings, err := wordingsOf(ctx, tx, nil)
	if err != nil {
		return nil, err
	}
	list := make([]codes.Code, len(rows))
	index := make(map[string]int, len(rows))
	for i := range rows {
		list[i] = rows[i].code()
		index[rows[i].Slug] = i
	}
	for i := range versions {
		code := &list[index[versions[i].CodeSlug]] // a foreign key holds it
		code.Versions = append(code.Versions, versions[i].version())
	}
	for i := range list {
		worded(&list[i], wordings)
		codes.SortVersions(list[i].Versions)
	}
	return list, nil
}

// PutCodes implements [codes.Store]. Text that cannot be stored, and a slug given
// twice, give [codes.ErrInvalid].
func (db *DB) PutCodes(ctx context.Context, list []codes.Code) (changed int, err error) {
	if err := checkCodes(list); err != nil {
		return 0, err
	}
	err = db.changeContent(ctx, "put codes", func(ctx context.Context, tx bun.IDB) (int, error) {
		changed, err = putCodes(ctx, tx, list)
		return changed, err
	})
	return afterError(changed, err)
}

// checkCodes finds what no statement could store. Whether codes make sense is
// for [codes.NewCatalog] to say.
func checkCodes(list []codes.Code) error {
	seen := make(map[codes.VersionRef]bool)
	once := func(ref codes.VersionRef) error {
		if seen[ref] {
			return fmt.Errorf("%w: %q is given twice; give it once", codes.ErrInvalid, ref)
		}
		seen[ref] = true
		return nil
	}
	for i := range list {
		code := &list[i]
		if err := checkText(code); err != nil {
			return fmt.Errorf("%w: code %q: %w", codes.ErrInvalid, code.Slug, err)
		}
		if err := once(codes.VersionRef{Code: code.Slug}); err != nil {
			return err
		}
		for j := range code.Versions {
			if err := once(codes.VersionRef{Code: code.Slug, Version: code.Versions[j].Slug}); err != nil {
				return err
			}
		}
	}
	return nil
}

// putCodes writes what really differs and returns how many codes did, in
// themselves or in a version.
func putCodes(ctx context.Context, tx bun.IDB, list []codes.Code) (changed int, err error) {
	for chunk := range slices.Chunk(list, batch) {
		n, err := putCodeBatch(ctx, tx, chunk)
		if err != nil {
			return 0, err
		}
		changed += n
	}
	return changed, nil
}

func putCodeBatch(ctx context.Context, tx bun.IDB, list []codes.Code) (int, error) {
	stored, err := storedCodes(ctx, tx, list)
	if err != nil {
		return 0, err
	}
	differs := make(map[string]bool)
	var codeRows []codeRow
	var versionRows []versionRow
	var wordingRows []wordingRow
	for i := range list {
		row := newCodeRow(&list[i])
		if old, ok := stored.codes[row.Slug]; !ok || !reflect.DeepEqual(old, row) {
			codeRows = append(codeRows, row)
			differs[row.Slug] = true
		}
		for j := range list[i].Versions {
			row := newVersionRow(list[i].Slug, &list[i].Versions[j])
			ref := codes.VersionRef{Code: row.CodeSlug, Version: row.Slug}
			if old, ok := stored.versions[ref]; !ok || !reflect.DeepEqual(old, row) {
				versionRows = append(versionRows, row)
				differs[row.CodeSlug] = true
			}
		}
		for _, row := range wordingRowsOf(&list[i]) {
			old, ok := stored.wordings[codes.VersionRef{Code: row.CodeSlug, Version: row.Version}]
			if !ok && !row.empty() || ok && !reflect.DeepEqual(old, row) {
				wordingRows = append(wordingRows, row)
				differs[row.CodeSlug] = true
			}
		}
	}
	if err := upsert(ctx, tx, codeRows, "slug"); err != nil {
		return 0, err
	}
	if err := upsert(ctx, tx, versionRows, "code_slug, slug"); err != nil {
		return 0, err
	}
	return len(differs), upsert(ctx, tx, wordingRows, "code_slug, version")
}

type codesStored struct {
	codes    map[string]codeRow
	versions map[codes.VersionRef]versionRow
	wordings map[codes.VersionRef]wordingRow
}

func storedCodes(ctx context.Context, tx bun.IDB, list []codes.Code) (codesStored, error) {
	stored := codesStored{codes: make(map[string]codeRow), versions: make(map[codes.VersionRef]versionRow)}
	slugs := make([]string, len(list))
	for i := range list {
		slugs[i] = list[i].Slug
	}
	var rows []codeRow
	if err := tx.NewSelect().Model(&rows).Where("slug IN (?)", bun.List(slugs)).Scan(ctx); err != nil {
		return stored, err
	}
	for _, row := range rows {
		stored.codes[row.Slug] = row
	}
	var versions []versionRow
	if err := tx.NewSelect().Model(&versions).Where("code_slug IN (?)", bun.List(slugs)).Scan(ctx); err != nil {
		return stored, err
	}
	for _, row := range versions {
		stored.versions[codes.VersionRef{Code: row.CodeSlug, Version: row.Slug}] = row
	}
	var err error
	stored.wordings, err = wordingsOf(ctx, tx, slugs)
	return stored, err
}

// upsert inserts rows, or replaces those with the same key.
func upsert[T any](ctx context.Context, tx bun.IDB, rows []T, key string) error {
	for chunk := range slices.Chunk(rows, batch) {
		if _, err := tx.NewInsert().Model(&chunk).On("CONFLICT (" + key + ") DO UPDATE").Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// DeleteCode implements [codes.Store].
func (db *DB) DeleteCode(ctx context.Context, slug string) error {
	if !storable(slug) {
		return codes.ErrNotFound
	}
	return db.changeContent(ctx, "delete a code", func(ctx context.Context, tx bun.IDB) (int, error) {
		deleted, err := tx.NewDelete().Model((*codeRow)(nil)).Where("slug = ?", slug).Exec(ctx)
		if err != nil {
			return 0, err
		}
		if n, err := deleted.RowsAffected(); err != nil || n == 0 {
			return 0, orNotFound(err, codes.ErrNotFound)
		}
		return 1, deleteTexts(ctx, tx, slug)
	})
}

// deleteTexts takes away what hangs on a code. Versions go with their code. Texts and
// rules are tied to it by name: "slug/" and everything up to "slug0", the next text
// in order of bytes.
func deleteTexts(ctx context.Context, tx bun.IDB, slug string) error {
	for _, row := range ofText() {
		if _, err := tx.NewDelete().Model(row).
			Where("doc >= ?", slug+"/").Where("doc < ?", slug+"0").Exec(ctx); err != nil {
			return err
		}
	}
	_, err := tx.NewDelete().Model((*ruleRow)(nil)).Where("code_slug = ?", slug).Exec(ctx)
	return err
}

// orNotFound returns err, or the sentinel when nothing but the row was missing.
func orNotFound(err, sentinel error) error {
	if err != nil {
		return err
	}
	return sentinel
}
