package strictjson

// Kind says what a [Value] is.
type Kind uint8

// The six kinds of JSON.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"null", "boolean", "number", "string", "array", "object"}

// String returns the name JSON Schema has for the kind.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return "unknown"
	}
	return kindNames[k]
}

// Value is one JSON value. Which fields count depends on Kind. The zero Value
// is null.
type Value struct {
	Kind    Kind
	Bool    bool     // of a Bool
	Text    string   // of a String its contents; of a Number its digits as sent
	Items   []Value  // of an Array
	Members []Member // of an Object, as sent; no two have the same name
}

// Member is one name and value of an object.
type Member struct {
	Name  string
	Value Value
}

// Get returns the member of exactly that name.
func (v Value) Get(name string) (member Value, ok bool) {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return Value{}, false
}
