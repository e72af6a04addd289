package html

import (
	"context"
	"fmt"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/geo"
	"os"
	"testing"
)

func TestZZ(t *testing.T) {
	s := os.Getenv("ZS")
	if f := os.Getenv("ZF"); f != "" {
		b, _ := os.ReadFile(f)
		s = string(b)
	}
	im, err := Read(context.Background(), "p.html", []byte(s), &importers.Given{Title: "T", Code: "c", Version: "v", Lang: "es", Scope: codes.National, Territories: []geo.ID{"ES"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range im.Code.Versions[0].Sections {
		fmt.Println("S", s)
	}
	for _, b := range im.Blocks {
		fmt.Printf("B %s [%s d%d] <%s> %s\n", b.Section, b.Kind, b.Depth, b.Title, b.Text)
	}
	fmt.Println(im.Report.Counts)
	for _, p := range im.Report.Problems {
		fmt.Println(p)
	}
}
