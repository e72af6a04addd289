package es

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

const (
	loadUnit        = "kN/m²"
	snowFlatClause  = "CTE DB-SE-AE, apartado 3.5.1"
	snowGround      = "CTE DB-SE-AE, apartado 3.5.2, tabla 3.8"
	snowAltitude    = "CTE DB-SE-AE, anejo E, tabla E.2"
	snowShapeClause = "CTE DB-SE-AE, apartado 3.5.3"
)

// snowCapital is a line of table 3.8.
type snowCapital struct {
	name     string
	altitude exact // m
	load     exact // kN/m²
}

// snowTables are the tables 3.8 and E.2.
type snowTables struct {
	options  []option
	capitals map[string]snowCapital
	zones    map[string][]calculators.Point // altitude in m, load in kN/m²
}

var snow = sync.OnceValue(func() snowTables {
	t := snowTables{capitals: make(map[string]snowCapital), zones: make(map[string][]calculators.Point)}
	for _, cells := range rowsOf("snow-capitals", 4) {
		t.options = append(t.options, opt(cells[0], cells[1]))
		t.capitals[cells[0]] = snowCapital{cells[1], dec(cells[2]), dec(cells[3])}
	}
	for _, cells := range rowsOf("snow-altitude", 1+snowZones) {
		for i, load := range cells[1:] {
			if zone := strconv.Itoa(i + 1); load != "" {
				t.zones[zone] = append(t.zones[zone], calculators.Point{X: dec(cells[0]), Y: dec(load)})
			}
		}
	}
	return t
})

// snowZones is how many winter climate zones figure E.2 has.
const snowZones = 7

// Snow returns the calculator of the snow load on a roof slope (CTE DB-SE-AE, 3.5 and
// Annex E): qn = μ · sk, in horizontal projection.
func Snow() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "snow-load", Title: "Carga de nieve en un faldón (DB-SE-AE)", Country: country,
		Input: form{
			{Name: "capital", Title: "Capital de provincia o ciudad autónoma", Kind: kindChoice, Choices: snow().options, Optional: true, Help: "En otra localidad, zona y altitud en su lugar."},
			{Name: "winter_zone", Title: "Zona de clima invernal (figura E.2)", Kind: kindChoice, Choices: snowZoneOptions(), Optional: true},
			{Name: "altitude", Title: "Altitud de la localidad", Kind: kindNumber, Unit: "m", Min: zero, Max: whole(3800), Optional: true},
			{Name: "slope", Title: "Inclinación del faldón", Kind: kindNumber, Unit: "°", Min: zero, Max: whole(90)},
			{Name: "foot", Title: "Qué limita el faldón por abajo", Kind: kindChoice, Choices: []option{
				opt("libre", "Cornisa o limatesa, sin impedimento al deslizamiento de la nieve"),
				opt("impedimento", "Cornisa o limatesa, con impedimento al deslizamiento"),
				opt("limahoya", "Limahoya con otro faldón inclinado en sentido contrario"),
				opt("otro", "Limahoya con un faldón en el mismo sentido, o un cambio de nivel"),
			}},
			{Name: "opposite_slope", Title: "Inclinación del faldón contrario de la limahoya", Kind: kindNumber, Unit: "°", Min: zero, Max: whole(90), Optional: true},
			{Name: "exposure", Title: "Exposición al viento", Kind: kindChoice, Choices: []option{
				opt("normal", "Normal"), opt("protegida", "Construcción protegida del viento"), opt("expuesta", "Emplazamiento fuertemente expuesto"),
			}},
			{Name: "storeys", Title: "Es la cubierta plana de un edificio de pisos, sin estructura ligera", Kind: kindSwitch, Optional: true, Help: "Si no se indica, se toma que no lo es."},
			{Name: "receives", Title: "Recibe la nieve que descarga otro faldón o una cubierta más alta", Kind: kindSwitch, Optional: true, Help: "Si no se indica, se toma que no."},
			{Name: "load", Title: "Carga de nieve considerada en el proyecto, para comprobarla", Kind: kindNumber, Unit: loadUnit, Min: zero, Max: whole(100), Optional: true},
		},
		Result: form{
			{Name: "ground_load", Title: "Carga de nieve sobre un terreno horizontal sk", Kind: kindNumber, Unit: loadUnit, Optional: true},
			{Name: "shape", Title: "Coeficiente de forma μ", Kind: kindNumber, Optional: true},
			{Name: "roof_load", Title: "Carga de nieve qn en proyección horizontal", Kind: kindNumber, Unit: loadUnit, Optional: true},
			{Name: "valley_width", Title: "Ancho de la banda de la limahoya con esa carga", Kind: kindNumber, Unit: "m", Optional: true},
			{Name: "sufficient_load", Title: "Carga que basta en la cubierta plana de un edificio de pisos", Kind: kindNumber, Unit: loadUnit, Optional: true},
			{Name: "load", Title: "Carga considerada en el proyecto", Kind: kindNumber, Unit: loadUnit, Optional: true},
		},
		Calculate: snowLoad,
	})
}

func snowZoneOptions() []option {
	list := make([]option, snowZones)
	for i := range list {
		zone := strconv.Itoa(i + 1)
		list[i] = opt(zone, "Zona "+zone)
	}
	return list
}

func snowLoad(_ context.Context, in values) (finding, error) {
	r := &report{}
	result := values{}
	ground, altitude, err := r.groundSnow(in)
	if err != nil {
		return finding{}, err
	}
	shape, err := r.snowShape(in)
	if err != nil {
		return finding{}, err
	}
	put(result, "ground_load", ground)
	put(result, "shape", shape)
	lead := "La carga de nieve no se puede determinar."
	need := open
	if ground.Known() && shape.Known() {
		need = r.roofSnow(in, ground, shape)
		result["roof_load"] = need
		if in.Text("foot") == "limahoya" {
			result["valley_width"] = whole(2)
		}
		lead = fmt.Sprintf("La carga de nieve es qn = %s %s en proyección horizontal (sk = %s %s, μ = %s).", comma(need, 3), loadUnit, comma(ground, 3), loadUnit, comma(shape, 3))
	}
	if simpleSnow(in, altitude) {
		enough := r.enoughSnow(in)
		result["sufficient_load"] = enough
		lead += fmt.Sprintf(" En la cubierta plana de este edificio de pisos basta considerar %s %s.", comma(enough, 1), loadUnit)
		need = leastKnown(need, enough)
	}
	r.step("CTE DB-SE-AE, apartados 3.5.1, 3.5.3 y 3.5.4", "No se incluyen la distribución asimétrica por el viento, la acumulación de lo que descarga otro faldón ni el hielo de los voladizos a más de 1.000 m de altitud.")
	r.checkSnow(in, result, need)
	return r.finding(result, lead, "La carga considerada no es menor."), nil
}

// simpleSnow reports whether the flat roof of a building of storeys has no slope beside
// it that sheds snow, so that 3.5.1.1 holds.
func simpleSnow(in values, altitude exact) bool {
	alone := (in.Text("foot") == "libre" || in.Text("foot") == "impedimento") && !in.On("receives")
	return alone && in.On("storeys") && in.Number("slope").Equal(zero) && altitude.Less(whole(1000))
}

// enoughSnow is what 3.5.1.1 has for enough. Whether a site much exposed to the wind adds
// its fifth to that too, it does not say: it is taken to.
func (r *report) enoughSnow(in values) exact {
	r.step(snowFlatClause, "En la cubierta plana de un edificio de pisos por debajo de 1.000 m de altitud basta considerar 1 %s.", loadUnit)
	if in.Text("exposure") != "expuesta" {
		return whole(1)
	}
	r.step(snowFlatClause, "El apartado no dice si ese valor se aumenta también un 20 %% en un emplazamiento muy expuesto: se toma 1,2 %s, del lado de la seguridad.", loadUnit)
	return dec("1.2")
}

// put adds a number to a result where it is known.
func put(result values, name string, n exact) {
	if n.Known() {
		result[name] = n
	}
}

// leastKnown returns the lesser of two numbers, of which the first may be none.
func leastKnown(n, m exact) exact {
	if !n.Known() {
		return m
	}
	return n.Min(m)
}

func (r *report) checkSnow(in, result values, need exact) {
	if !in.Has("load") {
		return
	}
	load := in.Number("load")
	result["load"] = load
	if !need.Known() {
		return // what is not known has been said
	}
	if in.On("receives") {
		r.leave("CTE DB-SE-AE, apartado 3.5.4", "la carga de la nieve que llega de otro faldón", "no se calcula aquí y se suma a la del propio")
	}
	simple, flat := result["sufficient_load"].(exact)
	if flat && whole(1).Less(simple) && load.Less(need) && whole(1).Within(open, load) {
		r.leave(snowFlatClause, "la carga considerada", fmt.Sprintf("%s %s bastan si el valor de 1 %s no se aumenta por la exposición al viento, y el apartado no lo dice", figure(load), loadUnit, loadUnit))
		return
	}
	r.check(bound{"la carga considerada", load, need, open, loadUnit, snowFlatClause})
}

// groundSnow returns the load on level ground and the altitude it holds for; no number
// where the table has none.
func (r *report) groundSnow(in values) (load, altitude exact, err error) {
	placed := in.Has("winter_zone") || in.Has("altitude")
	switch {
	case in.Has("capital") && placed:
		return open, open, invalid("capital", "stands in place of winter_zone and altitude; give one or the other")
	case in.Has("capital"):
		c := snow().capitals[in.Text("capital")]
		r.step(snowGround, "%s (%s m): sk = %s %s.", c.name, c.altitude, comma(c.load, 1), loadUnit)
		return c.load, c.altitude, nil
	case !in.Has("winter_zone"):
		return open, open, invalid("winter_zone", "is missing; give winter_zone and altitude, or capital")
	case !in.Has("altitude"):
		return open, open, invalid("altitude", "is missing; give winter_zone and altitude, or capital")
	}
	zone, altitude := in.Text("winter_zone"), in.Number("altitude")
	load, inside := calculators.Interpolate(snow().zones[zone], altitude)
	if !inside {
		r.leave(snowAltitude, "la carga de nieve sobre el terreno", fmt.Sprintf("la tabla no tiene valor para la zona %s a %s m; se toma de la ordenanza municipal o de los datos empíricos de que se disponga", zone, figure(altitude)))
		return open, altitude, nil
	}
	r.step(snowAltitude, "Zona %s, %s m, interpolación lineal entre las altitudes de la tabla: sk = %s %s, sin redondear.", zone, figure(altitude), comma(load, 4), loadUnit)
	return load, altitude, nil
}

// snowShape returns the shape coefficient; no number where this calculator has none.
func (r *report) snowShape(in values) (exact, error) {
	slope := in.Number("slope")
	switch valley := in.Text("foot") == "limahoya"; {
	case valley && !in.Has("opposite_slope"):
		return open, invalid("opposite_slope", "is missing; the load in a roof valley (foot: limahoya) depends on it")
	case !valley && in.Has("opposite_slope"):
		return open, invalid("opposite_slope", "is only for a roof valley (foot: limahoya)")
	}
	switch in.Text("foot") {
	case "impedimento":
		r.step(snowShapeClause, "Con impedimento al deslizamiento, μ = 1.")
		return whole(1), nil
	case "limahoya":
		return r.valleyShape(slope, in.Number("opposite_slope")), nil
	case "otro":
		r.leave(snowShapeClause, "el coeficiente de forma", "este caso depende de la nieve que descarga otro faldón")
		return open, nil
	}
	flat, steep := whole(30), whole(60)
	shape, _ := calculators.Interpolate([]calculators.Point{{X: flat, Y: whole(1)}, {X: steep, Y: zero}}, slope)
	switch {
	case slope.Within(open, flat):
		r.step(snowShapeClause, "Inclinación de %s°, hasta 30°: μ = 1.", figure(slope, flat))
	case slope.Within(steep, open):
		r.step(snowShapeClause, "Inclinación de %s°, 60° o más: μ = 0.", figure(slope, steep))
	default:
		r.step(snowShapeClause, "Inclinación de %s°, interpolación lineal entre 30° (1) y 60° (0): μ = (60 - %s) / 30 = %s.", figure(slope, flat, steep), figure(slope, flat, steep), comma(shape, 4))
	}
	return shape, nil
}

// valleyShape is that of both slopes that fall to a valley, in a band of 2 m.
func (r *report) valleyShape(slope, opposite exact) exact {
	beta := slope.Add(opposite).Div(whole(2))
	if whole(30).Less(beta) {
		r.step(snowShapeClause, "Limahoya: semisuma de inclinaciones β = %s°, mayor de 30°: μ = 2 en una banda de 2 m.", figure(beta, whole(30)))
		return whole(2)
	}
	shape := whole(1).Add(beta.Div(whole(30)))
	r.step(snowShapeClause, "Limahoya: semisuma de inclinaciones β = %s°: μ = 1 + β / 30 = %s en una banda de 2 m.", figure(beta), comma(shape, 4))
	return shape
}

// roofSnow returns qn, with what the wind takes away or brings.
func (r *report) roofSnow(in values, ground, shape exact) exact {
	load := shape.Mul(ground)
	r.step(snowFlatClause, "qn = μ × sk = %s × %s = %s %s.", comma(shape, 4), comma(ground, 4), comma(load, 4), loadUnit)
	factor := map[string]exact{"protegida": dec("0.8"), "expuesta": dec("1.2")}[in.Text("exposure")]
	if !factor.Known() {
		return load
	}
	exposed := load.Mul(factor)
	what := map[string]string{"protegida": "Protegida del viento, se puede reducir un 20 %", "expuesta": "Muy expuesta, se aumenta un 20 %"}[in.Text("exposure")]
	r.step(snowFlatClause, "%s: qn = %s × %s = %s %s.", what, comma(load, 4), figure(factor), comma(exposed, 4), loadUnit)
	return exposed
}
