package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/guard"
	"noclobber/ledger"
	"noclobber/policy"
)

// denial is a refused change with what the next step depends on.
type denial struct {
	tool    string
	doc     found
	content string // of a write
}

// refusal is the answer to a refusal: why, what stands there now, and the next call. Other errors stay errors.
func (s *session) refusal(ctx context.Context, err error, d denial) (receipt, error) {
	var denied *guard.Denied
	if !errors.As(err, &denied) {
		return receipt{}, err
	}
	out := receipt{Outcome: refused, change: change{Document: denied.Document, Path: d.doc.real}, Reason: reason(denied.Text)}
	if denied.Refusal != nil {
		out.Cause = string(denied.Refusal.Cause)
	}
	if now := denied.Now; now.Version != "" {
		out.VersionBefore, out.LinesBefore, out.BytesBefore = string(now.Version), now.Lines, now.Bytes
		out.VersionAfter, out.LinesAfter, out.BytesAfter = out.VersionBefore, now.Lines, now.Bytes
		if denied.Refusal == nil || denied.Refusal.Now == "" {
			out.Reason += fmt.Sprintf(". It stands at version %s, %s", now.Version.Short(), sizes(now.Lines, now.Bytes))
		}
		s.heard(d.doc.real, now.Version, false)
	}
	out.Next = s.next(ctx, d, denied)
	return out, nil
}

// reason is a refusal's text without the step that it names, which is another host's.
func reason(text string) string {
	text, _, _ = strings.Cut(text, "\nNext: ")
	text, _, _ = strings.Cut(text, "\nDo not ")
	return strings.TrimSpace(strings.TrimPrefix(text, "noclobber: "))
}

// The steps that name no other call.
const (
	again = "send the same call again."
	leave = "leave it as it is; if a change is needed, say so in your answer."
	tell  = "report this; a person can run `noclobber doctor`."
)

// next is the call that would pass.
func (s *session) next(ctx context.Context, d denial, denied *guard.Denied) string {
	if denied.Refusal == nil {
		return d.nextPlain(denied)
	}
	switch denied.Refusal.Cause {
	case gate.CauseLease:
		return again
	case gate.CauseShrink:
		return s.nextDrop(ctx, d, denied)
	case gate.CausePlaceholder, gate.CauseEmpty:
		return fmt.Sprintf("send the whole text as it is to stand; or %s or %s just what changes.", toolAppend, toolSplice)
	case gate.CauseAnchor, gate.CauseFrozen:
		return d.nextSplice()
	case gate.CauseMode:
		return leave
	case gate.CauseLarge:
		return toolAppend + " adds to it; nothing else does."
	case gate.CauseFormat, gate.CauseRows:
		return "mend the text, then send the call again."
	case gate.CauseLost:
		return d.nextAppend()
	default:
		return d.nextRead(denied)
	}
}

// nextPlain is the step after a refusal of the verb itself.
func (d denial) nextPlain(denied *guard.Denied) string {
	switch {
	case d.doc.mode == policy.Deny:
		return leave
	case errors.Is(denied.Err, ledger.ErrLocked):
		return again
	case denied.Err != nil:
		return tell
	case d.tool == toolRestore:
		return fmt.Sprintf("%s path=%q lists the versions, and tells which one stands.", toolHistory, d.doc.named)
	case d.tool == toolSplice:
		return d.nextSplice()
	case d.tool == toolAppend:
		return "mend what the reason names, then send the call again."
	}
	return d.nextRead(denied)
}

// nextRead: make the change again, on what stands there.
func (d denial) nextRead(denied *guard.Denied) string {
	if d.tool == toolSplice {
		return fmt.Sprintf("%s path=%q, then %s with your change made to the anchor as it stands.", toolRead, d.doc.named, toolSplice)
	}
	version := "the version that it gives"
	if v := denied.Now.Version; v != "" {
		version = v.Short()
	}
	return fmt.Sprintf("%s path=%q, make your change to that text, then %s with if_version=%s.", toolRead, d.doc.named, toolWrite, version)
}

func (d denial) nextAppend() string {
	return fmt.Sprintf("to add entries: %s path=%q with the new entries alone. It is append-only; what stands there stays.", toolAppend, d.doc.named)
}

func (d denial) nextSplice() string {
	return fmt.Sprintf("%s path=%q lists its anchors; %s replaces the text of one.", toolRead, d.doc.named, toolSplice)
}

// nextDrop says how many lines would have to be meant to go.
func (s *session) nextDrop(ctx context.Context, d denial, denied *guard.Denied) string {
	shown, err := s.guard(ctx).Show(s.who, d.doc.path, nothing)
	if err != nil || d.tool != toolWrite {
		return d.nextRead(denied)
	}
	lost := max(1, document.Shrink(shown.Text, []byte(d.content)).Lines) // one that loses bytes alone is confirmed by any number
	return fmt.Sprintf("if it is meant that these %s go: the same call with drop=%d. Else %s path=%q and send the whole text.",
		count(int64(lost), "line"), lost, toolRead, d.doc.named)
}
