/** Parts of a message that are said; calls of tools, their results and thoughts are not. */
const SAID: ReadonlySet<unknown> = new Set(["text", "output_text"]);

/**
 * What the agent itself said in one line of a transcript; nothing for what people, tools and its helpers
 * said, and for lines that are no transcript.
 *
 * Known are the transcripts of Claude Code and of Codex, and plain `{"role", "content"}`.
 */
export function agentTexts(line: string): string[] {
  const message = messageIn(parse(line));
  if (message === null || message.role !== "assistant") return [];
  const { content } = message;
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.filter(isObject).flatMap((part) => {
    return SAID.has(part.type) && typeof part.text === "string" ? [part.text] : [];
  });
}

type Fields = Readonly<Record<string, unknown>>;

function messageIn(entry: unknown): Fields | null {
  if (!isObject(entry)) return null;
  if (entry.isSidechain === true) return null; // a helper's conversation, not the agent's
  if (entry.type === "assistant") return isObject(entry.message) ? entry.message : null;
  if (entry.type === "response_item") {
    const { payload } = entry;
    return isObject(payload) && payload.type === "message" ? payload : null;
  }
  return entry.type === undefined || entry.type === "message" ? entry : null;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
