import { PLUGIN_HEAD, pluginCalls } from "./plugin-calls.ts";

/**
 * The plugin as Amp loads it: each event goes to this program as JSON. Its answer is added to the prompt, or
 * starts another turn where the agent should not stop yet.
 */
export function ampPlugin(launcher: string): string {
  return `${PLUGIN_HEAD}
${pluginCalls("amp", launcher)}
export const description = "Submits finished work to countersign and tells the agent what came back";

export default function (amp) {
  const ours = new Set();
  const kept = new Set();
  const root = amp.system.workspaceRoot;
  const cwd = root ? amp.helpers.filePathFromURI(root) : undefined;
  const about = ({ thread }) => ({ session_id: thread.id, cwd });
  const lastMessage = (messages) =>
    textOf(messages.findLast(({ role }) => role === "assistant")?.content ?? []);

  amp.on("session.start", async (event) => {
    await ask("session-start", about(event));
  });

  amp.on("agent.start", async (event) => {
    if (ours.has(event.message)) return {};
    kept.delete(event.thread.id);
    const answer = await ask("agent-start", { ...about(event), prompt: event.message });
    const content = answer.hookSpecificOutput?.additionalContext;
    return content ? { message: { content } } : {};
  });

  amp.on("agent.end", async (event) => {
    if (event.status !== "done") return;
    const answer = await ask("agent-end", {
      ...about(event),
      last_assistant_message: lastMessage(event.messages),
      stop_hook_active: kept.has(event.thread.id),
    });
    if (answer.decision !== "block" || !answer.reason) return;
    kept.add(event.thread.id);
    ours.add(answer.reason);
    return { action: "continue", userMessage: answer.reason };
  });
}
`;
}
