package shapes

const (
	// Max is the most sides.
	Max = 100
	min = 3 // a triangle
)

type (
	// Point is a place.
	Point struct {
		X int `json:"x"` // to the right
		Y int
	}

	// Shape has an area.
	Shape interface {
		// Area gives square units.
		Area() float64
		Sides() int
	}
)
