package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// apiKey is what the keys commands print as JSON. The secret is there only when
// the key was just issued.
type apiKey struct {
	ID        string     `json:"key_id"`
	Secret    string     `json:"api_key,omitempty"`
	Name      string     `json:"name"`
	UserID    string     `json:"user_id"`
	User      string     `json:"user,omitempty"` // e-mail, in lists
	Country   string     `json:"country"`
	Hint      string     `json:"hint"` // its last characters
	State     string     `json:"state"`
	CreatedAt time.Time  `json:"created_at"`
	ExpiresAt *time.Time `json:"expires_at"`
	RevokedAt *time.Time `json:"revoked_at"`
	LastUsed  *time.Time `json:"last_used_at"`
}

func (a *app) showKey(k access.APIKey) apiKey {
	return apiKey{
		ID: k.ID, Name: k.Name, UserID: k.UserID, Country: string(k.Country), Hint: k.Hint, State: keyState(k, a.now()),
		CreatedAt: k.CreatedAt.UTC(), ExpiresAt: optional(k.ExpiresAt), RevokedAt: optional(k.RevokedAt),
		LastUsed: optional(k.LastUsedAt),
	}
}

func keyState(k access.APIKey, now time.Time) string {
	switch {
	case !k.RevokedAt.IsZero() && !now.Before(k.RevokedAt):
		return "revoked"
	case !k.ExpiresAt.IsZero() && !now.Before(k.ExpiresAt):
		return "expired"
	case !k.RevokedAt.IsZero():
		return "ending"
	}
	return "valid"
}

func newKeys(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:     "keys",
		Aliases: []string{"key"},
		Short:   "API keys: list, create, rotate, revoke",
		Long: `API keys open the API for one user and one country. A key is shown once, when it
is issued; only its hash is kept. A revoked key stops working on every server of
the database within five seconds.`,
		Example: `  regengine keys create --user ana@example.org --name laptop
  regengine keys rotate 6f1e8a52-0d7f-4b19-9d58-6a4f7f7f2f10 --grace 24h
  regengine keys list --user ana@example.org --json`,
	}, newKeysList(a), newKeysCreate(a), newKeysRotate(a), newKeysRevoke(a))
}

func newKeysList(a *app) *cobra.Command {
	var userText string
	cmd := args(a.listing(&cobra.Command{
		Use:   "list",
		Short: "List keys, oldest first, without their secrets",
		Long: `List keys, oldest first, without their secrets. When a key was used last is known to
some minutes: a server writes it that often.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				userID := ""
				if userText != "" {
					u, err := findUser(cmd.Context(), db, userText)
					if err != nil {
						return err
					}
					userID = u.ID
				}
				keys, err := db.ListKeys(cmd.Context(), userID)
				if err != nil {
					return err
				}
				users, err := db.ListUsers(cmd.Context(), "")
				if err != nil {
					return err
				}
				return printList(a, a.showKeys(keys, users), "no keys", []string{"ID", "NAME", "WHO", "COUNTRY", "ENDS IN", "STATE", "CREATED", "EXPIRES", "LAST USED"}, keyRow)
			})
		},
	}), 0)
	cmd.Flags().StringVar(&userText, "user", "", "only this user's")
	return cmd
}

// showKeys shows keys with the e-mail of whose they are.
func (a *app) showKeys(keys []access.APIKey, users []access.User) []apiKey {
	emails := make(map[string]string, len(users))
	for _, u := range users {
		emails[u.ID] = u.Email
	}
	list := mapped(keys, a.showKey)
	for i := range list {
		list[i].User = emails[list[i].UserID]
	}
	return list
}

func keyRow(k apiKey) []string {
	expires := "never"
	if k.ExpiresAt != nil {
		expires = moment(*k.ExpiresAt)
	}
	used := "never"
	if k.LastUsed != nil {
		used = moment(*k.LastUsed)
	}
	return []string{k.ID, k.Name, k.User, k.Country, k.Hint, k.State, moment(k.CreatedAt), expires, used}
}

func newKeysCreate(a *app) *cobra.Command {
	var userText, name, country string
	var expires time.Duration
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "create --user USER",
		Short: "Issue a key and print it, once",
		Example: `  regengine keys create --user ana@example.org --name laptop
  regengine keys create --user ana@example.org --country FR
  KEY=$(regengine keys create --user ana@example.org --expires 720h --json | jq -r .api_key)`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if expires < 0 {
				return usagef("--expires must be above zero")
			}
			if userText == "" {
				return usagef("--user is missing; \"regengine users list\" shows the users")
			}
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				u, err := findUser(cmd.Context(), db, userText)
				if err != nil {
					return err
				}
				opts, err := a.keyOptions(cmd.Context(), db, name, country, expires)
				if err != nil {
					return err
				}
				secret, key, err := a.admin(db).CreateKey(cmd.Context(), u.ID, opts)
				if err != nil {
					return err
				}
				return a.printSecret(secret, key)
			})
		},
	}), 0)
	flags := cmd.Flags()
	flags.StringVar(&userText, "user", "", "the user it stands for, by id or e-mail")
	flags.StringVar(&name, "name", "key", "what the key is called in lists")
	flags.StringVar(&country, "country", "", "the country it opens, one built in or one that joined by plugin; may be left out while only one is served")
	flags.DurationVar(&expires, "expires", 0, "how long it is valid, such as 720h (default: for ever)")
	return cmd
}

func (a *app) keyOptions(ctx context.Context, db *sqlstore.DB, name, country string, expires time.Duration) (access.KeyOptions, error) {
	id, err := a.country(ctx, db, country)
	if err != nil {
		return access.KeyOptions{}, err
	}
	opts := access.KeyOptions{Name: name, Country: id}
	if expires > 0 {
		opts.ExpiresAt = a.now().Add(expires)
	}
	return opts, nil
}

func newKeysRotate(a *app) *cobra.Command {
	var grace time.Duration
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "rotate KEY-ID",
		Short: "Issue a key in place of another, which ends after a grace",
		Long: `Issue a key with the user, name, country and expiry of another one, and revoke
that one after the grace, so that programs can be given the new key meanwhile.
A stolen key wants no grace: --grace 0s, or "regengine keys revoke".`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				old, err := findKey(cmd.Context(), a.admin(db), args[0])
				if err != nil {
					return err
				}
				secret, key, err := a.admin(db).RotateKey(cmd.Context(), old.ID, grace)
				if err != nil {
					return err
				}
				return a.printSecret(secret, key)
			})
		},
	}), 1)
	cmd.Flags().DurationVar(&grace, "grace", 24*time.Hour, "how long the old key goes on working")
	return cmd
}

func newKeysRevoke(a *app) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "revoke KEY-ID",
		Short: "End a key now",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.database(cmd.Context(), func(db *sqlstore.DB) error { return a.revokeKey(cmd.Context(), db, args[0]) })
		},
	}), 1)
}

func (a *app) revokeKey(ctx context.Context, db *sqlstore.DB, id string) error {
	admin := a.admin(db)
	key, err := findKey(ctx, admin, id)
	if err != nil {
		return err
	}
	if err := admin.RevokeKey(ctx, key.ID); err != nil {
		return err
	}
	if key, err = admin.GetKey(ctx, key.ID); err != nil {
		return err
	}
	return a.print(a.showKey(key), func(w io.Writer) { fmt.Fprintf(w, "%s revoked at %s\n", key.ID, moment(key.RevokedAt)) })
}

// printSecret prints a new key. Alone on standard output, it can be put into a
// variable; what else there is to say goes to standard error.
func (a *app) printSecret(secret string, key access.APIKey) error {
	shown := a.showKey(key)
	shown.Secret = secret
	return a.print(shown, func(w io.Writer) {
		fmt.Fprintf(a.stderr, "key %s (%s), shown only now:\n", key.ID, key.Name)
		fmt.Fprintln(w, secret)
	})
}
