package crossref_test

import (
	"testing"

	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/retrieval"
)

func TestTitle(t *testing.T) {
	table := func(caption string, path ...string) *retrieval.Block {
		return &retrieval.Block{Path: path, Lang: "es", Kind: retrieval.TableKind, Table: &retrieval.Table{Caption: caption}}
	}
	for _, tt := range []struct {
		name, cite, want string
		block            *retrieval.Block
		cited            bool
	}{
		{"cite, table and heading", "DB-SUA 1, 4.2.2", "DB-SUA 1, 4.2.2, tabla 4.1 · Tramos", table("Tabla 4.1 Anchura mínima", "SUA 1 Caídas", "Tramos"), true},
		{"the cite names the table", "DB-SUA 1, tabla 4.1", "DB-SUA 1, tabla 4.1 · Tramos", table("Tabla 4.1 Anchura mínima", "Tramos"), true},
		{"heading and table", "", "Artículo 14. Rampas, tabla 2", table("Pendiente máxima. Tabla 2", "Artículo 14. Rampas"), true},
		{"several tables", "SUA 8", "SUA 8, tablas 1.3, 1.4 y 1.5 · Rayo", table("Tablas 1.3, 1.4 y 1.5 Coeficientes, de la tabla 7", "Rayo"), true},
		{"an annex and its table", "RD 1367/2007", "RD 1367/2007, anexo II, tabla A · Ruido", table("Anexo II, tabla A. Objetivos", "Ruido"), true},
		{"a caption without number", "", "Rampas", table("Pendiente máxima", "Rampas"), false},
		{"prose", "", "Rampas", &retrieval.Block{Path: []string{"Título", "Rampas"}, Lang: "es"}, false},
		{"an outer heading alone has a number", "", "Rampas", &retrieval.Block{Path: []string{"Artículo 14. Todo", "Rampas"}, Lang: "es"}, false},
		{"nowhere", "", "", &retrieval.Block{}, false},
		{"no block", "", "", nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := crossref.Title(tt.block, tt.cite); got != tt.want {
				t.Errorf("Title = %q, want %q", got, tt.want)
			}
			if got := crossref.IsCited(tt.block, tt.cite); got != tt.cited {
				t.Errorf("IsCited = %v, want %v", got, tt.cited)
			}
		})
	}
}
