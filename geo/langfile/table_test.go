package langfile_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo/langfile"
)

func TestTable(t *testing.T) {
	var table langfile.Table[int]
	if _, ok := table.Get("fr"); ok || table.Tags() != nil {
		t.Error("the zero table holds something")
	}
	table.Put("fr-CA", 1)
	table.Put("eo", 2)
	table.Put("FR", 3)
	if got, ok := table.Get("fr-BE"); got != 3 || !ok {
		t.Errorf("Get(fr-BE) = %d, %v, want what was put last", got, ok)
	}
	if diff := cmp.Diff([]string{"eo", "fr"}, table.Tags()); diff != "" {
		t.Error("tags (-want +got)\n" + diff)
	}
}

// No addition is lost to another at the same time.
func TestTable_AtOnce(t *testing.T) {
	var table langfile.Table[int]
	var all sync.WaitGroup
	const languages = 50
	for i := range languages {
		all.Go(func() {
			table.Put(fmt.Sprintf("l%02d", i), i)
			table.Get("l00")
		})
	}
	all.Wait()
	if got := len(table.Tags()); got != languages {
		t.Errorf("%d languages of %d are there", got, languages)
	}
}
