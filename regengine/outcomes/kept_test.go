package outcomes_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/regengine/outcomes"
)

// Where the kept outcomes are, and what runs their sets.
const (
	root   = "../.."
	script = root + "/.ci/outcomes"
	folder = root + "/regengine/docs/outcomes"
)

func text(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// listed are the sets of the script: a name and the arguments of each.
func listed(t *testing.T) [][2]string {
	t.Helper()
	_, behind, _ := strings.Cut(text(t, script), "<<'SETS'\n")
	list, _, closed := strings.Cut(behind, "\nSETS\n")
	if !closed {
		t.Fatal("the script has no list of sets")
	}
	var sets [][2]string
	for line := range strings.SplitSeq(list, "\n") {
		name, arguments, _ := strings.Cut(line, " ")
		sets = append(sets, [2]string{name, arguments})
	}
	return sets
}

// TestKept_Commands holds the commands of the page to those of the script.
func TestKept_Commands(t *testing.T) {
	var want, got []string
	for _, set := range listed(t) {
		want = append(want, "regengine "+set[1]+" --against regengine/docs/outcomes/"+set[0]+".tsv")
	}
	for line := range strings.SplitSeq(text(t, folder+"/README.md"), "\n") {
		if strings.HasPrefix(line, "regengine eval ") {
			got = append(got, line)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the script and the page differ (-script +page):\n%s", diff)
	}
}

// TestKept_Files reads every kept file, and wants one for each set.
func TestKept_Files(t *testing.T) {
	var want []string
	for _, set := range listed(t) {
		want = append(want, set[0]+".tsv")
	}
	slices.Sort(want)
	paths, err := filepath.Glob(folder + "/*.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, path := range paths {
		got = append(got, filepath.Base(path))
		kept := text(t, path)
		list, err := outcomes.Read(strings.NewReader(kept))
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
			continue
		}
		var again strings.Builder
		if err := outcomes.Write(&again, list); err != nil || again.String() != kept {
			t.Errorf("%s is not as it is written: %v", filepath.Base(path), err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// A stand-in for the command: it tells what it was given, and fails for the sets of
// a name.
const standIn = `#!/bin/sh
echo "figures"
echo "outcomes: $* $REGENGINE_MODEL_URL"
case "$3" in *"$FAILING"*) exit 1 ;; esac
`

func TestScript(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	command, data := filepath.Join(t.TempDir(), "regengine"), t.TempDir()
	if err := os.WriteFile(command, []byte(standIn), 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(failing string, args ...string) (output string, code int) {
		cmd := exec.Command("bash", append([]string{script}, args...)...)
		cmd.Env = append(os.Environ(), "FAILING="+failing, "REGENGINE_MODEL_URL=http://elsewhere")
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	output := func(flag string) string {
		var b strings.Builder
		for _, set := range listed(t) {
			b.WriteString("== " + set[0] + "\noutcomes: " + strings.ReplaceAll(set[1], "DATA/", data+"/") + " " + flag + " regengine/docs/outcomes/" + set[0] + ".tsv \n")
		}
		return b.String()
	}
	for _, tt := range []struct {
		name, failing string
		args          []string
		want          string
		code          int
	}{
		{"nothing moved", "none", []string{command, data}, output("--against"), 0},
		{"the first set is worse", "verify_dev_es", []string{command, data}, output("--against"), 1}, // and the others are run
		{"the last set is worse", "obliqa", []string{command, data}, output("--against"), 1},
		{"written", "none", []string{"--write", command, data}, output("--outcomes"), 0},
		{"no sets", "none", []string{command, data + "/absent"}, "outcomes: not compared, no sets at " + data + "/absent\n", 0},
		{"no arguments", "none", nil, "usage: .ci/outcomes [--write] REGENGINE DATA\n", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, code := run(tt.failing, tt.args...)
			if diff := cmp.Diff(tt.want, out); diff != "" || code != tt.code {
				t.Errorf("exit code: want %d, got %d (-want +got):\n%s", tt.code, code, diff)
			}
		})
	}
}
