package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/outcomes"
	"github.com/reglookup/regengine/regengine/sheet"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// evalVerifyOptions are the flags of "eval verify".
type evalVerifyOptions struct {
	snapshotOptions
	geoID    string
	passages bool
	lang     string
	failures bool
	code     []string
	today    string
	outcomeOptions
}

func newEvalVerify(a *app) *cobra.Command {
	var o evalVerifyOptions
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "verify CASES.tsv",
		Short: "Measure verdicts on checks whose outcome is known",
		Long: `Measure verdicts on checks whose outcome is known: the share that comes out right, the
share of wrong verdicts, the share that is dangerous (said to comply, with or without
conditions, though it does not), coverage (decided at all), and how often the limit is
the expected one; which verdict came instead of which; by code and by kind of case.

CASES.tsv has a header and tabs: columns element, parameter, value, unit, geo_id and
expected_status (a|b is either verdict); optionally id, code, section, kind (several by
commas), building_use, normative_text, expected_is_compliant (true or false), facts (a
case with any is not tried, and in no rate), and limit_value or expected_limit, where
a..b is either bound of a range. Where expected_is_compliant is not given, a conditional
verdict may let the value pass when compliant is expected, or conditional alone.

Three ways to measure what texts without rules are good for: --no-rules leaves the rules
of the database, or of --pack, aside; --passages leaves its texts aside too, and takes
the column normative_text for the only texts there are.

` + outcomesHelp + `
A case is right when its verdict is, and its limit where both have one.`,
		Example: `  regengine eval verify cases.tsv --data-dir ./data
  regengine eval verify cases.tsv --pack ./my-pack --failures
  regengine eval verify cases.tsv --passages --json
  regengine eval verify cases.tsv --pack ./my-pack --today 2026-01-01 --against kept.tsv`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.evalVerify(cmd.Context(), args[0], o) },
	}), 1)
	f := cmd.Flags()
	o.snapshotOptions.addFlags(f)
	f.BoolVar(&o.passages, "passages", false, "decide by the passages of the cases alone, without rules or other texts")
	f.StringVar(&o.lang, "lang", "", "language of the passages, such as es; by default that of each case's country")
	f.StringVar(&o.geoID, "geo-id", "", "the place of cases that name none")
	f.StringSliceVar(&o.code, "code", nil, "only cases about this code; may be repeated")
	f.BoolVar(&o.failures, "failures", false, "list the cases that came out otherwise, with what was said")
	addDay(f, &o.today)
	o.outcomeOptions.addFlags(f)
	return cmd
}

func (a *app) evalVerify(ctx context.Context, path string, o evalVerifyOptions) error {
	if err := a.setDay(o.today); err != nil {
		return err
	}
	kept, err := outcomesOf(o.outcomeOptions)
	if err != nil {
		return err
	}
	cases, err := readList(path, verifyeval.LoadTSV)
	if err != nil {
		return err
	}
	cases = o.chosen(cases)
	if len(cases) == 0 {
		return fmt.Errorf("%s: %w: none is left to measure", path, verifyeval.ErrCases)
	}
	measure := func(s *regengine.Snapshot) error { return a.measureVerdicts(ctx, s, cases, kept, o.failures) }
	if !o.passages {
		return a.snapshot(ctx, o.snapshotOptions, measure)
	}
	return a.evalTexts(ctx, o, func(data regengine.Data) error {
		countries := data.Countries
		data, err := passageData(data.Places, cases, func(geoID string) string { return cmp.Or(o.lang, a.languageAt(countries, geoID)) })
		if err != nil {
			return err
		}
		data.Countries = countries
		return a.serveData(ctx, data, o.snapshotOptions, measure)
	})
}

// evalTexts runs f with the places cases are at.
func (a *app) evalTexts(ctx context.Context, o evalVerifyOptions, f func(data regengine.Data) error) error {
	if o.pack != "" {
		return a.texts(ctx, o.pack, f)
	}
	return a.database(ctx, func(db *sqlstore.DB) error {
		stored, err := a.load(ctx, db)
		if err != nil {
			return err
		}
		return f(regengine.Data{Places: stored.Places, Countries: stored.Countries})
	})
}

// languageAt returns the language of a place's country; "" for one nobody knows.
func (a *app) languageAt(joined []regengine.Country, geoID string) string {
	country := geo.ID(strings.ToUpper(geoID)).Country()
	for _, scheme := range a.adapters.countries {
		if scheme.Country() == country {
			return scheme.Language()
		}
	}
	for i := range joined {
		if joined[i].ID() == country {
			return joined[i].Scheme.Tag
		}
	}
	return ""
}

// chosen returns the cases to measure, each with a place.
func (o evalVerifyOptions) chosen(cases []verifyeval.Case) []verifyeval.Case {
	var out []verifyeval.Case
	for _, c := range cases {
		if len(o.code) > 0 && !slices.Contains(o.code, c.Code) {
			continue
		}
		if c.Check.GeoID == "" {
			c.Check.GeoID = o.geoID
		}
		out = append(out, c)
	}
	return out
}

func (a *app) measureVerdicts(ctx context.Context, s *regengine.Snapshot, cases []verifyeval.Case, kept evalOutcomes, failures bool) error {
	bar, finish := a.progress()
	defer finish()
	takeCircumstances(s, cases)
	report := verifyeval.MeasureFunc(ctx, func(ctx context.Context, check verify.Check, on codes.Date) (*verify.Result, error) {
		if id, err := s.Places.ParseID(check.GeoID); err == nil {
			check.Country = id.Country()
		}
		return s.Verifier.Verify(ctx, check, on)
	}, a.today(), cases, progressOf(bar, len(cases), "cases"))
	finish()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := kept.keep(a, mapped(report.Outcomes, verdictOutcome)); err != nil {
		return err
	}
	err := a.print(newEvalVerifyResult(report, kept, failures), func(w io.Writer) {
		printVerdicts(w, report, failures)
		kept.print(w)
	})
	return errors.Join(err, kept.failed())
}

func verdictOutcome(o verifyeval.Outcome) outcomes.Outcome {
	if !o.Tried {
		return outcomes.Outcome{ID: o.Case.ID, Outcome: outcomes.NotTried}
	}
	return outcomes.Outcome{ID: o.Case.ID, Outcome: o.String(), Right: o.Right, Dangerous: o.Dangerous}
}

// takeCircumstances reads what cases give as data by what the rules ask for. A case with
// one they do not have is not tried.
func takeCircumstances(s *regengine.Snapshot, cases []verifyeval.Case) {
	for i := range cases {
		c := &cases[i]
		id, err := s.Places.ParseID(c.Check.GeoID)
		if c.Circumstances == "" || err != nil {
			continue
		}
		given, err := readCircumstances(s.Verifier, id.Country(), sheet.SplitCircumstances(c.Circumstances))
		if err == nil {
			c.Check.Circumstances, c.Circumstances = given, ""
		}
	}
}

// evalFigures are the figures of some cases as "eval verify --json" prints them.
type evalFigures struct {
	verifyeval.Tally
	Accuracy       float64 `json:"accuracy"`
	WrongRate      float64 `json:"wrong_rate"`
	DangerousRate  float64 `json:"dangerous_rate"`
	Coverage       float64 `json:"coverage"`
	LimitAgreement float64 `json:"limit_agreement"`
}

func newEvalFigures(t verifyeval.Tally) evalFigures {
	return evalFigures{t, t.Accuracy(), t.WrongRate(), t.DangerousRate(), t.Coverage(), t.LimitAgreement()}
}

// evalVerifyResult is what "eval verify --json" prints.
type evalVerifyResult struct {
	evalFigures
	evalOutcomes
	ByCode    map[string]evalFigures                  `json:"by_code"`
	ByKind    map[string]evalFigures                  `json:"by_kind"`
	Confusion map[verify.Status]map[verify.Status]int `json:"confusion"` // by the verdict expected
	Failures  []evalFailure                           `json:"failures,omitempty"`
}

// evalFailure is a case that came out otherwise.
type evalFailure struct {
	ID          string   `json:"id"`
	Code        string   `json:"code"`
	Check       string   `json:"check"`
	Expected    string   `json:"expected"`
	Got         string   `json:"got"`
	Dangerous   bool     `json:"dangerous"`
	Differences []string `json:"differences"`
	Source      string   `json:"source"`
}

func newEvalVerifyResult(r verifyeval.Report, kept evalOutcomes, failures bool) evalVerifyResult {
	out := evalVerifyResult{evalFigures: newEvalFigures(r.Tally), evalOutcomes: kept, ByCode: figuresBy(r.ByCode), ByKind: figuresBy(r.ByKind), Confusion: r.Confusion}
	if failures {
		for i := range r.Failures {
			out.Failures = append(out.Failures, newEvalFailure(&r.Failures[i]))
		}
	}
	return out
}

func figuresBy(groups []verifyeval.Group) map[string]evalFigures {
	out := make(map[string]evalFigures, len(groups))
	for _, g := range groups {
		out[g.Name] = newEvalFigures(g.Tally)
	}
	return out
}

func newEvalFailure(f *verifyeval.Failure) evalFailure {
	c := f.Case.Check
	out := evalFailure{
		ID: f.Case.ID, Code: f.Case.Code, Check: fmt.Sprintf("%s | %s | %s %s", c.Element, c.Parameter, c.Value, c.Unit),
		Expected: expected(f.Case), Got: string(verifyeval.Failed), Dangerous: f.Dangerous, Differences: f.Differences,
	}
	if f.Result != nil {
		out.Got = strings.TrimSpace(string(f.Result.Status) + " " + f.Result.Limit)
		for _, s := range f.Result.Sources {
			out.Source = strings.Join(strings.Fields(s.Ref.String()+": "+s.Excerpt), " ")
			break
		}
	}
	return out
}

func expected(c verifyeval.Case) string {
	return strings.TrimSpace(c.Expected() + " " + strings.Join(c.Limits, ".."))
}

func printVerdicts(w io.Writer, r verifyeval.Report, failures bool) {
	table(w, slices.Concat([][]string{figuresHeading("")}, [][]string{figuresRow("all", r.Tally)}, mapped(r.ByCode, groupRow)))
	if len(r.ByKind) > 0 {
		fmt.Fprintln(w)
		table(w, slices.Concat([][]string{figuresHeading("by kind")}, mapped(r.ByKind, groupRow)))
	}
	fmt.Fprintln(w)
	table(w, confusionRows(r.Confusion))
	if r.Errors > 0 {
		fmt.Fprintf(w, "%d cases gave an error; --failures says which\n", r.Errors)
	}
	if r.NotTried > 0 {
		fmt.Fprintf(w, "%d cases were not tried, and are in no figure: they give circumstances that the rules do not have\n", r.NotTried)
	}
	if !failures {
		return
	}
	for i := range r.Failures {
		printFailure(w, newEvalFailure(&r.Failures[i]))
	}
}

func figuresHeading(first string) []string {
	return []string{first, "cases", "right", "wrong", "dangerous", "coverage", "limits"}
}

func groupRow(g verifyeval.Group) []string { return figuresRow(g.Name, g.Tally) }

func figuresRow(name string, t verifyeval.Tally) []string {
	percent := func(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
	limits := "-"
	if t.WithLimit > 0 {
		limits = percent(t.LimitAgreement())
	}
	return []string{name, fmt.Sprint(t.Cases), percent(t.Accuracy()), percent(t.WrongRate()), percent(t.DangerousRate()), percent(t.Coverage()), limits}
}

// confusionRows shows how often a verdict came where another was expected.
func confusionRows(confusion map[verify.Status]map[verify.Status]int) [][]string {
	verdicts := []verify.Status{verify.Compliant, verify.Conditional, verify.NonCompliant, verify.Undetermined, verifyeval.Failed}
	name := func(s verify.Status) string { return string(s) }
	rows := [][]string{slices.Concat([]string{"expected \\ said"}, mapped(verdicts, name))}
	for _, want := range verdicts {
		if said := confusion[want]; said != nil {
			rows = append(rows, slices.Concat([]string{name(want)}, mapped(verdicts, func(s verify.Status) string { return fmt.Sprint(said[s]) })))
		}
	}
	return rows
}

func printFailure(w io.Writer, f evalFailure) {
	mark := ""
	if f.Dangerous {
		mark = " DANGEROUS"
	}
	fmt.Fprintf(w, "\n%s (%s)%s\n  %s\n  want %s, got %s\n", f.ID, f.Code, mark, f.Check, f.Expected, f.Got)
	for _, d := range f.Differences {
		fmt.Fprintf(w, "  %s\n", strings.Join(strings.Fields(d), " "))
	}
	if f.Source != "" {
		fmt.Fprintf(w, "  source %s\n", f.Source)
	}
}
