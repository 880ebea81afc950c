package mcpserver_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestProtectedDocumentsAreResources(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one\n", "free.md": "free\n", "data.bin": "\xff\x00"})
	c := w.connect(nil)
	list, err := c.ListResources(t.Context(), nil)
	require.NoError(t, err)
	var names []string
	for _, r := range list.Resources {
		names = append(names, r.Name)
	}
	assert.ElementsMatch(t, []string{"JOURNAL.md", "data.bin"}, names, "those that are there")
	res, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "file://" + filepath.Join(w.dir, "JOURNAL.md")})
	require.NoError(t, err)
	assert.Equal(t, "- one\n", res.Contents[0].Text)
	assert.Equal(t, "text/markdown", res.Contents[0].MIMEType)
	assert.Equal(t, w.version("JOURNAL.md"), res.Contents[0].Meta["noclobber/version"])
	assert.Equal(t, "private", res.CacheScope)
	res, err = c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "file://" + filepath.Join(w.dir, "data.bin")})
	require.NoError(t, err)
	assert.Equal(t, []byte("\xff\x00"), res.Contents[0].Blob)
	for _, name := range []string{"free.md", "MEMORY.md", ".noclobber.toml"} {
		_, err = c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "file://" + filepath.Join(w.dir, name)})
		require.Error(t, err, name)
	}
}

func TestToHaveReadAResourceCountsAsRead(t *testing.T) {
	w := newWorld(t, map[string]string{"MEMORY.md": "a\nb\n"})
	c := w.connect(nil)
	_, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "file://" + filepath.Join(w.dir, "MEMORY.md")})
	require.NoError(t, err)
	version := c.did("doc_append", args{"path": "MEMORY.md", "content": "c\n"}).out["version_after"]
	c.did("doc_write", args{"path": "MEMORY.md", "content": "b\nc\n", "if_version": version})
	assert.Equal(t, "b\nc\n", w.text("MEMORY.md"))
}

func TestSubscribersAreToldOfChangesAndOfNewDocuments(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one\n"})
	changed, listed := make(chan string, 10), make(chan bool, 10)
	c := w.connect(&mcp.ClientOptions{
		ResourceUpdatedHandler:     func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { changed <- r.Params.URI },
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { listed <- true },
	})
	uri := "file://" + filepath.Join(w.dir, "JOURNAL.md")
	require.NoError(t, c.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}))
	text := "- one\n"
	require.Equal(t, uri, until(t, changed, func() { // the client does not say when its subscription is in force
		text += "- more\n"
		w.put("JOURNAL.md", text)
	}))
	w.put("MEMORY.md", "new\n")
	within(t, listed)
	list, err := c.ListResources(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, list.Resources, 2)
	require.NoError(t, os.Remove(filepath.Join(w.dir, "MEMORY.md")))
	within(t, listed)
	list, err = c.ListResources(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, list.Resources, 1)
	require.NoError(t, c.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: uri}))
}

// until does something again and again, until something comes of it.
func until[T any](t *testing.T, ch <-chan T, do func()) T {
	t.Helper()
	for range 600 {
		do()
		select {
		case v := <-ch:
			return v
		case <-time.After(200 * time.Millisecond):
		}
	}
	t.Fatal("it did not come")
	panic("unreachable")
}

// within waits for what must come; the limit is for a machine that hangs.
func within[T any](t *testing.T, ch <-chan T) T {
	t.Helper()
	select {
	case v := <-ch:
		return v
	case <-time.After(2 * time.Minute):
		t.Fatal("it did not come")
		panic("unreachable")
	}
}
