package verify

// The texts about requirements. Their numbers are apart from those of the others.
const (
	msgNearest message = 1000 + iota
)

var requirementMessages = map[string]map[message]string{
	"es": {
		msgNearest: "Nombres que se conocen y se parecen: %s.",
	},
	"en": {
		msgNearest: "Names that are known and come near: %s.",
	},
}
