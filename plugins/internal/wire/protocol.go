package wire

// Versions and names of the handshake. [AppVersion] counts changes of the protocol
// that an older host or plugin could not follow; the host speaks every version from
// OldestAppVersion on. Fields that are only added need no new version.
const (
	AppVersion       = 1
	OldestAppVersion = 1

	// MagicKey and MagicValue keep a plugin that a person starts by hand from
	// talking to a terminal. They are no secret.
	MagicKey   = "REGENGINE_PLUGIN"
	MagicValue = "f1b0a6c2-country"

	// Service is the name the country goes by in go-plugin's table.
	Service = "country"
)

// Sizes in bytes. No message is larger than MaxMessage; what is longer is sent in
// parts of about batchBytes, which keeps either side from holding more than a little
// of what is under way.
const (
	MaxMessage = 1 << 20
	batchBytes = 256 << 10

	// maxItem is the largest thing that is not divided, such as a place: there is
	// room for what wraps it.
	maxItem = MaxMessage - 4<<10
)

// Limits are what a reader takes before it gives up. The zero value of each is the
// default named; countries of the size of France need a tenth of them.
type Limits struct {
	Places    int // 1,000,000
	Notices   int // 1,000
	Profiles  int // 100,000
	Words     int // 1,000 of scopes, of levels and of shapes each
	Files     int // 10,000
	FileBytes int // 256 MiB, of all files together
	Bytes     int // 512 MiB, of all places and answers as they are held
}

func (l Limits) withDefaults() Limits {
	for _, d := range []struct {
		field *int
		value int
	}{
		{&l.Places, 1_000_000}, {&l.Notices, 1000}, {&l.Profiles, 100_000}, {&l.Words, 1000},
		{&l.Files, 10_000}, {&l.FileBytes, 256 << 20}, {&l.Bytes, 512 << 20},
	} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	return l
}
