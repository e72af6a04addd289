package report

import (
	"archive/zip"
	"cmp"
	"encoding/xml"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// WriteBCF writes the checks that may be broken as BCF-XML 3.0 (buildingSMART), a topic
// each. A topic whose check names a part of a model by its IfcGuid in ref has a viewpoint
// that selects it. Topics are named by what they are about: those of a later report take
// the place of those of an earlier one.
func WriteBCF(w io.Writer, r *Report) error {
	b := bcfWriter{zip: zip.NewWriter(w), report: r, used: make(map[string]bool)}
	b.words, _ = wordsIn(r.Language)
	b.day, _ = time.Parse(time.DateOnly, r.On.String()) // the zero time where the report has no day
	if err := b.head(); err != nil {
		return err
	}
	for c, err := range r.Checks {
		if err != nil {
			return err
		}
		if !c.fails() {
			continue
		}
		if err := b.topic(c); err != nil {
			return err
		}
	}
	return b.zip.Close()
}

type bcfWriter struct {
	zip    *zip.Writer
	report *Report
	words  words
	day    time.Time
	used   map[string]bool // the topics written
}

// The values that topics use, as extensions.xml has to list them. They are not words for
// people: programs sort topics by them.
const (
	bcfTopicType = "Error"
	bcfStatus    = "Open"
)

// bcfNamespace is what GUIDs of topics are derived in (RFC 9562, version 5).
var bcfNamespace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://github.com/reglookup/regengine/report/bcf"))

// guid names something the same in every report.
func guid(parts ...string) string {
	return uuid.NewSHA1(bcfNamespace, []byte(strings.Join(parts, "\x00"))).String()
}

func (b *bcfWriter) head() error {
	if err := b.file("bcf.version", bcfVersion{VersionID: "3.0"}); err != nil {
		return err
	}
	project := bcfProject{ID: guid("batch"), Name: b.words["title_batch"]}
	if p := b.report.Project; p != nil {
		project = bcfProject{ID: p.ID, Name: written(p.Name)}
	}
	if err := b.file("project.bcfp", bcfProjectInfo{Project: project}); err != nil {
		return err
	}
	return b.file("extensions.xml", bcfExtensions{Types: []string{bcfTopicType}, Statuses: []string{bcfStatus}, Users: []string{b.author()}})
}

func (b *bcfWriter) author() string { return cmp.Or(written(b.report.Engine), "regengine") }

// written is a text as the schema takes it: none that is blank. "" stays.
func written(text string) string { return strings.Join(strings.Fields(text), " ") }

// topicGUID names the topic of a check by what stays the same when it is decided again.
func (b *bcfWriter) topicGUID(c *Check) string {
	project := ""
	if b.report.Project != nil {
		project = b.report.Project.ID
	}
	parts := []string{project, c.CheckID}
	if c.CheckID == "" {
		parts = append(parts, c.ID, c.Ref, c.Element, c.Parameter, c.GeoID)
	}
	id := guid(parts...)
	for b.used[id] { // rows of a batch that nothing tells apart: the second, the third ...
		id = guid(id)
	}
	b.used[id] = true
	return id
}

// ifcGUID is how IFC writes the 128 bits of a GUID.
var ifcGUID = lazyregexp.New(`^[0-3][0-9A-Za-z_$]{21}$`)

func (b *bcfWriter) topic(c *Check) error {
	id := b.topicGUID(c)
	created := cmp.Or(c.CreatedAt, b.day).UTC()
	t := bcfTopic{
		GUID: id, ServerID: c.CheckID, Type: bcfTopicType, Status: bcfStatus,
		Title: cmp.Or(written(strings.Join(filled([]string{c.ID, c.Element + ": " + c.Parameter}), " · ")), "?"), Labels: c.codes(), Created: created.Format(time.RFC3339), Author: b.author(),
		Description: cmp.Or(c.described(b.words, b.report.Labels), "?"),
	}
	for _, s := range c.Sources {
		if s.URL != "" {
			t.Links = append(t.Links, written(s.URL))
		}
	}
	if !c.DecidedAt.IsZero() {
		t.Modified, t.Modifier = c.DecidedAt.UTC().Format(time.RFC3339), b.author()
	}
	if !ifcGUID.MatchString(c.Ref) {
		return b.file(id+"/markup.bcf", bcfMarkup{Topic: t})
	}
	view := guid(id, "viewpoint")
	t.Viewpoints = []bcfViewpoint{{GUID: view, File: "viewpoint.bcfv"}}
	if err := b.file(id+"/markup.bcf", bcfMarkup{Topic: t}); err != nil {
		return err
	}
	return b.file(id+"/viewpoint.bcfv", bcfVisualization{GUID: view, Selected: []bcfComponent{{c.Ref}}, Visibility: bcfVisibility{true}, Camera: fromAbove})
}

// codes are the versions a verdict stands on, each once.
func (c *Check) codes() []string {
	var out []string
	seen := make(map[string]bool)
	for _, s := range c.Sources {
		if name := written(s.Code + "/" + s.Version); !seen[name] {
			seen[name], out = true, append(out, name)
		}
	}
	return out
}

// described tells a check in lines of text.
func (c *Check) described(w words, labels map[string]string) string {
	lines := []string{w.orSelf("verdict", string(c.Verdict()))}
	for _, f := range c.figures(w) {
		lines = append(lines, f.Name+": "+f.Text)
	}
	for _, f := range c.facts(w, labels) {
		lines = append(lines, f.Name+": "+strings.Join(f.Lines, "; "))
	}
	for _, s := range c.Sources {
		lines = append(lines, w["source"]+": "+strings.Join(filled([]string{s.Code + "/" + s.Version, s.Section}), ", "))
		if s.Excerpt != "" {
			lines = append(lines, s.Excerpt)
		}
	}
	for _, l := range c.receiptLines(w) {
		lines = append(lines, w["receipt"]+": "+l.Text+" "+l.Sum)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// file adds an XML file to the archive, stamped with the report's day, so that the same
// report is the same bytes.
func (b *bcfWriter) file(name string, content any) error {
	f, err := b.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: b.day})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(f, xml.Header); err != nil {
		return err
	}
	return xml.NewEncoder(f).Encode(content)
}
