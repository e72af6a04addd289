package sqlstore

import (
	"bytes"
	"context"
	"fmt"
	"runtime"

	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
)

type ruleRow struct {
	bun.BaseModel `bun:"table:rule_sets,alias:rs"`

	CodeSlug    string `bun:",pk"`
	VersionSlug string `bun:",pk"`
	Source      []byte
}

// ListRules implements [rules.Store]. The rules come parsed.
func (db *DB) ListRules(ctx context.Context) (sets []rules.RuleSet, err error) {
	err = db.read(ctx, "list rules", func(ctx context.Context, q bun.IDB) error {
		sets, err = listRules(ctx, q)
		return err
	})
	return sets, err
}

func listRules(ctx context.Context, q bun.IDB) ([]rules.RuleSet, error) {
	var rows []ruleRow
	if err := q.NewSelect().Model(&rows).Order("code_slug", "version_slug").Scan(ctx); err != nil {
		return nil, err
	}
	sets := make([]rules.RuleSet, len(rows))
	var parsing errgroup.Group
	parsing.SetLimit(runtime.GOMAXPROCS(0))
	for i, row := range rows {
		parsing.Go(func() (err error) {
			ref := codes.VersionRef{Code: row.CodeSlug, Version: row.VersionSlug}
			if sets[i], err = rules.Parse(ref, row.Source); err != nil {
				return fmt.Errorf("rules of %s: %w", ref, err)
			}
			return nil
		})
	}
	if err := parsing.Wait(); err != nil {
		return nil, err
	}
	return sets, nil
}

// PutRules implements [rules.Store]. A source that is no rules file is refused
// with the error of [rules.Parse].
func (db *DB) PutRules(ctx context.Context, set rules.RuleSet) (changed bool, err error) {
	if err := checkRules(set); err != nil {
		return false, err
	}
	err = db.changeContent(ctx, "put rules", func(ctx context.Context, tx bun.IDB) (int, error) {
		n, err := putRules(ctx, tx, []codes.VersionRef{set.Ref}, []rules.RuleSet{set})
		changed = n > 0
		return n, err
	})
	return afterError(changed, err)
}

func checkRules(set rules.RuleSet) error {
	if err := checkText(set.Ref, string(set.Source)); err != nil {
		return fmt.Errorf("rules of %q: %w", set.Ref, err)
	}
	if len(set.Source) == 0 {
		return nil
	}
	_, err := rules.Parse(set.Ref, set.Source)
	return err
}

// putRules makes the rules of the versions exactly the given ones and returns
// how many sets really changed.
func putRules(ctx context.Context, tx bun.IDB, refs []codes.VersionRef, sets []rules.RuleSet) (changed int, err error) {
	next := make(map[codes.VersionRef][]byte, len(sets))
	for _, set := range sets {
		next[set.Ref] = set.Source
	}
	stored, err := storedRules(ctx, tx)
	if err != nil {
		return 0, err
	}
	for _, ref := range refs {
		if bytes.Equal(stored[ref], next[ref]) {
			continue
		}
		changed++
		if err := putRule(ctx, tx, ruleRow{CodeSlug: ref.Code, VersionSlug: ref.Version, Source: next[ref]}); err != nil {
			return 0, err
		}
	}
	return changed, nil
}

// storedRules reads every rule set: there are few.
func storedRules(ctx context.Context, tx bun.IDB) (map[codes.VersionRef][]byte, error) {
	var rows []ruleRow
	if err := tx.NewSelect().Model(&rows).Scan(ctx); err != nil {
		return nil, err
	}
	stored := make(map[codes.VersionRef][]byte, len(rows))
	for _, row := range rows {
		stored[codes.VersionRef{Code: row.CodeSlug, Version: row.VersionSlug}] = row.Source
	}
	return stored, nil
}

func putRule(ctx context.Context, tx bun.IDB, row ruleRow) error {
	if len(row.Source) > 0 {
		return upsert(ctx, tx, []ruleRow{row}, "code_slug, version_slug")
	}
	_, err := tx.NewDelete().Model(&row).WherePK().Exec(ctx)
	return err
}
