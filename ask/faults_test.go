package ask_test

import (
	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// told is a sentence a careful writer could write about one block.
type told struct {
	sentence string
	labels   [][2]string // a word of it and one that makes it false
}

// source is a block with what can truly be said of it. Every figure is made up.
type source struct {
	word     string // of its text and of no other block's
	question string
	block    retrieval.Block
	told     []told
}

func prose(id, lang, section, title, text string) retrieval.Block {
	return retrieval.Block{
		ID: "00000000-0000-5000-8000-00000000" + id, Doc: "seguridad/2022", Section: section, Title: title,
		Path: []string{section}, Kind: retrieval.Paragraph, Lang: lang, Order: 900, Text: text,
	}
}

func grid(id, lang, section, caption string, header []string, rows ...[]string) retrieval.Block {
	b := prose(id, lang, section, caption, "")
	b.Kind, b.Table = retrieval.TableKind, &retrieval.Table{Caption: caption, Header: header, Rows: rows}
	b.Text = b.Table.Text()
	return b
}

func list(id, lang, section, title, text string) retrieval.Block {
	b := prose(id, lang, section, title, text)
	b.Kind = retrieval.List
	return b
}

// sources are blocks of several shapes: prose with one value, with two cases,
// lists, tables by row and by column, permissions, references, English.
var sources = []source{
	{
		word: "pérgola", question: "¿Qué altura tiene una pérgola?",
		block: prose("a001", "es", "Pérgolas", "Pérgolas", "La altura libre bajo una pérgola no será inferior a 2,35 m. La anchura del paso será de 1,65 m como mínimo."),
		told: []told{
			{sentence: "La altura libre bajo la pérgola será como mínimo de 2,35 m."},
			{sentence: "Bajo una pérgola la altura libre no puede ser menor que 2,35 m."},
			{sentence: "La altura libre mínima bajo la pérgola es de 235 cm."},
			{sentence: "El paso tendrá una anchura mínima de 1,65 m."},
		},
	},
	{
		word: "zanja", question: "¿Qué profundidad tiene la zanja?",
		block: prose("a002", "es", "Zanjas", "Profundidad de las zanjas", "La profundidad de la zanja no será menor de 0,62 m en acera, ni de 0,84 m en calzada."),
		told: []told{
			{"En calzada, la profundidad de la zanja no será menor de 0,84 m.", [][2]string{{"calzada", "acera"}}},
			{"La profundidad mínima de la zanja es de 0,62 m en acera.", [][2]string{{"acera", "calzada"}}},
			{sentence: "La zanja tendrá al menos 0,62 m de profundidad en acera y 0,84 m en calzada."},
		},
	},
	{
		word: "lucernario", question: "¿Qué transmitancia tiene un lucernario?",
		block: grid("a003", "es", "Lucernarios", "Transmitancia máxima de lucernarios, en W/m²·K", []string{"Elemento", "Zona A", "Zona B", "Zona C"},
			[]string{"Lucernario fijo", "3,15", "2,85", "2,45"}, []string{"Lucernario practicable", "3,55", "3,25", "2,95"}),
		told: []told{
			{"En la zona B, la transmitancia máxima de un lucernario fijo es de 2,85 W/m²·K.", [][2]string{{"fijo", "practicable"}, {"zona B", "zona C"}, {"zona B", "zona A"}, {"zona B", "zona E"}}},
			{"La transmitancia del lucernario practicable no superará 2,95 W/m²·K en la zona C.", [][2]string{{"practicable", "fijo"}, {"zona C", "zona A"}, {"zona C", "zona B"}}},
		},
	},
	{
		word: "vestíbulo", question: "¿Qué superficie tiene el vestíbulo según el uso?",
		block: grid("a004", "es", "Vestíbulos", "Superficie mínima del vestíbulo", []string{"Uso", "Superficie (m²)", "Anchura (m)"},
			[]string{"Comercial", "14", "2,15"}, []string{"Hotelero", "19", "2,55"}, []string{"Deportivo", "23", "3,05"}),
		told: []told{
			{"En uso hotelero, el vestíbulo tendrá una superficie mínima de 19 m².", [][2]string{{"hotelero", "comercial"}, {"hotelero", "deportivo"}}},
			{"En uso comercial, la superficie es de 14 m² y la anchura es de 2,15 m.", [][2]string{{"2,15", "2,55"}, {"2,15", "3,05"}, {"14", "19"}}}, // no value of another row
			{"La anchura mínima del vestíbulo de uso deportivo es de 3,05 m.", [][2]string{{"deportivo", "hotelero"}, {"deportivo", "comercial"}, {"anchura", "altura"}}},
		},
	},
	{
		word: "toboganes", question: "¿Qué se exige a los toboganes?",
		block: list("a005", "es", "Toboganes", "Toboganes", "Los toboganes cumplirán:\n- La pendiente media será del 38 % como máximo.\n- La anchura del canal será de 45 cm como mínimo.\n- La altura de caída no excederá de 1,85 m."),
		told: []told{
			{sentence: "La pendiente media de los toboganes será como máximo del 38 %."},
			{"El canal de los toboganes tendrá una anchura mínima de 45 cm.", [][2]string{{"anchura", "altura"}}},
			{sentence: "La altura de caída de los toboganes no superará 1,85 m."},
		},
	},
	{
		word: "extintores", question: "¿Puedo poner extintores en la escalera? ¿Son obligatorios?",
		block: prose("a006", "es", "Extintores", "Extintores", "No se permite colocar extintores en los peldaños de la escalera. Es obligatorio señalizar los extintores con una placa. No es obligatorio iluminar la placa."),
		told: []told{
			{"No se permite colocar extintores en los peldaños de la escalera.", [][2]string{{"No se permite", "Se permite"}, {"No se permite", "Es obligatorio"}}},
			{"Está prohibido colocar extintores en los peldaños de la escalera.", [][2]string{{"Está prohibido", "Se puede"}}},
			{"Es obligatorio señalizar los extintores con una placa.", [][2]string{{"Es obligatorio", "No es obligatorio"}, {"Es obligatorio", "Está prohibido"}, {"Es obligatorio", "No es necesario"}}},
			{"No es obligatorio iluminar la placa de los extintores.", [][2]string{{"No es obligatorio", "Es obligatorio"}, {"No es obligatorio", "Está prohibido"}}},
		},
	},
	{
		word: "embarcadero", question: "¿Qué norma rige los embarcaderos?",
		block: prose("a007", "es", "Embarcaderos", "Artículo 17. Embarcaderos", "El embarcadero se proyectará según el artículo 12.4 y la tabla 3.1 del Real Decreto 417/2013, de 9 de mayo de 2013, y tendrá barandilla en la zona E2. Sustituye a la Orden 88/1997."),
		told: []told{
			{"El embarcadero se proyecta según el artículo 12.4 del Real Decreto 417/2013.", [][2]string{{"12.4", "12.5"}, {"417/2013", "417/2015"}, {"417/2013", "471/2013"}, {"artículo 12.4", "tabla 12.4"}}},
			{"La tabla 3.1 se aplica al embarcadero.", [][2]string{{"3.1", "3.2"}, {"3.1", "13.1"}}},
			{"El Real Decreto es de 9 de mayo de 2013.", [][2]string{{"9 de mayo", "8 de mayo"}, {"mayo", "junio"}, {"de 2013", "de 2014"}}},
			{"En la zona E2, el embarcadero tendrá barandilla.", [][2]string{{"E2", "E1"}, {"E2", "B2"}}},
			{"Sustituye a la Orden 88/1997.", [][2]string{{"88/1997", "89/1997"}, {"88/1997", "88/1998"}}},
		},
	},
	{
		word: "marquesina", question: "¿Qué vuelo tiene una marquesina?",
		block: prose("a008", "es", "Marquesinas", "Marquesinas", "El vuelo de la marquesina estará entre 1,15 m y 1,75 m. Se dispondrán cuatro anclajes por cada marquesina. El plazo de revisión será de cinco años."),
		told: []told{
			{sentence: "El vuelo de la marquesina será de entre 1,15 y 1,75 m."},
			{"Cada marquesina lleva cuatro anclajes.", [][2]string{{"cuatro", "cinco"}, {"cuatro", "tres"}}},
			{"El plazo de revisión de la marquesina es de cinco años.", [][2]string{{"cinco años", "cuatro años"}, {"cinco años", "cinco meses"}, {"cinco", "diez"}}},
		},
	},
	{
		word: "mezzanine", question: "What guards does a mezzanine need?",
		block: prose("b001", "en", "Mezzanines", "Mezzanines", "Guarding to a mezzanine shall be not less than 1045 mm high. Openings in the guarding shall not exceed 95 mm. Glazing in the guarding must be laminated."),
		told: []told{
			{"The guarding of a mezzanine must be at least 1045 mm high.", [][2]string{{"high", "wide"}}},
			{sentence: "Guarding to a mezzanine is at least 1.045 m high."},
			{sentence: "Openings in the guarding may not exceed 95 mm."},
			{"Glazing in the guarding must be laminated.", [][2]string{{"must be", "need not be"}, {"must be", "must not be"}}},
		},
	},
	{
		word: "catwalk", question: "How wide is a catwalk?",
		block: grid("b002", "en", "Catwalks", "Minimum width of a catwalk", []string{"Use", "Width (mm)", "Headroom (mm)"},
			[]string{"Maintenance", "620", "1950"}, []string{"Public", "1240", "2150"}),
		told: []told{
			{"For public use, the minimum width of a catwalk is 1240 mm.", [][2]string{{"public", "maintenance"}, {"width", "thickness"}}},
			{"A catwalk for maintenance shall be at least 620 mm wide.", [][2]string{{"maintenance", "public"}}},
		},
	},
	{
		word: "hatches", question: "May hatches be locked?",
		block: prose("b003", "en", "Hatches", "Hatches", "Hatches shall not be locked while people are inside. Hatches may be fitted with a window. A sign is not required on a hatch of a store."),
		told: []told{
			{"Hatches must not be locked while people are inside.", [][2]string{{"must not be", "may be"}, {"must not be", "must be"}}},
			{"Hatches may be fitted with a window.", [][2]string{{"may be", "must not be"}}},
			{"A sign is not required on a hatch of a store.", [][2]string{{"is not required", "is required"}, {"is not required", "is prohibited"}}},
		},
	},
	{
		word: "driveway", question: "How steep can a driveway be?",
		block: prose("b004", "en", "Driveways", "Driveways", "The gradient of a driveway should be no steeper than 1:12. Where the driveway is longer than 9 m, the gradient should be no steeper than 1:15."),
		told: []told{
			{sentence: "A driveway longer than 9 m has a maximum gradient of 1 in 15."},
			{sentence: "The gradient of a driveway must not be steeper than 1:12."},
		},
	},
}

// others are true sentences of nothing: no block says them.
var others = map[string][]string{
	"es": {
		"El acabado deberá ser de color blanco mate y resistente al envejecimiento.",
		"Conviene contratar a un técnico especialista en geotecnia antes de empezar.",
		"El constructor responderá solidariamente de los daños durante toda la vida útil.",
		"La licencia la concede siempre el pleno del ayuntamiento.",
		"Según el Ministerio de Fomento, el material debe llevar marcado europeo.",
		"Según la norma UNE-EN 45891, se ensayará cada pieza en laboratorio.",
	},
	"en": {
		"The finish must be matt white and resist ageing.",
		"It is wise to hire a geotechnical consultant beforehand.",
		"The builder is liable for all damage during the entire lifetime.",
		"According to the Health Ministry, every piece must be tested in a laboratory.",
	},
}

// flips turn a sentence into its opposite.
var flips = map[string][][2]string{
	"es": {
		{"como mínimo", "como máximo"}, {"como máximo", "como mínimo"}, {"mínima", "máxima"}, {"máxima", "mínima"}, {"al menos", "como mucho un máximo de"},
		{"no será menor", "no será mayor"}, {"no puede ser menor", "no puede ser mayor"}, {"no superará", "superará"}, {"no será menor", "será menor"}, {"no superará", "no será inferior a"},
	},
	"en": {
		{"at least", "at most"}, {"minimum", "maximum"}, {"maximum", "minimum"}, {"may not exceed", "must exceed"}, {"must not be steeper than", "must be steeper than"},
		{"at least", "no more than"}, {"must not be steeper than", "must be at least"},
	},
}

// units are replaced by others of the same kind, or of another.
var units = [][2]string{
	{" m.", " cm."}, {" m.", " mm."}, {" m ", " km "}, {" m.", " %."}, {" cm.", " m."}, {" cm.", " mm."}, {" mm.", " m."}, {" mm ", " cm "}, {" mm ", " m "}, {" mm.", " cm."},
	{" %.", " ‰."}, {" W/m²·K", " kW"}, {" W/m²·K", " W/m·K"}, {" m².", " m."}, {" m².", " m³."}, {" años", " días"}, {" m de", " pulgadas de"}, {" m.", " ft."},
}

func languageOf(s source) string { return ask.Language(s.question) }
