package main

import (
	"net"
	"strconv"
	"strings"
)

// address is where a server can be reached.
type address struct {
	local string // from this machine
	links string // for links in answers; "" when only the client can know

	loopback bool // it is listened to on this machine alone
}

// newAddress derives it from what is listened on. A wildcard address is reached
// over loopback from here; what it is called from elsewhere only baseURL tells,
// and without one links are relative.
func newAddress(listening net.Addr, baseURL string) address {
	host, port := "localhost", ""
	wildcard := false
	if tcp, ok := listening.(*net.TCPAddr); ok {
		host, port = tcp.IP.String(), strconv.Itoa(tcp.Port)
		if wildcard = tcp.IP.IsUnspecified(); wildcard {
			host = "127.0.0.1"
		}
	}
	a := address{local: "http://" + net.JoinHostPort(host, port), loopback: loopback(listening)}
	switch {
	case baseURL != "":
		a.links = strings.TrimSuffix(baseURL, "/")
	case !wildcard:
		a.links = a.local
	}
	return a
}
