package sandbox_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/reglookup/regengine/codes/importers/sandbox"
)

func ExampleMain() {
	main := func() {
		sandbox.Main(map[string]sandbox.Job{
			"upper": func(input []byte, output *sandbox.Output) error {
				_, err := output.Write(bytes.ToUpper(input))
				return err
			},
		})
		// Here the program's own work begins; in a child it is never reached.
	}
	_ = main
}

func ExampleRun() {
	out, err := sandbox.Run(context.Background(), "reverse", []byte("snoitalugeR"), &sandbox.Limits{Memory: 128 << 20})
	fmt.Println(string(out), err)
	// Output: Regulations <nil>
}
