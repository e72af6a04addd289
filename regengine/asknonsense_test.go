//go:build unix

package regengine_test

import (
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/reglookup/regengine/ask"
)

// nonsenseCPU is what a question that says nothing may cost. Measured alone: a tenth of it.
const nonsenseCPU = 200 * time.Millisecond

// However long nonsense is, it is not found soon.
func TestEngine_Ask_Nonsense(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	e := openStarter(t)
	site := e.At("ES-28079")
	if _, err := site.Ask(t.Context(), "¿Qué altura tiene una barandilla?", nil); err != nil { // what is made once is made
		t.Fatal(err)
	}
	long := strings.Repeat("1ª ", 2000) // three times what the API takes
	questions := []string{long}
	for _, piece := range []string{"a", "5 m ", "a-", "no ", "art. 5 ", "lorem ipsum dolor sit amet ", "db-", "¿", "1.000 "} {
		questions = append(questions, strings.Repeat(piece, ask.MaxQuery/utf8.RuneCountInString(piece)))
	}
	for _, question := range questions {
		least := time.Hour
		for range 3 {
			before := cpu(t)
			a, err := site.Ask(t.Context(), question, nil)
			if err != nil || a.Form != ask.FormNotFound {
				t.Fatalf("%.20q...: error %v, answer %+v", question, err, a)
			}
			least = min(least, cpu(t)-before)
		}
		if least > nonsenseCPU*raceFactor {
			t.Errorf("%.20q... took %v of a processor", question, least)
		}
	}
}

// cpu is the time that processors have spent for this program.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
