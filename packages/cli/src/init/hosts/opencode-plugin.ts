import { PLUGIN_HEAD, pluginCalls } from "./plugin-calls.ts";

/**
 * The plugin as OpenCode loads it: each event goes to this program as JSON; what it answers enters the
 * session. A program that is slow, gone or silent changes nothing.
 */
export function opencodePlugin(launcher: string): string {
  return `${PLUGIN_HEAD}
${pluginCalls("opencode", launcher)}
const CHANGES_FILES = ["edit", "write", "patch", "apply_patch", "multiedit", "bash"];

export const Countersign = async ({ client, directory }) => {
  const ours = new Set();
  const kept = new Set();
  const say = (id, text, noReply) => {
    ours.add(text);
    return client.session.prompt({ path: { id }, body: { noReply, parts: [{ type: "text", text }] } });
  };
  const lastMessage = async (id) => {
    const { data = [] } = await client.session.messages({ path: { id } }).catch(() => ({}));
    const last = data.findLast(({ info }) => info.role === "assistant");
    return textOf(last?.parts ?? []);
  };
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
        const last_assistant_message = await lastMessage(id);
        const stop_hook_active = kept.has(id);
        const answer = await ask("session-idle", { ...about(id), last_assistant_message, stop_hook_active });
        if (answer.decision !== "block" || !answer.reason) return;
        kept.add(id);
        await say(id, answer.reason, false);
      }
    },
    "chat.message": async ({ sessionID }, { parts }) => {
      const prompt = textOf(parts);
      if (prompt === "" || ours.has(prompt)) return;
      kept.delete(sessionID);
      // \`opencode run\` puts quotation marks around what it was told.
      const asked = prompt.replace(/^"(.*)"$/s, "$1");
      const answer = await ask("chat-message", { ...about(sessionID), prompt: asked });
      const text = answer.hookSpecificOutput?.additionalContext;
      const first = parts.find(({ type }) => type === "text");
      if (text) first.text += "\\n\\n" + text;
    },
    "tool.execute.after": async ({ tool, sessionID }) => {
      if (CHANGES_FILES.includes(tool)) await ask("tool-after", { ...about(sessionID), tool_name: tool });
    },
  };
};
`;
}
