package mcpserver

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"noclobber/gate"
	"noclobber/internal/guard"
)

// Config is what a connection needs to know of the process that serves it.
type Config struct {
	Guard   guard.Config // its From is the directory that relative paths are relative to
	Roots   []string     // further directories whose documents may be named, absolute
	Version string
	Log     io.Writer // never the output
}

// instructions are what a client is told at the start.
const instructions = `Shared documents that several agents write at the same time, kept so that no write deletes what another one added.
- To add to a document: doc_append. To replace one named region or section: doc_splice. Both keep what others write meanwhile.
- doc_write replaces a whole document and needs the version that your text was made from: doc_read gives it.
- Every answer tells the version, lines and bytes before and after. Every version can be brought back: doc_history, doc_restore.
Only documents that a noclobber policy protects can be named; they are listed as resources.`

// Serve answers one client until its input ends or stop is closed; a call under way is finished and answered then.
func Serve(in io.Reader, out io.Writer, stop <-chan struct{}, c Config) error {
	s := newSession(c)
	defer s.leave()
	r := newResources(s)
	options := &mcp.ServerOptions{
		Instructions:     instructions,
		SubscribeHandler: r.subscribe, UnsubscribeHandler: r.unsubscribe,
		Logger:       slog.New(slog.NewTextHandler(c.Log, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" },
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "noclobber", Title: "noclobber: shared documents", Version: c.Version}, options)
	s.addTools(server)
	r.offer(server)
	defer r.close()
	return server.Run(context.Background(), newTransport(in, out, stop))
}

// newSession is the context of one connection: nobody else's bases are its own.
func newSession(c Config) *session {
	return &session{
		Config: c, who: gate.Context{Host: "mcp", Session: "mcp-" + rand.Text()[:12]},
		seen: map[string]map[string]bool{}, bases: map[string]bases{},
	}
}

func (s *session) addTools(server *mcp.Server) {
	s.addRead(server)
	s.addAppend(server)
	s.addSplice(server)
	s.addWrite(server)
	s.addHistory(server)
	s.addRestore(server)
}
