package sqlstore

import (
	"context"
	"fmt"
	"maps"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/regengine/access"
)

type planRow struct {
	bun.BaseModel `bun:"table:plans,alias:pl"`

	ID        string `bun:",pk"`
	Name      string
	APIAccess bool
	Credits   int64
	Limits    asJSON[map[access.Group]int]
}

type organizationRow struct {
	bun.BaseModel `bun:"table:organizations,alias:o"`

	ID              string `bun:",pk"`
	Name            string
	PlanID          string
	CreatedAt       instant
	CreditsLeft     int64
	CreditsReserved int64
	CreditsSpent    int64
}

type userRow struct {
	bun.BaseModel `bun:"table:users,alias:u"`

	ID              string `bun:",pk"`
	OrganizationID  string
	Email           string
	ActiveProjectID string `bun:",nullzero"`
	CreatedAt       instant
}

// PutPlan implements [access.Store].
func (db *DB) PutPlan(ctx context.Context, p access.Plan) error {
	if err := checkText(p); err != nil {
		return fmt.Errorf("%w: %w", access.ErrInvalid, err)
	}
	if p.Credits < 0 {
		return fmt.Errorf("%w: a plan cannot grant %d credits", access.ErrInvalid, p.Credits)
	}
	row := planRow{ID: p.ID, Name: p.Name, APIAccess: p.APIAccess, Credits: p.Credits, Limits: jsonOf(storedLimits(&p))}
	return db.changeAccess(ctx, "put a plan", func(ctx context.Context, tx bun.IDB) error {
		return upsert(ctx, tx, []planRow{row}, "id")
	})
}

// ListPlans implements [access.Store].
func (db *DB) ListPlans(ctx context.Context) (plans []access.Plan, err error) {
	err = db.read(ctx, "list plans", func(ctx context.Context, q bun.IDB) error {
		var rows []planRow
		err := q.NewSelect().Model(&rows).Order("id").Scan(ctx)
		plans = make([]access.Plan, len(rows))
		for i := range rows {
			plans[i] = rows[i].plan()
		}
		return err
	})
	return plans, err
}

// GetPlan implements [access.Store].
func (db *DB) GetPlan(ctx context.Context, id string) (p access.Plan, err error) {
	err = db.read(ctx, "get a plan", func(ctx context.Context, q bun.IDB) error {
		row, err := getPlan(ctx, q, id)
		p = row.plan()
		return err
	})
	return afterError(p, err)
}

func getPlan(ctx context.Context, q bun.IDB, id string) (row planRow, err error) {
	if !storable(id) {
		return row, access.ErrNotFound
	}
	err = q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx)
	return row, noRows(err, fmt.Errorf("plan: %w", access.ErrNotFound))
}

func (r *planRow) plan() access.Plan {
	return withLimits(access.Plan{ID: r.ID, Name: r.Name, APIAccess: r.APIAccess, Credits: r.Credits}, r.Limits.It)
}

// parallelTurns is where the limits of a plan have [access.Plan.ParallelTurns].
const parallelTurns access.Group = "parallel_turns"

func storedLimits(p *access.Plan) map[access.Group]int {
	if p.ParallelTurns == 0 {
		return p.Limits
	}
	limits := map[access.Group]int{parallelTurns: p.ParallelTurns}
	maps.Copy(limits, p.Limits)
	return limits
}

func withLimits(p access.Plan, stored map[access.Group]int) access.Plan {
	p.Limits, p.ParallelTurns = stored, stored[parallelTurns]
	delete(p.Limits, parallelTurns)
	if len(p.Limits) == 0 {
		p.Limits = nil
	}
	return p
}

// CreateOrganization implements [access.Store].
func (db *DB) CreateOrganization(ctx context.Context, o access.Organization) error {
	if err := checkText(o); err != nil {
		return fmt.Errorf("%w: %w", access.ErrInvalid, err)
	}
	return db.changeAccess(ctx, "create an organization", func(ctx context.Context, tx bun.IDB) error {
		plan, err := getPlan(ctx, tx, o.PlanID)
		if err != nil {
			return err
		}
		row := organizationRow{
			ID: o.ID, Name: o.Name, PlanID: o.PlanID, CreatedAt: instant(o.CreatedAt), CreditsLeft: plan.Credits,
		}
		return db.insert(ctx, tx, &row, "organization")
	})
}

// insert adds one row: ErrConflict when a unique value is taken, ErrNotFound
// when what it refers to does not exist.
func (db *DB) insert(ctx context.Context, tx bun.IDB, row any, what string) error {
	_, err := tx.NewInsert().Model(row).Exec(ctx)
	switch db.fault(err) {
	case Duplicate:
		return fmt.Errorf("%s: %w", what, access.ErrConflict)
	case Dangling:
		return fmt.Errorf("%s: what it belongs to: %w", what, access.ErrNotFound)
	default:
		return err
	}
}

// ListOrganizations implements [access.Store].
func (db *DB) ListOrganizations(ctx context.Context) (list []access.Organization, err error) {
	err = db.read(ctx, "list organizations", func(ctx context.Context, q bun.IDB) error {
		var rows []organizationRow
		err := oldestFirst(q.NewSelect().Model(&rows), "o").Scan(ctx)
		list = make([]access.Organization, len(rows))
		for i := range rows {
			list[i] = rows[i].organization()
		}
		return err
	})
	return list, err
}

// oldestFirst orders by creation, entries without a time first, then by id.
func oldestFirst(q *bun.SelectQuery, alias string) *bun.SelectQuery {
	return q.OrderExpr("COALESCE(?.created_at, -62135596800000000), ?.id", bun.Ident(alias), bun.Ident(alias))
}

// GetOrganization implements [access.Store].
func (db *DB) GetOrganization(ctx context.Context, id string) (o access.Organization, err error) {
	row, err := db.organization(ctx, "get an organization", id)
	return afterError(row.organization(), err)
}

func (db *DB) organization(ctx context.Context, what, id string) (row organizationRow, err error) {
	err = db.read(ctx, what, func(ctx context.Context, q bun.IDB) error {
		row, err = getOrganization(ctx, q, id)
		return err
	})
	return row, err
}

func getOrganization(ctx context.Context, q bun.IDB, id string) (row organizationRow, err error) {
	if !storable(id) {
		return row, access.ErrNotFound
	}
	err = q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx)
	return row, noRows(err, fmt.Errorf("organization: %w", access.ErrNotFound))
}

func (r *organizationRow) organization() access.Organization {
	return access.Organization{ID: r.ID, Name: r.Name, PlanID: r.PlanID, CreatedAt: asTime(r.CreatedAt)}
}

// SetPlan implements [access.Store].
func (db *DB) SetPlan(ctx context.Context, organizationID, planID string) error {
	if !storable(organizationID, planID) {
		return access.ErrNotFound
	}
	return db.changeAccess(ctx, "set a plan", func(ctx context.Context, tx bun.IDB) error {
		plan, err := getPlan(ctx, tx, planID)
		if err != nil {
			return err
		}
		res, err := tx.NewUpdate().Model((*organizationRow)(nil)).
			Set("plan_id = ?", planID).Set("credits_left = ?", plan.Credits).Where("id = ?", organizationID).Exec(ctx)
		return oneRow(res, err, fmt.Errorf("organization: %w", access.ErrNotFound))
	})
}

// CreateUser implements [access.Store].
func (db *DB) CreateUser(ctx context.Context, u access.User) error {
	if err := checkText(u); err != nil {
		return fmt.Errorf("%w: %w", access.ErrInvalid, err)
	}
	row := userRow{
		ID: u.ID, OrganizationID: u.OrganizationID, Email: u.Email,
		ActiveProjectID: u.ActiveProjectID, CreatedAt: instant(u.CreatedAt),
	}
	return db.changeAccess(ctx, "create a user", func(ctx context.Context, tx bun.IDB) error {
		return db.insert(ctx, tx, &row, "user")
	})
}

// ListUsers implements [access.Store].
func (db *DB) ListUsers(ctx context.Context, organizationID string) (list []access.User, err error) {
	if !storable(organizationID) {
		return nil, nil
	}
	err = db.read(ctx, "list users", func(ctx context.Context, q bun.IDB) error {
		var rows []userRow
		query := oldestFirst(q.NewSelect().Model(&rows), "u")
		if organizationID != "" {
			query.Where("organization_id = ?", organizationID)
		}
		err := query.Scan(ctx)
		list = make([]access.User, len(rows))
		for i := range rows {
			list[i] = rows[i].user()
		}
		return err
	})
	return list, err
}

// GetUser implements [access.Store].
func (db *DB) GetUser(ctx context.Context, id string) (u access.User, err error) {
	if !storable(id) {
		return access.User{}, access.ErrNotFound
	}
	err = db.read(ctx, "get a user", func(ctx context.Context, q bun.IDB) error {
		var row userRow
		err := q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx)
		u = row.user()
		return noRows(err, fmt.Errorf("user: %w", access.ErrNotFound))
	})
	return afterError(u, err)
}

func (r *userRow) user() access.User {
	return access.User{
		ID: r.ID, OrganizationID: r.OrganizationID, Email: r.Email,
		ActiveProjectID: r.ActiveProjectID, CreatedAt: asTime(r.CreatedAt),
	}
}
