// Written by `noclobber init opencode`, taken away by `noclobber uninstall opencode`; changes do not survive.
// noclobber-binary: noclobber
import { spawn } from "node:child_process"

const BINARY = "noclobber"
const receipts = new Map() // what the gate said before a call, by the call's id: shown with its output

// Start the program for one event. It resolves with what the program answered, and rejects with the reason of a refusal or
// when the program cannot do its work: a call that nobody checked does not run.
function ask(payload) {
  return new Promise((resolve, reject) => {
    const child = spawn(BINARY, ["hook", "opencode"], { stdio: ["pipe", "pipe", "pipe"], timeout: 60000 })
    let out = ""
    let err = ""
    child.stdout.on("data", (chunk) => (out += chunk))
    child.stderr.on("data", (chunk) => (err += chunk))
    child.on("error", (e) => {
      if (e.code === "ENOENT" && !BINARY.includes("/")) return resolve({})
      reject(new Error("noclobber cannot be started, so this call was not checked and did not run: " + e.message))
    })
    child.on("close", (code) => {
      if (code === 0) {
        try {
          return resolve(out.trim() ? JSON.parse(out) : {})
        } catch (e) {
          return reject(new Error("noclobber answered what is not JSON, so this call did not run: " + e.message))
        }
      }
      reject(new Error(err.trim() || "noclobber ended with code " + code + ", so this call was not checked and did not run"))
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(payload))
  })
}

export const Noclobber = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const answer = await ask({ hook_event_name: "tool.execute.before", cwd: directory, input, output })
    if (answer.args) Object.assign(output.args, answer.args)
    if (answer.context) receipts.set(input.callID, answer.context)
  },

  "tool.execute.after": async (input, output) => {
    const texts = [receipts.get(input.callID)]
    receipts.delete(input.callID)
    try {
      texts.push((await ask({ hook_event_name: "tool.execute.after", cwd: directory, input, output })).context)
    } catch (e) {
      texts.push(e.message)
    }
    for (const text of texts) if (text) output.output = (output.output ?? "") + "\n\n" + text
  },

  event: async ({ event }) => {
    if (!["session.created", "session.compacted", "session.idle", "session.deleted"].includes(event.type)) return
    const sessionID = event.properties?.sessionID ?? event.properties?.info?.id
    await ask({ hook_event_name: event.type, cwd: directory, sessionID }).catch(() => {})
  },
})
