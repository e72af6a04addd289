package docx

import (
	"strings"
	"testing"
)

// TestExtract_Unseen holds that text nobody sees is left out and counted, and that
// pale text on a dark ground is seen.
func TestExtract_Unseen(t *testing.T) {
	look := func(properties, text string) string {
		return `<w:r><w:rPr>` + properties + `</w:rPr><w:t xml:space="preserve">` + text + `</w:t></w:r>`
	}
	cell := func(properties, content string) string {
		return `<w:tc><w:tcPr>` + properties + `</w:tcPr>` + p("", content) + `</w:tc>`
	}
	named := `<w:styles ` + namespaces + `><w:style w:type="character" w:styleId="Gone"><w:name w:val="gone"/><w:rPr><w:vanish/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Deriv"><w:name w:val="derived"/><w:basedOn w:val="Gone"/></w:style>
<w:style w:type="paragraph" w:styleId="White"><w:name w:val="white"/><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style></w:styles>`
	for _, tt := range []struct {
		name, body string
		seen       bool
	}{
		{"OKPlain", p("", r("quokka")), true},
		{"OKColour", p("", look(`<w:color w:val="C00000"/>`, "quokka")), true},
		{"OKAuto", p("", look(`<w:color w:val="auto"/>`, "quokka")), true},
		{"OKWhiteOnShade", p("", look(`<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F3864"/>`, "quokka")), true},
		{"OKWhiteOnShadedParagraph", p(`<w:shd w:val="clear" w:fill="1F3864"/>`, look(`<w:color w:val="FFFFFF"/>`, "quokka")), true},
		{"OKWhiteInShadedCell", `<w:tbl><w:tr>` + cell(`<w:shd w:val="clear" w:fill="1F3864"/>`, look(`<w:color w:val="FFFFFF"/>`, "quokka")) + cell("", r("x")) + `</w:tr></w:tbl>`, true},
		{"OKVanishOff", p("", look(`<w:rStyle w:val="Gone"/><w:vanish w:val="0"/>`, "quokka")), true},
		{"ErrVanish", p("", look(`<w:vanish/>`, "quokka")), false},
		{"ErrVanishByStyle", p("", look(`<w:rStyle w:val="Gone"/>`, "quokka")), false},
		{"ErrVanishByBasis", p("", look(`<w:rStyle w:val="Deriv"/>`, "quokka")), false},
		{"ErrWhite", p("", look(`<w:color w:val="FFFFFF"/>`, "quokka")), false},
		{"ErrNearlyWhite", p("", look(`<w:color w:val="FDFDFE"/>`, "quokka")), false},
		{"ErrWhiteByParagraph", p(`<w:pStyle w:val="White"/>`, r("quokka")), false},
		{"ErrWhiteOnWhite", p("", look(`<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="FFFFFF"/>`, "quokka")), false},
		{"ErrWhiteInCell", `<w:tbl><w:tr>` + cell("", look(`<w:color w:val="FFFFFF"/>`, "quokka")) + cell("", r("x")) + `</w:tr></w:tbl>`, false},
		{"ErrOnePoint", p("", look(`<w:sz w:val="2"/>`, "quokka")), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, err := Extract(t.Context(), pack(t, p("", r("Texto a la vista."))+tt.body, map[string]string{"word/styles.xml": named}))
			if err != nil {
				t.Fatal(err)
			}
			var all strings.Builder
			for _, e := range text.Elements {
				all.WriteString(e.Text + "\n")
				if e.Table != nil {
					all.WriteString(e.Table.Text())
				}
			}
			if got := strings.Contains(all.String(), "quokka"); got != tt.seen {
				t.Errorf("seen: want %v, got %v in %q", tt.seen, got, all.String())
			}
			if counted := text.Left.Total() > 0; counted == tt.seen {
				t.Errorf("counted as left out: want %v, got %v", !tt.seen, counted)
			}
		})
	}
}
