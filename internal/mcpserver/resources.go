package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"path/filepath"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"noclobber/internal/document"
	"noclobber/internal/follow"
	"noclobber/internal/fsx"
	"noclobber/internal/guard"
	"noclobber/ledger"
	"noclobber/policy"
)

// methodList is the request whose answer is made anew each time: documents come and go.
const methodList = "resources/list"

// newResources are the documents of one connection as resources.
func newResources(s *session) *resources {
	return &resources{session: s, listed: map[string]bool{}, watched: map[string]watched{}}
}

// offer lists the documents. The list is looked up anew when it is asked for; from then on, or from the first subscription
// on, changes are followed and told.
func (r *resources) offer(server *mcp.Server) {
	r.server = server
	r.refresh(context.Background())
	server.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "document", Title: "Any protected document", URITemplate: "file:///{+path}",
		Description: "a protected document by its absolute path",
	}, r.contents)
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == methodList {
				r.refresh(ctx)
				r.follow()
			}
			return next(ctx, method, req)
		}
	})
}

// resources are the documents of one connection.
type resources struct {
	*session
	server *mcp.Server
	once   sync.Once

	mu      sync.Mutex
	listed  map[string]bool    // URIs
	watched map[string]watched // URIs that the client is subscribed to
	end     context.CancelFunc
	done    chan struct{}
}

// watched is a document as a subscriber was last told of it, by what one lstat tells.
type watched struct {
	real string
	look fsx.ID
}

// refresh makes the SDK's list that of the documents which are there now.
func (r *resources) refresh(ctx context.Context) {
	now := map[string]guard.Shown{}
	for _, dir := range r.dirs() {
		all, _ := r.guard(ctx).Documents(dir) // what a broken policy protects cannot be told; the others' documents can
		for _, d := range all {
			if id, err := fsx.Stat(d.Path); err == nil && id.Regular {
				d.Stamp.Bytes = id.Size
				now[uriOf(d.Path)] = d
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for uri := range r.listed {
		if _, there := now[uri]; !there {
			r.server.RemoveResources(uri)
			delete(r.listed, uri)
		}
	}
	for uri, d := range now {
		if !r.listed[uri] {
			r.server.AddResource(resourceOf(uri, d), r.contents)
			r.listed[uri] = true
		}
	}
}

func resourceOf(uri string, d guard.Shown) *mcp.Resource {
	return &mcp.Resource{
		URI: uri, Name: clean(d.Document), MIMEType: mimeOf(d.Path), Size: d.Stamp.Bytes,
		Description: "mode " + string(d.Mode) + ": " + modeWords(d.Mode),
	}
}

// mimeOf guesses the type of a document by its name.
func mimeOf(path string) string {
	switch ext := filepath.Ext(path); ext {
	case ".md", ".markdown":
		return "text/markdown"
	case ".jsonl":
		return "application/jsonl"
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "text/plain"
	}
}

// modeWords says in a few words what a rule lets happen.
func modeWords(m policy.Mode) string {
	switch m {
	case policy.Append:
		return "only grows; " + toolAppend
	case policy.Anchors:
		return "named regions; " + toolSplice
	case policy.Merge:
		return "whole writes are merged with what others wrote"
	case policy.CAS:
		return "written only on the version last read"
	case policy.Shard:
		return "folded from each machine's entries; " + toolAppend
	case policy.Deny:
		return "read only"
	default:
		return "every version is kept"
	}
}

// read gives a document's bytes. To have read a resource counts as to have been shown it.
func (r *resources) contents(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	at, err := r.find(ctx, uri)
	if err != nil {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	shown, err := r.guard(ctx).Show(r.who, at.path, func(d guard.Shown) (guard.Lines, bool) {
		return guard.Lines{First: 1, Last: int(document.CountLines(d.Text))}, !d.Large
	})
	switch {
	case err != nil:
		return nil, err
	case shown.Large:
		return nil, errors.New(shown.Document + " is above max_document: its text is not shown")
	case shown.Stamp.Version == ledger.Absent:
		return nil, mcp.ResourceNotFoundError(uri)
	}
	r.heard(shown.Path, shown.Stamp.Version, shown.Whole)
	r.sawAll(shown.Path, string(shown.Stamp.Version))
	c := &mcp.ResourceContents{URI: uri, MIMEType: mimeOf(shown.Path), Meta: mcp.Meta{"noclobber/version": string(shown.Stamp.Version)}}
	if utf8.Valid(shown.Text) {
		c.Text = string(shown.Text)
	} else {
		c.Blob = shown.Text
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{c}}, nil
}

// subscribe tells the client from now on when a document changes, whoever changes it.
func (r *resources) subscribe(ctx context.Context, req *mcp.SubscribeRequest) error {
	at, err := r.find(ctx, req.Params.URI)
	if err != nil {
		return mcp.ResourceNotFoundError(req.Params.URI)
	}
	id, _ := fsx.Stat(at.real) // one that cannot be looked at is told of when it can
	r.mu.Lock()
	r.watched[req.Params.URI] = watched{at.real, id}
	r.mu.Unlock()
	r.follow()
	return nil
}

func (r *resources) unsubscribe(_ context.Context, req *mcp.UnsubscribeRequest) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.watched, req.Params.URI)
	return nil
}

// follow begins to follow the documents' directories, once.
func (r *resources) follow() {
	r.once.Do(func() {
		ctx, cancel := context.WithCancel(context.Background())
		r.mu.Lock()
		r.end, r.done = cancel, make(chan struct{})
		r.mu.Unlock()
		go r.run(ctx)
	})
}

func (r *resources) run(ctx context.Context) {
	defer close(r.done)
	var dirs []string
	for _, dir := range r.dirs() {
		dirs = append(dirs, r.guard(ctx).WatchDirs(dir, nil)...)
	}
	slices.Sort(dirs)
	err := follow.Run(ctx, follow.Options{
		Dirs: slices.Compact(dirs), Skip: guard.SkipsDir, Changed: func(paths []string) { r.changed(ctx, paths) },
	})
	if err != nil && ctx.Err() == nil {
		_, _ = fmt.Fprintf(r.Log, "noclobber-mcp: changes of documents are not told to the client: %v\n", err)
	}
}

// changed tells of documents that changed, and of those that came or went; nil: look at all of them.
func (r *resources) changed(ctx context.Context, paths []string) {
	if paths == nil || slices.ContainsFunc(paths, func(path string) bool { return r.cameOrWent(ctx, path) }) {
		r.refresh(ctx)
	}
	for _, uri := range r.differing(paths) {
		_ = r.server.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: uri}) // a client that is gone hears nothing
	}
}

// cameOrWent reports whether a path makes the list of documents another one.
func (r *resources) cameOrWent(ctx context.Context, path string) bool {
	m, err := r.guard(ctx).Policies().Find(path)
	if err != nil || m.Builtin != 0 {
		return true
	}
	if !m.Protected {
		return false
	}
	id, err := fsx.Stat(path)
	r.mu.Lock()
	defer r.mu.Unlock()
	return err == nil && id.Regular != r.listed[uriOf(m.Real)]
}

// differing are the subscriptions whose documents no longer look as they did.
func (r *resources) differing(paths []string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var uris []string
	for uri, w := range r.watched {
		if paths != nil && !slices.Contains(paths, w.real) {
			continue
		}
		if id, err := fsx.Stat(w.real); err == nil && id != w.look {
			r.watched[uri] = watched{w.real, id}
			uris = append(uris, uri)
		}
	}
	return uris
}

// close ends the following.
func (r *resources) close() {
	r.mu.Lock()
	end, done := r.end, r.done
	r.mu.Unlock()
	if end != nil {
		end()
		<-done
	}
}
