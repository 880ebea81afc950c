package lint

import "noclobber/internal/report"

// hookSettings passes on what is wrong with settings that start noclobber.
type hookSettings struct{}

func (hookSettings) About() report.Check {
	return report.Check{
		ID: "hook-settings", Severity: report.Error, Title: "hook settings with a hole",
		Help: "The project's settings of an agent host, or the hooks of a plugin that it brings along, start noclobber, but not for every event or tool, not so that a hook that fails refuses the call, or by a program that is not there. Settings that do not start noclobber at all are no finding here: `noclobber doctor` looks at the whole installation, `lint` at what the project brings along.",
	}
}

func (hookSettings) Run(p *Pass) {
	for _, h := range p.World.Hooks() {
		for _, f := range h.Findings {
			if f.Severity != report.Note {
				p.add(nil, report.Finding{Path: p.World.Report(h.Path), Severity: f.Severity, Message: f.Message, Mend: f.Mend})
			}
		}
	}
}
