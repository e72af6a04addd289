package main

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/httpapi"
)

// askOptions are the flags of "ask".
type askOptions struct {
	who      projectFlags
	project  string
	place    string
	codes    []string
	pack     string
	baseURL  string
	sourced  bool
	question string
}

// apiKeyVariable holds the key for a server that is asked. Command lines are seen
// by others, so it is no flag of commands that ask.
const apiKeyVariable = envPrefix + "API_KEY"

func newAsk(a *app) *cobra.Command {
	var o askOptions
	cmd := atLeast(a.openFlag(a.jsonFlag(&cobra.Command{
		Use:   "ask QUESTION...",
		Short: "Answer a question from the regulations, with the passages it rests on",
		Long: `Answer a question from the regulations, with the passages it rests on. Each marker [1]
of the answer is that of a source below it; what the sources do not say, the answer does
not either. Ask in Spanish or English.

What is searched is what a project has selected:
  --project ID   a project of the database, with its documents, memory and calculations;
                 without, the active project of --user, or the only project there is
  --place PLACE  no project, but a place, and the regulations that apply there, or those
                 of --code; --pack takes them from a pack instead of the database
  --server URL   a project of a running server, whose key is in ` + apiKeyVariable + `:
                 --project, or the active one of the key's user; one credit

Without a language model the answer is put together from the texts; --model-url and
--model let one look for passages and write, and every sentence it writes is checked
against them. A question to the own database costs no credits.

At a terminal the progress of the search is told on standard error, and the answer is
wrapped and coloured (NO_COLOR=1 turns colours off). --json prints what POST /api/v2/ask
answers; a project that is stored nowhere has the id ` + regengine.NoProject + `.`,
		Example: `  regengine ask "¿Qué altura mínima tiene una barandilla con un desnivel de 7 m?" --place ES-05019
  regengine ask "¿Qué pendiente máxima puede tener una rampa?" --place Madrid --code DB-SUA
  regengine ask "What width does an accessible corridor need?" --project 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11
  ` + apiKeyVariable + `=rgk_... regengine ask "¿Y el ancho del pasillo?" --server https://regs.example.org
  regengine ask "¿Qué zona climática tiene?" --place ES-05019 --json | jq .sources`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.question = strings.Join(args, " ")
			if o.baseURL = a.settings.BaseURL; o.baseURL == "" && a.settings.Server == "" {
				if c := a.ownServer(cmd.Context(), ""); c != nil { // who serves this folder has the pages
					o.baseURL = c.base
					c.http.CloseIdleConnections()
				}
			}
			return a.ask(cmd.Context(), o)
		},
	}), "its first source"), 1)
	f := cmd.Flags()
	f.StringVar(&o.project, "project", "", "project to ask in, by id")
	f.StringVar(&o.who.org, "org", "", "organization of the project, by id or name, unless there is only one")
	f.StringVar(&o.who.user, "user", "", "user whose active project is meant, by id or e-mail")
	placeFlag(f, &o.place, "place instead of a project")
	f.StringSliceVar(&o.codes, "code", nil, "with --place: only this code, by name; may be repeated")
	f.StringVar(&o.pack, "pack", "", "with --place: a pack, as folder or zip, instead of the database")
	addServerFlag(f)
	f.BoolVar(&o.sourced, "need-source", false, "end with code 1 when the answer has no source")
	f.String("base-url", "", "address of the server whose reading pages links lead to; without, that of the one that serves the data folder, else links are relative")
	addAskModelFlags(f)
	addVectorFlags(f)
	return cmd
}

// errNoSource says that an answer rests on nothing, of --need-source.
var errNoSource = errors.New("the answer has no source")

func (a *app) ask(ctx context.Context, o askOptions) error {
	if err := o.validate(a.settings.Server); err != nil {
		return err
	}
	tell := a.teller()
	answer := a.askLocal // by what the options say; it tells how it goes
	if a.settings.Server != "" {
		answer = a.askServer
	}
	response, err := answer(ctx, o, tell.event)
	if err != nil {
		return err
	}
	if err := a.printPaged(response, newAnswerPage(a, response).write, firstLink(response.Sources)); err != nil {
		return err
	}
	if o.sourced && len(response.Sources) == 0 {
		return errNoSource
	}
	return nil
}

// firstLink returns the address of the first source that has one, or "".
func firstLink(sources []httpapi.AskSource) string {
	for _, s := range sources {
		if s.URL != "" {
			return s.URL
		}
	}
	return ""
}

// validate complains of flags that contradict each other, and of a question no
// server would take.
func (o *askOptions) validate(server string) error {
	o.question = strings.TrimSpace(o.question)
	switch n := utf8.RuneCountInString(o.question); {
	case n == 0:
		return usagef("the question is empty")
	case n > ask.MaxQuery:
		return usagef("the question has %d letters; it can have %d", n, ask.MaxQuery)
	case !utf8.ValidString(o.question) || strings.ContainsRune(o.question, 0):
		return usagef("the question is not UTF-8")
	}
	for _, c := range []struct {
		wrong bool
		say   string
	}{
		{o.place != "" && o.project != "", "--place and --project contradict each other: a project has a place"},
		{o.place == "" && len(o.codes) > 0, "--code goes with --place; a project has its own selection"},
		{o.place == "" && o.pack != "", "--pack goes with --place; a pack holds no projects"},
		{o.place != "" && o.who != projectFlags{}, "--org and --user name a project; --place needs none"},
		{server != "" && o.place != "", "--server and --place contradict each other: a server is asked in a project"},
		{server != "" && o.who != projectFlags{}, "--server knows the user by the key: --org and --user are of the own database"},
	} {
		if c.wrong {
			return usagef("%s", c.say)
		}
	}
	return wholeCodes(o.codes)
}

// wholeCodes complains of editions where codes are selected.
func wholeCodes(slugs []string) error {
	for _, slug := range slugs {
		if code, _, edition := strings.Cut(slug, "/"); edition {
			return usagef("--code %s: a project selects a code, not one of its versions; give %s", quote(slug), quote(code))
		}
	}
	return nil
}
