package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/webhooks"
	"github.com/reglookup/regengine/transport/httpapi"
)

// Where webhooks may lead.
const (
	webhooksPublic  = "public"
	webhooksAnyHost = "any"
	webhooksOff     = "off"
)

func addWebhooksFlag(flags *pflag.FlagSet) {
	flags.String("webhooks", webhooksPublic, "where webhooks may lead: public (https, hosts of the public network), any (also your own network, also without TLS), or off")
}

// webhooks returns who looks after webhooks; its Sender has to be closed.
func (a *app) webhooks(db *sqlstore.DB) *webhooks.Service {
	sender := webhooks.NewSender(&webhooks.SenderOptions{Private: a.settings.Webhooks == webhooksAnyHost, Agent: "regengine/" + thisBuild().Version})
	return &webhooks.Service{Store: db, Sender: sender, Now: a.now}
}

func newWebhooks(a *app) *cobra.Command {
	var who projectFlags
	cmd := group(&cobra.Command{
		Use:     "webhooks",
		Aliases: []string{"webhook"},
		Short:   "Addresses that are told what happens to a project: add, list, test, remove",
		Long: `A webhook is an address that a running server tells when an edition comes into force at
the project's place, and when saved checks come to another verdict because the law or
its data changed. Messages are signed with a secret that is printed once, when the
webhook is made, and are tried again for 24 hours.`,
		Example: `  regengine webhooks add 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 https://example.com/regulations
  regengine webhooks add 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 https://example.com/checks --event checks.flipped
  regengine webhooks test 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 5d0a0c4e-95a0-4f0e-8a3d-6f6c1b7c2a10
  regengine webhooks list 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11`,
	}, newWebhooksAdd(a, &who), newWebhooksList(a, &who), newWebhooksTest(a, &who), newWebhooksRemove(a, &who))
	cmd.PersistentFlags().StringVar(&who.org, "org", "", "organization, by id or name")
	cmd.PersistentFlags().StringVar(&who.user, "user", "", "user, by id or e-mail")
	return cmd
}

// webhooksOf runs f with the webhooks of an organization's project.
func (a *app) webhooksOf(ctx context.Context, who *projectFlags, project string, f func(s *webhooks.Service, organizationID string) error) error {
	return a.database(ctx, func(db *sqlstore.DB) error {
		member, err := whose(ctx, db, who)
		if err != nil {
			return err
		}
		if _, err := db.GetProject(ctx, member.OrganizationID, strings.ToLower(project)); err != nil {
			return absent(err, project)
		}
		s := a.webhooks(db)
		defer s.Sender.Close()
		return f(s, member.OrganizationID)
	})
}

func newWebhooksAdd(a *app, who *projectFlags) *cobra.Command {
	var events []string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "add PROJECT URL",
		Short: "Have an address told what happens to a project, and print its secret, once",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.webhooksOf(cmd.Context(), who, args[0], func(s *webhooks.Service, organizationID string) error {
				h, secret, err := s.Add(cmd.Context(), organizationID, args[0], args[1], mapped(events, func(e string) webhooks.Event { return webhooks.Event(e) })...)
				if errors.Is(err, webhooks.ErrAddress) {
					return usagef("URL %s", strings.TrimPrefix(err.Error(), webhooks.ErrAddress.Error()+": "))
				}
				if err != nil {
					return err
				}
				return a.print(httpapi.NewWebhook{Webhook: httpapi.ShowWebhook(h), Secret: secret}, func(w io.Writer) {
					fmt.Fprintf(a.stderr, "webhook %s; its secret, shown only now:\n", h.ID)
					fmt.Fprintln(w, secret)
				})
			})
		},
	}), 2)
	cmd.Flags().StringArrayVar(&events, "event", nil, "what it is told: edition.in_force or checks.flipped; may be repeated (default: both)")
	addWebhooksFlag(cmd.Flags())
	return cmd
}

func newWebhooksList(a *app, who *projectFlags) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "list PROJECT",
		Short: "List the webhooks, oldest first, with what came of the newest message",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.webhooksOf(cmd.Context(), who, args[0], func(s *webhooks.Service, organizationID string) error {
				found, err := s.List(cmd.Context(), organizationID, args[0])
				if err != nil {
					return err
				}
				return printList(a, mapped(found, httpapi.ShowWebhook), "no webhooks", []string{"ID", "URL", "EVENTS", "LAST", "AT", "TRIES"}, webhookRow)
			})
		},
	}), 1)
}

func webhookRow(h httpapi.Webhook) []string {
	last, at, tries := "", "", ""
	if o := h.Last; o != nil {
		last, at, tries = o.Event+" delivered", moment(o.At), strconv.Itoa(o.Tries)
		if o.Error != nil {
			last = o.Event + ": " + *o.Error
		}
	}
	return []string{h.WebhookID, h.URL, strings.Join(h.Events, " "), last, at, tries}
}

// noWebhook explains the error of a webhook that is not there.
func noWebhook(err error, id string) error {
	return advise(err, projects.ErrNotFound, "the project has no webhook %s; \"regengine webhooks list PROJECT\" shows them", quote(id))
}

func newWebhooksTest(a *app, who *projectFlags) *cobra.Command {
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "test PROJECT WEBHOOK",
		Short: "Send a test message now, and tell what came of it",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.webhooksOf(cmd.Context(), who, args[0], func(s *webhooks.Service, organizationID string) error {
				o, err := s.Test(cmd.Context(), organizationID, args[0], args[1])
				if err != nil {
					return noWebhook(err, args[1])
				}
				if err := a.print(httpapi.ShowWebhookOutcome(o), func(w io.Writer) {
					if o.Problem == "" {
						fmt.Fprintf(w, "delivered: the answer was %d\n", o.Status)
					}
				}); err != nil || o.Problem == "" {
					return err
				}
				return fmt.Errorf("not delivered: %s", o.Problem)
			})
		},
	}), 2)
	addWebhooksFlag(cmd.Flags())
	return cmd
}

func newWebhooksRemove(a *app, who *projectFlags) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:     "remove PROJECT WEBHOOK",
		Aliases: []string{"rm", "delete"},
		Short:   "Remove a webhook with the messages on their way to it",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.webhooksOf(cmd.Context(), who, args[0], func(s *webhooks.Service, organizationID string) error {
				return a.removed(noWebhook(s.Delete(cmd.Context(), organizationID, args[0], args[1]), args[1]), args[1])
			})
		},
	}), 2)
}
