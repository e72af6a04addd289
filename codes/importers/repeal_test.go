package importers

import (
	"testing"

	"github.com/reglookup/regengine/codes"
)

func TestFindNotice(t *testing.T) {
	const title = "The Test Regulations 2001"
	tests := []struct {
		text   string
		found  bool
		from   string
		partly bool
	}{
		{"Norma derogada, con efectos de 7 de diciembre de 2018, sin perjuicio de lo previsto en la disposición adicional 14.", true, "2018-12-07", false},
		{"[Disposición derogada por el Decreto 7/2016, de 2 de marzo, con efectos de 1 de abril de 2016]", true, "2016-04-01", false},
		{"DEROGADO por el Real Decreto 1/2015, de 3 de mayo.", true, "", false},
		{"Nota de vigencia: derogado por el Decreto 3/2019, de 4 de mayo.", true, "", false},
		{"Estado: norma derogada desde el 4 de mayo de 2019", true, "2019-05-04", false},
		{"**Derogada.**", true, "", false},
		{"Esta Orden de 3 de mayo de 2004 ha quedado derogada desde el 01/04/2016.", true, "2016-04-01", false},
		{"Norma derogada parcialmente por la Ley 3/2018.", true, "", true},
		{"Norma derogada, salvo los artículos 3 a 5, por la Ley 3/2018.", true, "", true},
		{"Norma derogada, en lo que se oponga a la Ley 3/2018.", true, "", true},
		{"Norma sin vigencia desde el 2 de enero de 2020.", true, "2020-01-02", false},
		{"Norma derogada, amb efectes de 2 de gener de 2020.", true, "2020-01-02", false},
		{"Texte abrogé à compter du 1er janvier 2018.", true, "2018-01-01", false},
		{"These Regulations were revoked on 1 October 2013 by the Other Regulations 2013.", true, "2013-10-01", false},
		{"This Act is no longer in force.", true, "", false},
		{"The Test Regulations 2001 were revoked with effect from October 1, 2013.", true, "2013-10-01", false},
		{"Provvedimento abrogato dal D.Lgs. 3/2010, a decorrere dal 5 maggio 2010.", true, "2010-05-05", false},
		{"Diploma revogado pelo Decreto-Lei 3/2010, com efeitos a partir de 5 de maio de 2010.", true, "2010-05-05", false},

		{"Queda derogada la Orden de 3 de mayo de 2004.", false, "", false},
		{"Derogada la Ley 3/1990, procede aprobar otra.", false, "", false},
		{"La Ley 3/1990, derogada por la Ley 5/2000, establecía la altura.", false, "", false},
		{"Esta ley deroga la anterior.", false, "", false},
		{"Quedan derogadas las disposiciones que se opongan.", false, "", false},
		{"The Old Regulations were revoked on 1 October 2013.", false, "", false},
		{"This Act repeals the old one.", false, "", false},
		{"La norma derogada exigía 2 m.", false, "", false},
		{"", false, "", false},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			n, ok := FindNotice(title, []string{"Uno.", test.text})
			if ok != test.found || n.From.String() != test.from || n.Partly != test.partly {
				t.Errorf("found %t, from %q, partly %t; want %t, %q, %t", ok, n.From, n.Partly, test.found, test.from, test.partly)
			}
		})
	}
	if _, ok := FindNotice("Orden de 2004, sobre garajes (derogada)", nil); !ok {
		t.Error("a title that says so is not taken for a notice")
	}
}

func TestNotice_Apply(t *testing.T) {
	day := func(s string) codes.Date {
		d, _ := codes.ParseDate(s)
		return d
	}
	from := day("2018-12-07")
	tests := map[string]struct {
		notice   Notice
		found    Found
		status   codes.Status
		repealed codes.Date
		told     int
	}{
		"the day":                 {Notice{From: from}, Found{Status: codes.Active, Published: day("1999-12-14")}, "", from, 1},
		"no day":                  {Notice{}, Found{Status: codes.Active}, codes.Repealed, codes.Date{}, 1},
		"a part":                  {Notice{From: from, Partly: true}, Found{Status: codes.Active}, codes.Active, codes.Date{}, 1},
		"before it was published": {Notice{From: from}, Found{Published: day("2019-01-01")}, "", codes.Date{}, 1},
		"known already":           {Notice{From: from}, Found{Repealed: day("2018-12-06")}, "", day("2018-12-06"), 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var report Report
			test.notice.Apply(&test.found, &report)
			if test.found.Status != test.status || test.found.Repealed != test.repealed || len(report.Problems) != test.told {
				t.Errorf("status %q, repealed %s, %v", test.found.Status, test.found.Repealed, report.Problems)
			}
		})
	}
}
