package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// Accounts tells what a key stands for; a store of package access does.
type Accounts interface {
	GetOrganization(ctx context.Context, id string) (access.Organization, error)
	GetBalance(ctx context.Context, organizationID string) (access.Balance, error)
	ListKeys(ctx context.Context, userID string) ([]access.APIKey, error)
}

// errNoAccount says that the service keeps no accounts.
var errNoAccount = errors.New("httpapi: no accounts")

// Account is what the key of a request stands for.
type Account struct {
	Organization string         `json:"organization" doc:"Name of the organization."`
	Plan         AccountPlan    `json:"plan" doc:"The organization's plan."`
	Credits      AccountCredits `json:"credits" doc:"The organization's credits at this moment."`
	Key          AccountKey     `json:"key" doc:"The key of this request."`
}

// AccountPlan is what an organization may do.
type AccountPlan struct {
	ID            string         `json:"id" doc:"Its slug."`
	Name          string         `json:"name" doc:"Its name."`
	APIAccess     bool           `json:"api_access" doc:"Whether values may be verified."`
	Limits        map[string]int `json:"limits" doc:"Requests per minute and user by rate limit group."`
	ParallelTurns int            `json:"parallel_turns" minimum:"1" doc:"How many questions a user may have running at once."`
}

// AccountCredits are an organization's credits.
type AccountCredits struct {
	Left     int64 `json:"left" minimum:"0" doc:"What can be spent now."`
	Reserved int64 `json:"reserved" minimum:"0" doc:"Taken by requests under way: it is spent when they are answered, and comes back when they fail."`
	Spent    int64 `json:"spent" minimum:"0" doc:"What was spent so far."`
}

// AccountKey is an API key without its secret.
type AccountKey struct {
	Name      string     `json:"name" doc:"What its owner calls it."`
	Hint      string     `json:"hint" doc:"Its last four characters."`
	Country   string     `json:"country" doc:"The country it is for."`
	CreatedAt time.Time  `json:"created_at" format:"date-time" doc:"When it was made."`
	ExpiresAt *time.Time `json:"expires_at" nullable:"true" format:"date-time" doc:"When it ends; null for never."`
}

func (a *API) accountOperations() []*operation {
	return []*operation{{
		id: "getAccount", method: http.MethodGet, path: "/api/v1/account", tag: "Account",
		summary:     "Get the plan, the credits and the key",
		description: "Returns what the key of the request stands for: its organization's plan and credits, and what is known of the key itself.",
		group:       access.Data, extension: true,
		response: Account{}, run: a.getAccount,
	}}
}

func (a *API) getAccount(ctx context.Context, x *exchange, _ *input) (reply, error) {
	from, who := a.deps.Accounts, x.principal
	if from == nil {
		return reply{}, errNoAccount
	}
	organization, err := from.GetOrganization(ctx, who.OrganizationID)
	if errors.Is(err, access.ErrNotFound) {
		return reply{}, access.ErrUnauthorized // whoever asks is of none
	}
	if err != nil {
		return reply{}, err
	}
	balance, err := from.GetBalance(ctx, who.OrganizationID)
	if err != nil {
		return reply{}, err
	}
	keys, err := from.ListKeys(ctx, who.UserID)
	if err != nil {
		return reply{}, err
	}
	i := slices.IndexFunc(keys, func(k access.APIKey) bool { return k.ID == who.KeyID })
	if i < 0 {
		return reply{}, access.ErrUnauthorized // it was removed a moment ago
	}
	return jsonReply(Account{
		Organization: organization.Name, Plan: accountPlan(&who.Plan), Credits: AccountCredits(balance), Key: accountKey(keys[i]),
	}), nil
}

func accountPlan(p *access.Plan) AccountPlan {
	limits := make(map[string]int, len(access.Groups()))
	for _, group := range access.Groups() {
		limits[string(group)] = p.Limit(group)
	}
	return AccountPlan{ID: p.ID, Name: p.Name, APIAccess: p.APIAccess, Limits: limits, ParallelTurns: p.Turns()}
}

func accountKey(k access.APIKey) AccountKey {
	out := AccountKey{Name: k.Name, Hint: k.Hint, Country: string(k.Country), CreatedAt: k.CreatedAt.UTC()}
	if !k.ExpiresAt.IsZero() {
		at := k.ExpiresAt.UTC()
		out.ExpiresAt = &at
	}
	return out
}
