package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/verify/rules"
)

// rulesSuffix ends the name of a rules file, beside the version's text.
const rulesSuffix = ".rules.yaml"

// errRules says that rules files have mistakes.
var errRules = errors.New("rules with mistakes")

func newRules(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "rules",
		Short: "Look after rules files",
		Long:  `Look after rules files: what a pack's CODE/VERSION.rules.yaml says of the limits of a text.`,
	}, newRulesLint(a))
}

func newRulesLint(a *app) *cobra.Command {
	var words languageFolder
	cmd := a.jsonFlag(&cobra.Command{
		Use:   "lint PACK|FILE.rules.yaml...",
		Short: "Check rules against their texts and run their tests",
		Long: `Check rules files and run the tests kept beside the rules. Every mistake is told with
file and line: unknown keys, a quote that does not stand in its section, words that
disagree with the operator, a figure the quote does not hold, a test that comes to
another verdict, names two files declare differently, a circumstance that means one
thing in one file and another in another.

A PACK is a folder or zip; a FILE in a pack is checked together with the pack and only
its own mistakes are told. A FILE outside any pack is checked for its form alone: there
is no text to hold it against. Tests of a file that uses names of other files are run
together with these; where no file of the pack declares the names they are not run, and
the import of the pack checks the names against all that is stored.

Rules in a language the program has not itself are held against their texts, and their
tests asked, with the words of --language-dir: the folder a plugin brings for it.

Rules are counted of which nothing names the article: neither cite, nor cites of the
file, nor a number in the heading of their section.

Warnings tell what may be meant: a table that is silent for some values, two rules that
limit the same thing differently. They are no mistakes and leave the exit code at 0.`,
		Example: `  regengine rules lint ./my-pack
  regengine rules lint my-pack/codes/my-code/2020.rules.yaml
  regengine rules lint my-plugin/pack --language pt --language-dir my-plugin/language`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.learnFolder(words); err != nil {
				return err
			}
			return a.rulesLint(cmd.Context(), args)
		},
	})
	cmd.Flags().StringVar(&words.tag, "language", "", "BCP 47 tag of the language that --language-dir describes")
	cmd.Flags().StringVar(&words.dir, "language-dir", "", "folder with the words of the pack's language")
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("usage: %s; see \"%s --help\"", cmd.UseLine(), cmd.CommandPath())
		}
		return nil
	}
	return cmd
}

// lintedFile is one rules file as "rules lint --json" prints it.
type lintedFile struct {
	File     string        `json:"file"`
	Rules    int           `json:"rules"`
	Tests    int           `json:"tests"`     // beside the rules
	TestsRun bool          `json:"tests_run"` // false for a file outside a pack, or one that uses what no file declares
	Uncited  int           `json:"uncited"`   // rules of which nothing names the article: no cite, and no number in the heading
	Problems []lintProblem `json:"problems"`
	Warnings []lintProblem `json:"warnings"`
}

// lintProblem is one mistake, or one warning.
type lintProblem struct {
	Line    int    `json:"line"`
	Message string `json:"message"`
}

func (a *app) rulesLint(ctx context.Context, args []string) error {
	var files []lintedFile
	packs := make(map[string][]lintedFile) // read once for all files in them
	for _, arg := range args {
		linted, err := a.lintArgument(arg, packs)
		if err != nil {
			return err
		}
		files = append(files, linted...)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if err := a.print(append([]lintedFile{}, files...), func(w io.Writer) { printLinted(w, files) }); err != nil {
		return err
	}
	mistakes := 0
	for _, f := range files {
		mistakes += len(f.Problems)
	}
	if mistakes > 0 {
		return &advice{fmt.Sprintf("%d mistakes", mistakes), errRules}
	}
	return nil
}

func printLinted(w io.Writer, files []lintedFile) {
	for _, f := range files {
		for _, p := range f.Problems {
			fmt.Fprintf(w, "%s:%d: %s\n", f.File, p.Line, p.Message)
		}
		for _, p := range f.Warnings {
			fmt.Fprintf(w, "%s:%d: warning: %s\n", f.File, p.Line, p.Message)
		}
		if len(f.Problems) > 0 {
			continue
		}
		tests := fmt.Sprintf("%d tests pass", f.Tests)
		if !f.TestsRun {
			tests = fmt.Sprintf("%d tests not run", f.Tests)
		}
		if f.Uncited > 0 {
			tests += fmt.Sprintf(", %d without an article to cite", f.Uncited)
		}
		fmt.Fprintf(w, "%s: %d rules, %s\n", f.File, f.Rules, tests)
	}
	if len(files) == 0 {
		fmt.Fprintln(w, "no rules files")
	}
}

// lintArgument checks a pack, or one file of a pack or of none.
func (a *app) lintArgument(arg string, packs map[string][]lintedFile) ([]lintedFile, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return nil, err
	}
	if info.IsDir() || !strings.HasSuffix(arg, rulesSuffix) {
		return a.lintPack(arg, packs)
	}
	root, inside, ok := packOf(arg)
	if !ok {
		linted, err := lintAlone(arg)
		return []lintedFile{linted}, err
	}
	all, err := a.lintPack(root, packs)
	if err != nil {
		return nil, err
	}
	name := filepath.Join(root, filepath.FromSlash(inside))
	i := slices.IndexFunc(all, func(f lintedFile) bool { return f.File == name })
	if i < 0 {
		return nil, fmt.Errorf("%s is no rules file of the pack %s", arg, root)
	}
	linted := all[i]
	linted.File = arg
	return []lintedFile{linted}, nil
}

// packOf returns the pack a rules file is in, and its path there: it stands as
// codes/CODE/VERSION.rules.yaml beside a pack.yaml.
func packOf(file string) (root, inside string, ok bool) {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return "", "", false
	}
	codeDir := filepath.Dir(absolute)
	codesDir := filepath.Dir(codeDir)
	root = filepath.Dir(codesDir)
	if _, err := os.Stat(filepath.Join(root, "pack.yaml")); err != nil || filepath.Base(codesDir) != "codes" {
		return "", "", false
	}
	return root, path.Join("codes", filepath.Base(codeDir), filepath.Base(absolute)), true
}

// lintAlone checks the form of a file there is no text for.
func lintAlone(file string) (lintedFile, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return lintedFile{}, err
	}
	version := strings.TrimSuffix(filepath.Base(file), rulesSuffix)
	out := lintedFile{File: file, Problems: []lintProblem{}, Warnings: []lintProblem{}}
	set, err := rules.Parse(codes.VersionRef{Code: "code", Version: version}, source)
	var mistakes *rules.Error
	switch {
	case errors.As(err, &mistakes):
		for _, p := range mistakes.Problems {
			out.Problems = append(out.Problems, lintProblem{p.Line, p.Message})
		}
	case err != nil:
		out.Problems = append(out.Problems, lintProblem{1, err.Error()})
	}
	out.count(set)
	return out, nil
}

// count fills in how much there is in a set, and what is strange about it.
func (f *lintedFile) count(set rules.RuleSet) {
	for _, p := range rules.Warnings(set) {
		f.Warnings = append(f.Warnings, lintProblem{p.Line, p.Message})
	}
	f.Rules = len(set.Rules)
	for i := range set.Rules {
		r := &set.Rules[i]
		f.Tests += len(r.Cases)
		if len(r.Cases) == 0 {
			f.Warnings = append(f.Warnings, lintProblem{r.Line, fmt.Sprintf("rule %s has no tests: nobody sees when it decides something else", r.ID)})
		}
	}
	slices.SortStableFunc(f.Warnings, func(a, b lintProblem) int { return cmp.Compare(a.Line, b.Line) })
}

// lintPack checks all rules files of a pack, each against its text and all
// together.
func (a *app) lintPack(root string, packs map[string][]lintedFile) ([]lintedFile, error) {
	if files, read := packs[root]; read {
		return files, nil
	}
	report, finish := a.progress()
	p, err := pack.Open(root, &pack.ReadOptions{Progress: report})
	finish()
	if p == nil {
		return nil, err
	}
	_, more := regengine.NewSnapshot(a.adapters.countries, p.Data)
	explained := p.Explain(errors.Join(err, more))
	var mistakes *pack.Error
	if explained != nil && !errors.As(explained, &mistakes) {
		return nil, explained
	}
	files := rulesFilesOf(p, root)
	if mistakes != nil {
		for _, problem := range mistakes.Problems {
			i := slices.IndexFunc(files, func(f lintedFile) bool { return f.File == filepath.Join(root, filepath.FromSlash(problem.File)) })
			switch {
			case i >= 0:
				files[i].Problems = append(files[i].Problems, lintProblem{problem.Line, problem.Message})
			case unreadable(problem.File): // without it nothing is checked
				return nil, explained
			}
		}
	}
	together(files, p, root)
	countUncited(files, p, root)
	packs[root] = files
	return files, nil
}

// together adds what the files of each country say of one circumstance that does not
// go together.
func together(files []lintedFile, p *pack.Pack, root string) {
	countries := make(map[string][]rules.RuleSet)
	for _, set := range p.Data.Rules {
		for i := range p.Data.Codes {
			if p.Data.Codes[i].Slug == set.Ref.Code {
				country := p.Data.Codes[i].CountryCode
				countries[country] = append(countries[country], set)
			}
		}
	}
	for _, sets := range countries {
		for ref, problems := range rules.LintTogether(sets) {
			i := slices.IndexFunc(files, func(f lintedFile) bool { return f.File == rulesFile(root, ref) })
			for _, problem := range problems {
				files[i].Problems = append(files[i].Problems, lintProblem{problem.Line, problem.Message})
			}
		}
	}
}

// countUncited counts the rules that neither their author nor their heading names an
// article for.
func countUncited(files []lintedFile, p *pack.Pack, root string) {
	first := make(map[string]*retrieval.Block) // of each section
	for i := range p.Data.Blocks {
		b := &p.Data.Blocks[i]
		if key := b.Doc + "#" + b.Section; first[key] == nil {
			first[key] = b
		}
	}
	for _, set := range p.Data.Rules {
		i := slices.IndexFunc(files, func(f lintedFile) bool { return f.File == rulesFile(root, set.Ref) })
		for j := range set.Rules {
			r := &set.Rules[j]
			if !crossref.IsCited(first[set.Ref.String()+"#"+r.Section], set.CiteOf(r)) {
				files[i].Uncited++
			}
		}
	}
}

// rulesFile is the path of a version's rules in a pack.
func rulesFile(root string, ref codes.VersionRef) string {
	return filepath.Join(root, "codes", ref.Code, ref.Version+rulesSuffix)
}

// unreadable reports whether a mistake in a file of a pack keeps rules from being
// checked at all. Mistakes in places and codes are the import's to tell.
func unreadable(file string) bool {
	return file == "pack.yaml" || strings.HasSuffix(file, ".md") || strings.HasSuffix(file, rulesSuffix)
}

func rulesFilesOf(p *pack.Pack, root string) []lintedFile {
	files := make([]lintedFile, 0, len(p.Data.Rules))
	for _, set := range p.Data.Rules {
		f := lintedFile{
			File: rulesFile(root, set.Ref), TestsRun: !slices.Contains(p.Untested, set.Ref),
			Problems: []lintProblem{}, Warnings: []lintProblem{},
		}
		f.count(set)
		files = append(files, f)
	}
	return files
}
