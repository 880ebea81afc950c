// Package document is the text engine behind the gate's decisions: bytes in, bytes out, no I/O.
//
// A document is a list of lines. Two lines are equal when they agree without their line ending and their trailing
// blanks; a byte order mark belongs to no line. So a host that shows a CR LF document with LF, or a model that drops a
// final newline, changes nothing, and whatever the model did not change keeps the bytes that it has on disk.
//
//	lines           what a line is; Equal, Normalize, CountLines
//	match, myers    which lines of two texts belong together: patience, then Myers in the gaps
//	hunks           the changes between two texts, cut as small as they can be judged one by one
//	merge           three-way merge, in three steps: merge groups changes that bear on each other, compose decides and
//	                writes, moved looks for lines that moved and met a change
//	insertion       append documents: FindInsertion, Insert, Trim, fragments
//	anchors         named regions: marks and sections find them, layout and pairing say which is which, anchormerge
//	                merges them one by one by the rules of anchorrules, splice replaces one
//	loss            what a change loses: Lost, Added, Shrink
//	placeholder     lines that stand for omitted text: phrase takes their wrapping off, omission and vocabulary read them;
//	                valueplaceholder finds keys and strings of JSON that do
//	reflow          changes of layout only; emphasis is its hardest part
//	edits, between  old text and new text: Apply, Locate, EditsBetween
//	markdown        what Markdown makes of lines: headings, code blocks, comments, list markers
//	json, rows      JSON documents and JSON lines
//
// Throughout, base is the text that a writer has seen, proposal the text it wants to leave, and head what stands now.
package document
