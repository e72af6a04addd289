package report_test

import (
	"archive/zip"
	"encoding/xml"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/verify"
)

// topic is what tests read of a markup.bcf.
type topic struct {
	Topic struct {
		GUID        string `xml:"Guid,attr"`
		Type        string `xml:"TopicType,attr"`
		Status      string `xml:"TopicStatus,attr"`
		Title       string
		Created     string `xml:"CreationDate"`
		Modified    string `xml:"ModifiedDate"`
		Author      string `xml:"CreationAuthor"`
		Description string
		Viewpoints  struct {
			ViewPoint []struct {
				GUID string `xml:"Guid,attr"`
				File string `xml:"Viewpoint"`
			}
		}
	}
}

// topics are those of a file, by folder.
func topics(t *testing.T, files map[string]string) map[string]topic {
	t.Helper()
	out := make(map[string]topic)
	for name, text := range files {
		folder, is := strings.CutSuffix(name, "/markup.bcf")
		if !is {
			continue
		}
		var one topic
		if err := xml.Unmarshal([]byte(text), &one); err != nil {
			t.Fatal(err)
		}
		if one.Topic.GUID != folder {
			t.Errorf("the topic %s lies in the folder %s", one.Topic.GUID, folder)
		}
		out[folder] = one
	}
	return out
}

func only(t *testing.T, r *report.Report) (topic, map[string]string) {
	t.Helper()
	files := unzipped(t, written(t, report.WriteBCF, r))
	found := topics(t, files)
	if len(found) != 1 {
		t.Fatalf("%d topics, want 1", len(found))
	}
	for _, one := range found {
		return one, files
	}
	panic("unreachable")
}

// TestWriteBCF: a check that may be broken is a topic, and its part of the model is
// selected.
func TestWriteBCF(t *testing.T) {
	fine, open := broken(), broken()
	fine.Status, fine.Compliant = verify.Compliant, true
	open.Status = verify.Undetermined
	got, files := only(t, project(t, fine, broken(), open))
	if strings.Contains(files["bcf.version"], `VersionId="3.0"`) == false || !strings.Contains(files["project.bcfp"], `ProjectId="3f1c7a52-6f0e-4d3b-9a55-2f4f8f6f1b10"`) {
		t.Errorf("version %s, project %s", files["bcf.version"], files["project.bcfp"])
	}
	of := got.Topic
	if of.Title != "Azotea · barandilla: altura" || of.Created != "2026-11-02T10:00:00Z" || of.Modified == "" || of.Author != "regengine 1.2.4" {
		t.Errorf("topic: %+v", of)
	}
	for _, want := range []string{"No cumple", "como mínimo 1,1", "La barrera mide al menos 1,10 m."} {
		if !strings.Contains(of.Description, want) {
			t.Errorf("the description lacks %q: %s", want, of.Description)
		}
	}
	if !strings.Contains(files["extensions.xml"], "<TopicType>"+of.Type+"<") || !strings.Contains(files["extensions.xml"], "<TopicStatus>"+of.Status+"<") {
		t.Errorf("extensions.xml does not list %s and %s", of.Type, of.Status)
	}
	view := files[of.GUID+"/"+of.Viewpoints.ViewPoint[0].File]
	if !strings.Contains(view, `Guid="`+of.Viewpoints.ViewPoint[0].GUID+`"`) || !strings.Contains(view, `<Selection><Component IfcGuid="2O2Fr$t4X7Zf8NOew3FNr2">`) {
		t.Errorf("the viewpoint does not select the part: %s", view)
	}
	for _, ref := range []string{"", "P-07", "4O2Fr$t4X7Zf8NOew3FNr2", "2O2Fr$t4X7Zf8NOew3FNr", "2O2Fr$t4X7Zf8NOew3FN-2"} {
		check := broken()
		check.Ref = ref
		if got, files := only(t, project(t, check)); len(got.Topic.Viewpoints.ViewPoint) != 0 || len(files) != 4 {
			t.Errorf("a ref %q that is no IfcGuid has a viewpoint", ref)
		}
	}
}

// TestWriteBCF_again: the topics of a later report are those of an earlier one, and the
// same report is the same bytes.
func TestWriteBCF_again(t *testing.T) {
	first := written(t, report.WriteBCF, project(t, broken()))
	if first != written(t, report.WriteBCF, project(t, broken())) {
		t.Error("the same report is not the same bytes")
	}
	old := project(t, broken())
	old.On = day(t, "2020-02-29")
	for name, at := range stamps(t, written(t, report.WriteBCF, old)) {
		if at.Format(time.DateOnly) != "2020-02-29" {
			t.Errorf("%s is stamped %v, not with the day of the report", name, at)
		}
	}
	later := broken()
	later.ProvidedValue, later.Margin, later.ID, later.DecidedAt = "1", number("-0.1"), "Terraza", later.DecidedAt.Add(time.Hour)
	r := project(t, later)
	r.On = day(t, "2026-12-24")
	was, _ := only(t, project(t, broken()))
	is, _ := only(t, r)
	if was.Topic.GUID != is.Topic.GUID || was.Topic.Created != is.Topic.Created || was.Topic.Modified == is.Topic.Modified {
		t.Errorf("before %+v, later %+v", was.Topic, is.Topic)
	}
	other := project(t, broken())
	other.Project.ID = "0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad12"
	if is, _ := only(t, other); is.Topic.GUID == was.Topic.GUID {
		t.Error("two projects have a topic of the same name")
	}
}

// stamps are the times of the files of an archive.
func stamps(t *testing.T, file string) map[string]time.Time {
	t.Helper()
	archive, err := zip.NewReader(strings.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]time.Time)
	for _, f := range archive.File {
		out[f.Name] = f.Modified
	}
	return out
}

// TestWriteBCF_batch: rows of a batch that nothing tells apart are topics of their own.
func TestWriteBCF_batch(t *testing.T) {
	row := broken()
	row.CheckID, row.CreatedAt, row.DecidedAt = "", time.Time{}, time.Time{}
	batch := func(rows ...report.Check) []string {
		r := project(t, rows...)
		r.Project = nil
		var ids []string
		for id := range topics(t, unzipped(t, written(t, report.WriteBCF, r))) {
			ids = append(ids, id)
		}
		return ids
	}
	one, two := batch(row), batch(row, row)
	if len(two) != 2 || !slices.Contains(two, one[0]) {
		t.Errorf("one row: %v, the same twice: %v", one, two)
	}
}
