package main

import "github.com/reglookup/regengine/plugins/sdk"

func main() { sdk.Serve(country{}) }
