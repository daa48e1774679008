export const PLUGIN_HEAD = "// Written by countersign init; countersign init --undo removes it.";

/**
 * The plugin as OpenCode loads it: each event goes to this program as JSON; what it answers enters the
 * session. A program that is slow, gone or silent changes nothing.
 */
export function opencodePlugin(launcher: string): string {
  return `${PLUGIN_HEAD}
import { spawn } from "node:child_process";

const PROGRAM = ${JSON.stringify(launcher)};
const LONGEST_MS = 5000;
const CHANGES_FILES = ["edit", "write", "patch", "multiedit", "bash"];

function ask(event, input) {
  return new Promise((resolve) => {
    let out = "";
    const child = spawn(PROGRAM, ["hook", "opencode", event, "user"], {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: LONGEST_MS,
    });
    child.on("error", () => resolve({}));
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.on("close", () => {
      try {
        resolve(JSON.parse(out));
      } catch {
        resolve({});
      }
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(input));
  });
}

export const Countersign = async ({ client, directory }) => {
  const say = (id, text, noReply) =>
    client.session.prompt({ path: { id }, body: { noReply, parts: [{ type: "text", text }] } });
  const about = (session_id) => ({ session_id, cwd: directory });
  return {
    event: async ({ event }) => {
      if (event.type === "session.created") {
        const id = event.properties.info.id;
        const answer = await ask("session-created", about(id));
        const text = answer.hookSpecificOutput?.additionalContext;
        if (text) await say(id, text, true);
      }
      if (event.type === "session.idle") {
        const id = event.properties.sessionID;
        const answer = await ask("session-idle", about(id));
        if (answer.decision === "block" && answer.reason) await say(id, answer.reason, false);
      }
    },
    "tool.execute.after": async ({ tool, sessionID }) => {
      if (CHANGES_FILES.includes(tool)) await ask("tool-after", { ...about(sessionID), tool_name: tool });
    },
  };
};
`;
}
