package siblings

import "slices"

// Row is one form of name.
type Row struct {
	Tool    Tool
	Form    string // as form.go has it
	Kind    Kind
	Sure    bool
	Example string // a name of this form
	Owner   string // whose copy that is

	fold   bool // letter case does not count
	dotted bool // a name that is all extension is marked before its dot
}

// Table lists all forms, for manuals and tests.
func Table() []Row { return slices.Clone(table()) }

// table is what is known of names. Sources: Syncthing's, Nextcloud's, Unison's, rclone's and git's own code and manuals;
// the manuals of Dropbox, Seafile, Resilio, Obsidian and Subversion; Maestral's issue 861 and pull request 862
// (github.com/samschott/maestral); names in public repositories for the rest.
func table() []Row {
	return []Row{
		// Syncthing: the device is the winner's, not the author's of the copy.
		{Tool: "Syncthing", Sure: true, dotted: true, Form: "{name}.sync-conflict-{day}-{time}-{device}{ext}", Example: "JOURNAL.sync-conflict-20260101-101500-ABCDEFG.md", Owner: "JOURNAL.md"},
		{Tool: "Syncthing, old", Sure: true, dotted: true, Form: "{name}.sync-conflict-{day}-{time}{ext}", Example: "JOURNAL.sync-conflict-20160101-101500.md", Owner: "JOURNAL.md"},

		{Tool: "Nextcloud, ownCloud", Sure: true, fold: true, Form: "{name} (conflicted copy {date} {time}){ext}", Example: "JOURNAL (conflicted copy 2026-01-01 101500).md", Owner: "JOURNAL.md"},
		{Tool: "Nextcloud, ownCloud", Sure: true, fold: true, Form: "{name} (conflicted copy {any} {date} {time}){ext}", Example: "JOURNAL (conflicted copy ann 2026-01-01 101500).md", Owner: "JOURNAL.md"},
		{Tool: "ownCloud, old", Sure: true, Form: "{name}_conflict-{day}-{time}{ext}", Example: "JOURNAL_conflict-20260101-101500.md", Owner: "JOURNAL.md"},
		{Tool: "ownCloud, old", Sure: true, Form: "{name}_conflict-{host}-{day}-{time}{ext}", Example: "JOURNAL_conflict-ann-20260101-101500.md", Owner: "JOURNAL.md"},

		{Tool: "Obsidian Sync", Sure: true, fold: true, Form: "{name} (conflicted copy {any} {minute}){ext}", Example: "JOURNAL (Conflicted copy box-T14 202601011015).md", Owner: "JOURNAL.md"},
		{Tool: "Dropbox", Sure: true, fold: true, Form: "{name} ({nested}conflicted copy {date}{nested}){ext}", Example: "JOURNAL (Ann's conflicted copy 2026-01-01).md", Owner: "JOURNAL.md"},
		{Tool: "Dropbox, no date", Sure: true, fold: true, Form: "{name} ({nested}'s conflicted copy){ext}", Example: "JOURNAL (Ann's conflicted copy).md", Owner: "JOURNAL.md"},
		{Tool: "Maestral", Sure: true, fold: true, Form: "{name} ({nested}conflicting copy {date}{nested}){ext}", Example: "JOURNAL (Ann's conflicting copy 2026-01-01).md", Owner: "JOURNAL.md"},
		{Tool: "Seafile", Sure: true, Form: "{name} (SFConflict {any}{date}-{n}-{n}-{n}){ext}", Example: "JOURNAL (SFConflict ann@example.com 2026-01-01-10-15-00).md", Owner: "JOURNAL.md"},
		{Tool: "Unison", Sure: true, fold: true, Form: "{name} (conflict{any}on {date}{any}){ext}", Example: "JOURNAL (conflict #2 on 2026-01-01).md", Owner: "JOURNAL.md"},
		{Tool: "Unison", Sure: true, fold: true, Form: "{name} (conflict{any}on_{date}{any}){ext}", Example: "JOURNAL (conflict_on_2026-01-01).md", Owner: "JOURNAL.md"},
		{Tool: "editors and plugins", Sure: true, fold: true, Form: "{name} (conflict {date}{any}){ext}", Example: "JOURNAL (conflict 2026-01-01).md", Owner: "JOURNAL.md"},
		{Tool: "Dropbox and others, translated", Sure: true, Form: "{name} ({any}{word}{any}{date}{any}){ext}", Example: "JOURNAL (In Konflikt stehende Kopie von Ann 2026-01-01).md", Owner: "JOURNAL.md"},
		{Tool: "several, no date", fold: true, Form: "{name} (conflict){ext}", Example: "JOURNAL (conflict).md", Owner: "JOURNAL.md"},
		{Tool: "several, no date", fold: true, Form: "{name} (conflict {n}){ext}", Example: "JOURNAL (conflict 2).md", Owner: "JOURNAL.md"},
		{Tool: "several, no date", fold: true, Form: "{name} ({nested}conflicted copy{nested}){ext}", Example: "JOURNAL (conflicted copy).md", Owner: "JOURNAL.md"},
		{Tool: "Maestral, old", fold: true, Form: "{name} (conflicting copy){ext}", Example: "JOURNAL (conflicting copy).md", Owner: "JOURNAL.md"},
		{Tool: "Maestral, old", fold: true, Form: "{name} (conflicting copy {n}){ext}", Example: "JOURNAL (conflicting copy 1).md", Owner: "JOURNAL.md"},
		{Tool: "several, no date", fold: true, Form: "{name}-conflict{ext}", Example: "JOURNAL-conflict.md", Owner: "JOURNAL.md"},
		{Tool: "pCloud", Sure: true, fold: true, Form: "{name} [conflicted]{ext}", Example: "JOURNAL [conflicted].md", Owner: "JOURNAL.md"},

		// Google Drive writes nothing about its names; both of these are reported of it.
		{Tool: "Google Drive", Sure: true, Form: "{name} [Conflict]{ext}", Example: "JOURNAL [Conflict].md", Owner: "JOURNAL.md"},
		{Tool: "Google Drive", Sure: true, Form: "{name}[Conflict]{ext}", Example: "JOURNAL.md[Conflict]", Owner: "JOURNAL.md"},
		{Tool: "Google Drive and others", Form: "{name} ({n}){ext}", Example: "JOURNAL (1).md", Owner: "JOURNAL.md"},
		{Tool: "Google Drive and others", Form: "{name}({n}){ext}", Example: "JOURNAL(1).md", Owner: "JOURNAL.md"},
		{Tool: "iCloud Drive", Form: "{name} {n}{ext}", Example: "JOURNAL 2.md", Owner: "JOURNAL.md"},

		{Tool: "CmisSync", Form: "{file}_{host}-version{any}", Example: "JOURNAL.md_ann-version", Owner: "JOURNAL.md"},
		{Tool: "OneDrive for Linux", Sure: true, Form: "{name}-{host}-safeBackup-{n}{ext}", Example: "JOURNAL-box1-safeBackup-0001.md", Owner: "JOURNAL.md"},
		{Tool: "OneDrive for Linux", Sure: true, Form: "{name}-safeBackup-{n}{ext}", Example: "JOURNAL-safeBackup-0001.md", Owner: "JOURNAL.md"},
		{Tool: "OneDrive", Form: "{name}-{host}{ext}", Example: "JOURNAL-DESKTOP-4F2K9QX.md", Owner: "JOURNAL-DESKTOP.md"},
		{Tool: "Synology Drive", Sure: true, Form: "{name}_{host}_{host}_Conflict{ext}", Example: "JOURNAL_nas_Jan-01-1015-2026_Conflict.md", Owner: "JOURNAL.md"},

		{Tool: "rclone bisync", Sure: true, Form: "{file}.conflict{n}", Example: "JOURNAL.md.conflict1", Owner: "JOURNAL.md"},
		{Tool: "rclone bisync", Sure: true, Form: "{name}.conflict{n}{ext}", Example: "JOURNAL.conflict1.md", Owner: "JOURNAL.md"},
		{Tool: "rclone bisync, old", Sure: true, Form: "{file}..path{n}", Example: "JOURNAL.md..path1", Owner: "JOURNAL.md"},
		{Tool: "Resilio Sync", fold: true, Form: "{name}.Conflict{ext}", Example: "JOURNAL.Conflict.md", Owner: "JOURNAL.md"},
		{Tool: "Resilio Sync", fold: true, Form: "{name}.Conflict{n}{ext}", Example: "JOURNAL.Conflict1.md", Owner: "JOURNAL.md"},

		// Two documents with one name: their contents are two documents' too.
		{Tool: "Dropbox, case conflict", Kind: Namesake, Sure: true, fold: true, Form: "{name} ({any}case conflict{any}){ext}", Example: "Journal (Case Conflict).md", Owner: "Journal.md"},
		{Tool: "Dropbox, encoding conflict", Kind: Namesake, Sure: true, fold: true, Form: "{name} ({any}unicode encoding conflict{any}){ext}", Example: "Tagebücher (Unicode Encoding Conflict).md", Owner: "Tagebücher.md"},
		{Tool: "Dropbox, white space conflict", Kind: Namesake, Sure: true, fold: true, Form: "{name} ({any}whitespace conflict{any}){ext}", Example: "JOURNAL (Whitespace Conflict).md", Owner: "JOURNAL.md"},

		{Tool: "git mergetool", Sure: true, Form: "{name}_LOCAL_{n}{ext}", Example: "JOURNAL_LOCAL_4711.md", Owner: "JOURNAL.md"},
		{Tool: "git mergetool", Sure: true, Form: "{name}_REMOTE_{n}{ext}", Example: "JOURNAL_REMOTE_4711.md", Owner: "JOURNAL.md"},
		{Tool: "git mergetool", Kind: Leftover, Sure: true, Form: "{name}_BACKUP_{n}{ext}", Example: "JOURNAL_BACKUP_4711.md", Owner: "JOURNAL.md"},
		{Tool: "git mergetool", Kind: Leftover, Sure: true, Form: "{name}_BASE_{n}{ext}", Example: "JOURNAL_BASE_4711.md", Owner: "JOURNAL.md"},
		{Tool: "git mergetool, old", Sure: true, Form: "{file}.LOCAL.{n}{ext}", Example: "TODO.LOCAL.4711", Owner: "TODO"},
		{Tool: "git mergetool, old", Sure: true, Form: "{file}.REMOTE.{n}{ext}", Example: "TODO.REMOTE.4711", Owner: "TODO"},
		{Tool: "git mergetool, old", Kind: Leftover, Sure: true, Form: "{file}.BACKUP.{n}{ext}", Example: "TODO.BACKUP.4711", Owner: "TODO"},
		{Tool: "git mergetool, old", Kind: Leftover, Sure: true, Form: "{file}.BASE.{n}{ext}", Example: "TODO.BASE.4711", Owner: "TODO"},
		{Tool: "git mergetool", Kind: Leftover, Form: "{file}.orig", Example: "JOURNAL.md.orig", Owner: "JOURNAL.md"},
		{Tool: "git merge", Form: "{file}~{host}", Example: "JOURNAL.md~HEAD", Owner: "JOURNAL.md"},

		// While a conflict is not resolved: what the working copy had, and the revisions that it came from and met.
		{Tool: "Subversion", Kind: Leftover, Form: "{file}.mine", Example: "JOURNAL.md.mine", Owner: "JOURNAL.md"},
		{Tool: "Subversion", Kind: Leftover, Form: "{file}.r{n}", Example: "JOURNAL.md.r42", Owner: "JOURNAL.md"},
		{Tool: "merges by hand", Kind: Leftover, Form: "{file}.theirs", Example: "JOURNAL.md.theirs", Owner: "JOURNAL.md"},

		{Tool: "Emacs, unsaved", Kind: Leftover, Sure: true, Form: "#{file}#", Example: "#JOURNAL.md#", Owner: "JOURNAL.md"},
	}
}
