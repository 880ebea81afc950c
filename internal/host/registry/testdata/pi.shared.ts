// Written by `noclobber init pi`, taken away by `noclobber uninstall pi`; changes do not survive.
// noclobber-binary: noclobber
import { spawn } from "node:child_process"

const BINARY = "noclobber"
const receipts = new Map<string, string>() // what the gate said before a call, by the call's id: shown with its result

// Start the program for one event. It resolves with what the program answered, and rejects with the reason of a refusal or
// when the program cannot do its work: a call that nobody checked does not run.
function ask(payload: unknown): Promise<any> {
  return new Promise((resolve, reject) => {
    const child = spawn(BINARY, ["hook", "pi"], { stdio: ["pipe", "pipe", "pipe"], timeout: 60000 })
    let out = ""
    let err = ""
    child.stdout.on("data", (chunk) => (out += chunk))
    child.stderr.on("data", (chunk) => (err += chunk))
    child.on("error", (e: any) => {
      if (e.code === "ENOENT" && !BINARY.includes("/")) return resolve({})
      reject(new Error("noclobber cannot be started, so this call was not checked and did not run: " + e.message))
    })
    child.on("close", (code) => {
      if (code === 0) {
        try {
          return resolve(out.trim() ? JSON.parse(out) : {})
        } catch (e: any) {
          return reject(new Error("noclobber answered what is not JSON, so this call did not run: " + e.message))
        }
      }
      reject(new Error(err.trim() || "noclobber ended with code " + code + ", so this call was not checked and did not run"))
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(payload))
  })
}

// The session is the agent's own id of it, or this process where it has none.
function about(ctx: any) {
  const session = ctx?.sessionManager?.getSessionId?.() ?? "process-" + process.pid
  return { cwd: ctx?.cwd ?? process.cwd(), session: String(session) }
}

export default function (pi: any) {
  pi.on("tool_call", async (event: any, ctx: any) => {
    let answer: any
    try {
      answer = await ask({ ...about(ctx), ...event })
    } catch (e: any) {
      return { block: true, reason: e.message }
    }
    if (answer.input) Object.assign(event.input, answer.input)
    if (answer.context) receipts.set(event.toolCallId, answer.context)
  })

  pi.on("tool_result", async (event: any, ctx: any) => {
    const texts = [receipts.get(event.toolCallId)]
    receipts.delete(event.toolCallId)
    try {
      texts.push((await ask({ ...about(ctx), ...event })).context)
    } catch (e: any) {
      texts.push(e.message)
    }
    const told = texts.filter((text) => text).map((text) => ({ type: "text", text }))
    if (told.length > 0) return { content: [...(event.content ?? []), ...told] }
  })

  for (const type of ["session_start", "session_compact", "agent_end", "session_shutdown"]) {
    pi.on(type, async (_event: any, ctx: any) => {
      await ask({ ...about(ctx), type }).catch(() => {})
    })
  }
}
