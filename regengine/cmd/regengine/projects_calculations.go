package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/projects"
)

// calculatorInfo is what "projects calculators --json" prints.
type calculatorInfo struct {
	ID     string          `json:"calculator_id"`
	Title  string          `json:"title"`
	Input  json.RawMessage `json:"input_schema"`
	Result json.RawMessage `json:"result_schema"`
}

// calculated is what "projects calculate --json" prints.
type calculated struct {
	projectCalculation
	Input   json.RawMessage `json:"input"`
	Result  json.RawMessage `json:"result"`
	Steps   []string        `json:"steps"`
	Sources []string        `json:"sources"`
}

func newProjectsCalculators(a *app, who *projectFlags) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "calculators PROJECT",
		Short: "List the calculators a project can use, with --json also what they take",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.contents(cmd.Context(), who, args[0], func(_ *office, info *projects.Info) error {
				list := mapped(info.Calculators, func(c projects.Calculator) calculatorInfo {
					input, result := c.Schema()
					return calculatorInfo{c.ID(), c.Title(), input, result}
				})
				return printList(a, list, "no calculators", []string{"ID", "TITLE"},
					func(c calculatorInfo) []string { return []string{c.ID, c.Title} })
			})
		},
	}), 1)
}

func newProjectsCalculate(a *app, who *projectFlags) *cobra.Command {
	var name, input, file string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "calculate PROJECT CALCULATOR --input JSON",
		Short: "Run a calculator and save the run in the project",
		Long: `Run a calculator and save input and result in the project. Questions of the project
know the result. "regengine projects calculators PROJECT --json" says what each takes.`,
		Example: `  regengine projects calculators 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 --json
  regengine projects calculate 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 stair-geometry --name "Escalera principal" \
    --input '{"use":"general","riser":17,"tread":29,"public_use":false,"lift":false,"flight_steps":12}'
  regengine projects calculate 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 thermal-transmittance --input-file wall.json --name "Fachada norte"
  regengine projects calculations list 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if (input == "") == (file == "") {
				return usagef("give either --input or --input-file")
			}
			if file != "" {
				text, err := readContent(cmd.InOrStdin(), file)
				if err != nil {
					return err
				}
				input = text
			}
			return a.office(cmd.Context(), who, func(o *office) error {
				c, err := o.Calculate(cmd.Context(), o.member.OrganizationID, args[0], args[1], name, json.RawMessage(input))
				if err != nil {
					return absent(err, args[0])
				}
				return a.print(showCalculated(c), func(w io.Writer) { writeCalculation(w, c) })
			})
		},
	}), 2)
	flags := cmd.Flags()
	flags.StringVar(&name, "name", "", "what is calculated (default: the calculator's title)")
	flags.StringVar(&input, "input", "", "what the calculator is given, as JSON")
	flags.StringVar(&file, "input-file", "", "file with the same; - for standard input")
	return cmd
}

func showCalculated(c projects.Calculation) calculated {
	list := func(lines []string) []string { return mapped(lines, func(line string) string { return line }) }
	return calculated{showCalculation(c), orNull(c.Input), orNull(c.Result), list(c.Steps), list(c.Sources)}
}

// orNull is JSON that may be missing.
func orNull(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}

func writeCalculation(w io.Writer, c projects.Calculation) {
	fmt.Fprintf(w, "%s  %s\n%s\n%s\n", c.ID, c.Name, c.Summary, calculationWords[c.Verdict()])
	for _, step := range c.Steps {
		fmt.Fprintf(w, "  %s\n", step)
	}
	for _, source := range c.Sources {
		fmt.Fprintf(w, "  [%s]\n", source)
	}
}

func newProjectsCalculations(a *app, who *projectFlags) *cobra.Command {
	return group(&cobra.Command{
		Use:     "calculations",
		Aliases: []string{"calculation"},
		Short:   "Saved calculations of a project: list, show, remove",
		Example: `  regengine projects calculations list 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11`,
	}, newCalculationsList(a, who), newCalculationsShow(a, who), newCalculationsRemove(a, who))
}

func newCalculationsList(a *app, who *projectFlags) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "list PROJECT",
		Short: "List the saved calculations, newest first",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.contents(cmd.Context(), who, args[0], func(_ *office, info *projects.Info) error {
				return printList(a, mapped(info.Calculations, showCalculation), "no calculations",
					[]string{"ID", "CALCULATOR", "VERDICT", "NAME", "SUMMARY"}, func(c projectCalculation) []string {
						return []string{c.ID, c.CalculatorID, calculationWords[projects.Verdict(c.Verdict)], c.Name, c.Summary}
					})
			})
		},
	}), 1)
}

func newCalculationsShow(a *app, who *projectFlags) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "show PROJECT CALCULATION",
		Short: "Show a calculation with its steps and sources, with --json also input and result",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.contents(cmd.Context(), who, args[0], func(_ *office, info *projects.Info) error {
				for _, c := range info.Calculations {
					if c.ID == args[1] {
						return a.print(showCalculated(c), func(w io.Writer) { writeCalculation(w, c) })
					}
				}
				return noCalculation(args[1])
			})
		},
	}), 2)
}

func noCalculation(id string) error {
	return fmt.Errorf("the project has no calculation %s; \"regengine projects calculations list\" shows them", quote(id))
}

func newCalculationsRemove(a *app, who *projectFlags) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:     "remove PROJECT CALCULATION",
		Aliases: []string{"rm", "delete"},
		Short:   "Remove a saved calculation",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.contents(cmd.Context(), who, args[0], func(o *office, info *projects.Info) error {
				return a.removed(advise(o.DeleteCalculation(cmd.Context(), info.OrganizationID, info.ID, args[1]),
					projects.ErrNotFound, "%s", noCalculation(args[1])), args[1])
			})
		},
	}), 2)
}
