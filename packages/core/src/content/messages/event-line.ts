import { z } from "zod";
import { ActorId, TaskId } from "../../kernel/ids.ts";
import { parseStrictJson } from "../../kernel/strict-json.ts";
import { Trigger } from "../../policy/words.ts";

/** An agent's report during its work. */
export const AgentEvent = z.object({
  type: Trigger.extract(["milestone", "blocker", "request_review"]),
  task: TaskId.optional(),
  /** Unverified. The channel's credential identifies the agent. */
  agent: ActorId.optional(),
  summary: z.string().max(2_000).default(""),
});
export type AgentEvent = z.infer<typeof AgentEvent>;

const LIMITS = { maxChars: 16_384, maxDepth: 8 };

/** Parses one line of an agent's event stream. Unknown fields are dropped. */
export function parseEventLine(
  line: string,
): { ok: true; event: AgentEvent } | { ok: false; reason: string } {
  const json = parseStrictJson(line, LIMITS);
  if (!json.ok) return json;
  if (/[\r\n]/.test(line.trim())) return { ok: false, reason: "more than one line" };

  const event = AgentEvent.safeParse(json.value);
  return event.success
    ? { ok: true, event: event.data }
    : { ok: false, reason: firstIssue(event.error) };
}

/** Names the field and the expected type, never its value. */
function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  const where = issue?.path.join(".") || "the line";
  return `${where}: ${issue?.message ?? "not an event"}`;
}
