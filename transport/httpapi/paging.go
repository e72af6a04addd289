package httpapi

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// Every list can be asked for by the page. One that is answered whole when no page is
// asked for has these parameters.
var (
	listPage = &field{name: "page", kind: integerField, min: 1, max: maxPage,
		doc: "Page, from 1 to 1000000, in plain digits without leading zeros; past the end the list is empty. Without page and page_size the list is whole."}
	listPageSize = &field{name: "page_size", kind: integerField, min: 1, max: maxPerPage, clamp: true,
		doc: "Items a page, 20 when only page is sent; above 50 it is served as 50."}
	listPages = []*field{listPage, listPageSize}
)

// paged returns the page of a list that was asked for, and the header that names its
// neighbours; the whole list and no header where no page was.
func paged[T any](in *input, items []T) (page []T, links [][2]string) {
	n, size := in.integer(listPage), in.integer(listPageSize)
	if n == 0 && size == 0 {
		return items, nil
	}
	n, size = max(n, 1), cmp.Or(size, standardPerPage)
	from := min((n-1)*size, len(items))
	return items[from:min(from+size, len(items))], pageLinks(in, n, size, len(items))
}

// pageLinks is the header that leads from a page to its neighbours (RFC 8288): first and
// last, prev and next where there are any. They are relative to the address asked, with
// its other parameters.
func pageLinks(in *input, page, size, total int) [][2]string {
	last := max(1, (total+size-1)/size)
	var links []string
	for _, to := range []struct {
		rel   string
		page  int
		there bool
	}{{"first", 1, true}, {"prev", min(page-1, last), page > 1}, {"next", page + 1, page < last}, {"last", last, true}} {
		if to.there {
			links = append(links, fmt.Sprintf("<%s?%s>; rel=%q", in.request.URL.EscapedPath(), in.queryOf(to.page, size), to.rel))
		}
	}
	return [][2]string{{"Link", strings.Join(links, ", ")}}
}

// queryOf is the query asked, of another page.
func (in *input) queryOf(page, size int) string {
	query := url.Values{}
	for _, p := range in.query {
		query.Set(p.name, p.value)
	}
	query.Set(listPage.name, strconv.Itoa(page))
	query.Set(listPageSize.name, strconv.Itoa(size))
	return query.Encode()
}

// with returns the answer with more headers.
func (a reply) with(header [][2]string) reply {
	a.header = append(a.header, header...)
	return a
}
