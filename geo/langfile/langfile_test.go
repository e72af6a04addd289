package langfile_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo/langfile"
)

var english = map[string]string{"found": "Found %d in %s.", "none": "Nothing.", "two": "%s and %s"}

func TestMessages(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       map[string]string
		wrong      string
	}{
		{name: "no file", want: english},
		{name: "others stay English", file: "# remark\nask.none\tRien.\nweb.none\tVide\n\n",
			want: map[string]string{"found": english["found"], "none": "Rien.", "two": english["two"]}},
		{name: "another order", file: "ask.found\tEn %[2]s : %[1]d.\\nVoilà.\n",
			want: map[string]string{"found": "En %[2]s : %[1]d.\nVoilà.", "none": english["none"], "two": english["two"]}},
		{name: "byte order mark", file: "\ufeffask.none\tRien.\n",
			want: map[string]string{"found": english["found"], "none": "Rien.", "two": english["two"]}},
		{name: "no such text", file: "ask.nothing\tRien\n", wrong: `messages.tsv:1: there is no text "nothing"`},
		{name: "a verb too few", file: "\nask.found\tTrouvé : %d.\n", wrong: `messages.tsv:2: "found" must hold [1:%d 2:%s]`},
		{name: "another verb", file: "ask.found\t%s dans %s\n", wrong: "must hold"},
		{name: "two arguments taken for one", file: "ask.two\t%[1]s et %[1]s\n", wrong: "must hold"},
		{name: "a percent sign of its own", file: "ask.none\t100 %\n",
			want: map[string]string{"found": english["found"], "none": "100 %", "two": english["two"]}},
		{name: "a percent sign before a word", file: "ask.two\t%s kaj 5 % kaj %s\n", wrong: `holds " % k": write "%%" for a percent sign`},
		{name: "a percent sign beside verbs", file: "ask.two\t%s et %s : 5 %\n", wrong: `write "%%" for a percent sign`},
		{name: "a width that is an argument", file: "ask.two\t%s et %*s\n", wrong: "must hold"},
		{name: "a percent sign written twice", file: "ask.two\t%s et %s : 5 %%\n",
			want: map[string]string{"found": english["found"], "none": english["none"], "two": "%s et %s : 5 %%"}},
		{name: "twice", file: "ask.none\tRien\nask.none\tVide\n", wrong: "messages.tsv:2: \"none\" stands on line 1"},
		{name: "empty", file: "ask.none\t \n", wrong: "no text behind its tab"},
		{name: "no tab", file: "ask.none Rien\n", wrong: "there is no text"},
		{name: "not UTF-8", file: "ask.none\t\xff\n", wrong: "no UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := fstest.MapFS{}
			if c.file != "" {
				files[langfile.MessagesFile] = &fstest.MapFile{Data: []byte(c.file)}
			}
			got, err := langfile.Messages(files, "ask", english)
			if c.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), c.wrong) {
					t.Fatalf("error %v, want one with %q", err, c.wrong)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error("(-want +got)\n" + diff)
			}
		})
	}
}

// Texts are those of one part alone, with line breaks as they are written.
func TestTexts(t *testing.T) {
	files := fstest.MapFS{"x.tsv": {Data: []byte("# a remark\nask.found\tFound %d.\nweb.found\tX\n\nask.none\tNothing.\r\n")}}
	want := map[string]string{"found": "Found %d.", "none": "Nothing."}
	if diff := cmp.Diff(want, langfile.Texts(files, "x.tsv", "ask")); diff != "" {
		t.Error("(-want +got)\n" + diff)
	}
}
