package calculators

// Point is a line of a table that gives Y for X, in whatever units the table has them.
type Point struct{ X, Y Exact }

// Interpolate returns what a table gives for x, in a straight line between its
// points, which come in rising order of X. At a point it is the point's Y exactly.
// inside is false for an x before the first point or beyond the last; y is that
// point's then, and it is for the caller to say whether the norm lets it be taken.
// Without points y is no number.
func Interpolate(points []Point, x Exact) (y Exact, inside bool) {
	last := len(points) - 1
	switch {
	case last < 0:
		return Exact{}, false
	case x.Less(points[0].X):
		return points[0].Y, false
	case points[last].X.Less(x):
		return points[last].Y, false
	}
	i := 0
	for points[i].X.Less(x) {
		i++
	}
	if points[i].X.Equal(x) {
		return points[i].Y, true
	}
	a, b := points[i-1], points[i]
	part := x.Sub(a.X).Div(b.X.Sub(a.X))
	return a.Y.Add(part.Mul(b.Y.Sub(a.Y))), true
}
