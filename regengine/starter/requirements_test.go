package starter_test

import (
	"context"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// requirementRow is a question and the complete list that answers it, the governing
// requirement first, written as [verifyeval.LoadRequirements] reads it.
type requirementRow struct{ name, element, parameter, place, use, facts, want, dependsOn string }

// TestRequirements_complete: lists of everyday questions are complete and hold no other
// limit of the sections they name.
func TestRequirements_complete(t *testing.T) {
	p, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	v := trialVerifier(t, p, nil)
	for _, tt := range requirementRows {
		t.Run(tt.name, func(t *testing.T) {
			cases, err := verifyeval.LoadRequirements(strings.NewReader("element\tparameter\tgeo_id\tbuilding_use\tfacts\texpected\tdepends_on\n" +
				strings.Join([]string{tt.element, tt.parameter, tt.place, tt.use, tt.facts, tt.want, tt.dependsOn}, "\t") + "\n"))
			if err != nil {
				t.Fatal(err)
			}
			report := verifyeval.MeasureRequirements(t.Context(), listed(v), checked(), cases, nil)
			if got := report.Outcomes[0]; !got.Right || len(got.Depends) > 0 {
				t.Errorf("%s: missing %q, wrong %q, not named %q", got.Text, got.Missing, got.Wrong, got.Depends)
			}
		})
	}
}

// listed lists what v requires, with the facts of a case as circumstances.
func listed(v *verify.Verifier) verifyeval.ListFunc {
	return func(ctx context.Context, c verifyeval.RequirementCase, on codes.Date) (*verify.Requirements, bool, error) {
		c.Query.Country = "ES"
		c.Query.Circumstances = make(map[string]verify.Value)
		for id, text := range c.Facts {
			value, err := v.ParseCircumstance("ES", id, text)
			if err != nil {
				return nil, true, err
			}
			c.Query.Circumstances[id] = value
		}
		got, err := v.Requirements(ctx, c.Query, on)
		return got, true, err
	}
}

var requirementRows = []requirementRow{
	{"of stairs and ramps alike, the lower of two apart", "pasamanos", "altura", "ES-28079", "Residencial Vivienda", "",
		"escalera => between 90..110 cm [cte-db-sua sua-1-4-2-4] ;; rampa => between 90..110 cm [cte-db-sua sua-1-4-3-4] ;; segundo, escalera => between 65..75 cm [cte-db-sua sua-1-4-2-4] ;; segundo, rampa => between 65..75 cm [cte-db-sua sua-1-4-3-4]", "handrail_of"},
	{"the accessible route first", "puerta", "fuerza de apertura", "ES-08019", "Administrativo", "",
		"itinerario accesible => <= 25 N [cte-db-sua sua-3-1] ;; accesible resistente al fuego => <= 65 N [cte-db-sua sua-3-1] ;; de salida => <= 140 N [cte-db-sua sua-3-1]", "accessible_element,exit_door,fire_door"},
	{"the width for persons beside the accessible one", "rampa", "anchura", "ES-46250", "Residencial Público", "accessible=true;evacuation=false",
		"accesible => >= 1.20 m [cte-db-sua sua-1-4-3-2] ;; más de 100 personas => >= 1.00 m [cte-db-sua sua-1-4-2-2] ;; hasta 50 => >= 0.90 m [cte-db-sua sua-1-4-2-2] ;; hasta 25 => >= 0.80 m [cte-db-sua sua-1-4-2-2]", "persons"},
	{"extintor, altura", "extintor", "altura", "ES-15030", "Residencial Vivienda", "",
		" => between 80..120 cm [ripci anexo-i-4]", ""},
	{"the extinguisher of the building and of the equipment", "extintor", "recorrido", "ES-28079", "Comercial", "",
		"local de riesgo alto => <= 10 m [cte-db-si si-4-1] ;;  => <= 15 m [cte-db-si si-4-1] ;;  => <= 15 m [ripci anexo-i-4]", "special_risk"},
	{"a hydrant for trucks has its own pressure", "hidrante", "presión", "ES-41091", "", "",
		" => >= 500 kPa [ripci anexo-i-3] ;; llena camiones => >= 100 kPa [ripci anexo-i-3]", "fills_trucks"},
	{"columna seca, altura de las bocas", "columna seca", "altura de las bocas", "ES-28079", "Administrativo", "",
		" => = 0.9 m [ripci anexo-i-6]", ""},
	{"a roof is taken to be outside, and what holds otherwise is listed", "cubierta", "transmitancia", "ES-08019", "Residencial Vivienda", "",
		"al exterior => <= 0.40 W/m²K [cte-db-he he-1-3-1-1-u] ;; a espacio no habitable => <= 0.70 W/m²K [cte-db-he he-1-3-1-1-u]", "contact"},
	{"by the zone of the place", "ventana", "permeabilidad al aire", "ES-41091", "Residencial Vivienda", "",
		" => <= 27 m³/h·m² [cte-db-he he-1-3-1-3]", ""},
	{"by the share of glass", "puerta", "transmitancia térmica", "ES-28079", "Residencial Vivienda", "",
		"acristalada más del 50 % => <= 1.8 W/m²K [cte-db-he he-1-3-1-1-u] ;; resto => <= 5.7 W/m²K [cte-db-he he-1-3-1-1-u]", "glazing_share"},
	{"dormitorio, caudal de ventilación", "dormitorio", "caudal de ventilación", "ES-15030", "Residencial Vivienda", "",
		"principal => >= 8 l/s [cte-db-hs hs-3-2-1] ;; los demás => >= 4 l/s [cte-db-hs hs-3-2-1]", "main_bedroom"},
	{"salón, caudal de ventilación", "salón", "caudal de ventilación", "ES-28079", "Residencial Vivienda", "",
		"tres o más dormitorios => >= 10 l/s [cte-db-hs hs-3-2-1] ;; dos => >= 8 l/s [cte-db-hs hs-3-2-1] ;; uno => >= 6 l/s [cte-db-hs hs-3-2-1]", "bedrooms"},
	{"the use of the building does not tell the kind of work; regulations of use beside those of workers", "local de trabajo", "temperatura", "ES-08019", "Administrativo", "",
		"trabajo sedentario => between 17..27 °C [lugares-de-trabajo temperatura] ;; trabajo ligero => between 14..25 °C [lugares-de-trabajo temperatura]", "work_kind"},
	{"the stricter case first", "local de trabajo", "humedad relativa", "ES-08019", "Industrial", "",
		"electricidad estática => between 50..70 % [lugares-de-trabajo temperatura] ;;  => between 30..70 % [lugares-de-trabajo temperatura]", "static_risk"},
	{"chargers by where they stand", "punto de recarga", "altura", "ES-28079", "", "",
		"plaza accesible => between 80..120 cm [rebt itc-bt-52] ;; uso público => between 60..120 cm [rebt itc-bt-52] ;; otros => >= 60 cm [rebt itc-bt-52]", "accessible_space,public_use_charger"},
	{"an industrial route by its risk alone", "recorrido de evacuación", "recorrido", "ES-41091", "Industrial", "intrinsic_risk=medium3;exits=one;auto_extinction=false",
		"riesgo medio, una salida => <= 35 m [rsciei evacuacion]", ""},
	{"establecimiento industrial, periodicidad de la inspección", "establecimiento industrial", "periodicidad de la inspección", "ES-41091", "Industrial", "",
		" => <= 5 años [rsciei gestion]", ""},
	{"the assumed doors and the others", "ascensor accesible", "anchura de la cabina", "ES-28079", "Residencial Vivienda", "wheelchair_dwellings=false",
		"puertas en ángulo => >= 1.40 m [cte-db-sua sua-a-ascensor] ;; una o dos enfrentadas => >= 1.00 m [cte-db-sua sua-a-ascensor]", ""},
	{"by the radon zone of the place", "local habitable", "nivel de radón", "ES-36057", "Residencial Vivienda", "",
		" => <= 300 Bq/m³ [cte-db-hs hs-6-2]", ""},
	{"restricted stairs beside common ones", "escalera", "anchura", "ES-28079", "Residencial Vivienda", "evacuation=false",
		"uso general => >= 1.00 m [cte-db-sua sua-1-4-2-2] ;; uso restringido => >= 0.80 m [cte-db-sua sua-1-4-1]", "zone_use"},
	{"two regulations at once", "escalera", "contrahuella", "ES-08019", "Industrial", "service_stair=false;lift=false;zone_use=general",
		"sin ascensor => between 13..17.5 cm [cte-db-sua sua-1-4-2-1] ;; lugar de trabajo => between 13..20 cm [lugares-de-trabajo escaleras]", ""},
	{"medianería, resistencia al fuego", "medianería", "resistencia al fuego", "ES-28079", "Residencial Vivienda", "",
		" => >= 120 EI [cte-db-si si-2-1]", ""},
	{"luminaria de emergencia, altura", "luminaria de emergencia", "altura", "ES-28079", "Comercial", "",
		" => >= 2 m [cte-db-sua sua-4-2-2]", ""},
	{"sala de calderas, altura", "sala de calderas", "altura", "ES-28079", "Residencial Vivienda", "existing_room=false",
		" => >= 2.5 m [rite it-1-3-4-1-2]", ""},
	{"by the class of the certificate", "certificado de eficiencia energética", "validez", "ES-28079", "", "",
		"clase G => <= 5 años [certificacion-energetica articulo-13] ;; demás clases => <= 10 años [certificacion-energetica articulo-13]", "energy_class"},
	{"gran superficie acristalada, altura de la señalización inferior", "gran superficie acristalada", "altura de la señalización inferior", "ES-28079", "Comercial", "",
		" => between 0.85..1.10 m [cte-db-sua sua-2-1-4]", ""},
	{"aseo accesible, diámetro de giro", "aseo accesible", "diámetro de giro", "ES-28079", "Pública Concurrencia", "",
		" => >= 1.50 m [cte-db-sua sua-a-aseos]", ""},
	{"a hospital has its own width, not the general one", "pasillo", "anchura", "ES-28079", "Sanitario", "evacuation=true;outdoor=false",
		"hospitalización => >= 2.20 m [cte-db-si si-3-4-2] ;; itinerario accesible => >= 1.20 m [cte-db-sua sua-a-itinerario] ;; lugar de trabajo => >= 1.00 m [lugares-de-trabajo puertas-pasillos] ;; por ocupación => >= P/200 m [cte-db-si si-3-4-2]", ""},
	{"cuarto de contadores, altura", "cuarto de contadores", "altura", "ES-28079", "Residencial Vivienda", "",
		" => >= 2.30 m [rebt itc-bt-16]", ""},
	{"workrooms by their kind", "local de trabajo", "altura libre", "ES-46250", "", "",
		"en general => >= 3 m [lugares-de-trabajo espacios] ;; oficinas, comercios, servicios => >= 2.5 m [lugares-de-trabajo espacios]", ""},
	{"one parameter under another word", "almacén de contenedores", "iluminación", "ES-28079", "Residencial Vivienda", "",
		" => >= 100 lux [cte-db-hs hs-2-2-1-3]", ""},
	{"a repealed law is not listed", "itinerario peatonal", "anchura", "ES-30030", "", "urban_space=true",
		" => >= 1.80 m [accesibilidad-espacios-publicos articulo-5]", ""},
	{"puerta, altura libre", "puerta", "altura libre", "ES-28079", "Administrativo", "",
		" => >= 2 m [cte-db-sua sua-2-1-1]", ""},
	{"a hospital has its own door", "puerta", "anchura", "ES-15078", "Hospitalario", "evacuation=true;outdoor=false;accessible_element=true",
		"Hospitalario => >= 1.05 m [cte-db-si si-3-4-2] ;; accesible => >= 0.80 m [cte-db-sua sua-a-itinerario] ;; lugar de trabajo, exterior => >= 0.80 m [lugares-de-trabajo puertas-pasillos] ;; P personas => >= P/200 m [cte-db-si si-3-4-2]", ""},
	{"a roof by its category", "cubierta", "sobrecarga de uso", "ES-28079", "Residencial Vivienda", "load_category=f",
		"F => >= 1 kN/m² [cte-db-se-ae se-ae-3-1-1]", ""},
	{"the category of the use alone", "forjado", "carga concentrada", "ES-28079", "Comercial", "",
		"comercial => >= 4 kN [cte-db-se-ae se-ae-3-1-1]", ""},
	{"of shops, car parks are no case", "sector de incendio", "superficie construida", "ES-08019", "Comercial", "",
		"2.500 => <= 2500 m² [cte-db-si si-1-1] ;; con extinción => <= 5000 m² [cte-db-si si-1-1] ;; edificio comercial entero protegido => <= 10000 m² [cte-db-si si-1-1]", ""},
	{"medianería, transmitancia", "medianería", "transmitancia", "ES-28079", "Residencial Vivienda", "",
		"zona D => <= 0.65 W/m²K [cte-db-he he-1-3-1-1-u]", ""},
	{"a kind of roof as a roof", "cubierta plana", "transmitancia térmica", "ES-46250", "Comercial", "",
		"al exterior => <= 0.44 W/m²K [cte-db-he he-1-3-1-1-u] ;; no habitable => <= 0.75 W/m²K [cte-db-he he-1-3-1-1-u]", ""},
	{"outdoors", "suelo", "clase de resbaladicidad", "ES-28079", "Comercial", "floor_location=outside",
		" => >= 3 clase [cte-db-sua sua-1-1]", ""},
	{"BIE, separación", "BIE", "separación", "ES-28079", "Comercial", "",
		"usual => <= 50 m [ripci anexo-i-5]", ""},
	{"pulsador de alarma, recorrido", "pulsador de alarma", "recorrido", "ES-28079", "Comercial", "",
		" => <= 25 m [ripci anexo-i-1]", ""},
	{"pulsador de alarma, altura", "pulsador de alarma", "altura", "ES-28079", "Comercial", "",
		" => between 80..120 cm [ripci anexo-i-1]", ""},
	{"sala de máquinas, altura", "sala de máquinas", "altura", "ES-28079", "Residencial Vivienda", "",
		" => >= 2.5 m [rite it-1-3-4-1-2]", ""},
	{"banco, altura del asiento", "banco", "altura del asiento", "ES-28079", "", "urban_space=true",
		" => between 0.40..0.45 m [accesibilidad-espacios-publicos articulo-26]", ""},
	{"derivación individual, sección", "derivación individual", "sección", "ES-28079", "Residencial Vivienda", "",
		" => >= 6 mm² [rebt itc-bt-15]", ""},
	{"base de enchufe de baño, distancia a la bañera", "base de enchufe de baño", "distancia a la bañera", "ES-28079", "Residencial Vivienda", "",
		" => >= 0.6 m [rebt itc-bt-27]", ""},
	{"per area and as a formula", "trastero", "caudal de ventilación", "ES-28079", "Residencial Vivienda", "",
		" => >= 0.7 l/(s·m²) [cte-db-hs hs-3-2-1] ;; => >= 0.7*S l/s [cte-db-hs hs-3-2-1]", ""},
	{"garaje, iluminancia", "garaje", "iluminancia", "ES-28079", "Residencial Vivienda", "",
		" => >= 50 lux [cte-db-sua sua-4-1]", ""},
	{"what facts exclude is left out", "escalera", "contrahuella", "ES-46250", "Docente", "zone_use=general;public_zone=false;lift=true;workplace=false",
		" => between 13..18.5 cm [cte-db-sua sua-1-4-2-1]", ""},
	{"with what is told, numbers", "rampa", "pendiente", "ES-28079", "Docente", "accessible=true;ramp_length=2 m;workplace=true",
		" => <= 10 % [cte-db-sua sua-1-4-3-1] ;; => <= 12 % [lugares-de-trabajo rampas]", ""},
	{"two regulations of one limit", "barandilla", "altura", "ES-28079", "Docente", "drop_height=3 m;workplace=true",
		" => >= 0.9 m [cte-db-sua sua-1-3-2-1] ;; => >= 0.9 m [lugares-de-trabajo barandillas]", ""},
	{"two parameters of one name", "barandilla", "puntos de apoyo", "ES-28079", "Residencial Vivienda", "",
		"de 30 a 50 cm de altura => <= 5 cm [cte-db-sua sua-1-3-2-3] ;; de 50 a 80 cm => <= 15 cm [cte-db-sua sua-1-3-2-3]", "support_height"},
	{"bolardo, altura", "bolardo", "altura", "ES-28079", "", "urban_space=true",
		" => between 0.75..1 m [accesibilidad-espacios-publicos articulo-29]", ""},
	{"an unusual case that is stricter", "descanso de escalera", "fondo", "ES-28079", "Industrial", "workplace=true",
		"antes de 1997 => >= 1.12 m [lugares-de-trabajo escaleras] ;; en general => >= 1 m [lugares-de-trabajo escaleras]", "old_workplace"},
	{"kinds of what is asked for", "muro", "grado de impermeabilidad", "ES-28079", "Residencial Vivienda", "water_presence=low;ground_permeability=0.1 cm/s;wind_exposure=v3;rainfall_zone=zone-iv",
		"fachada => >= 2 ud [cte-db-hs hs-1-2-3-1] ;; muro enterrado => >= 1 ud [cte-db-hs hs-1-2-1]", ""},
}
