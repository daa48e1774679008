import type { ReviewerUsage } from "@countersign/engine";
import type { AgentAnswer, AgentOutput } from "../agent/agent-cli.ts";
import { describeFailure, describeNoAnswer } from "../agent/describe-no-answer.ts";
import { holdsAnswer } from "../agent/holds-answer.ts";
import { isJsonRecord, type JsonRecord, jsonLines, toCount } from "../agent/json-record.ts";

const NAME = "OpenCode";

/** Reads the events that OpenCode prints. The last text is the answer. */
export function readOpencodeOutput({
  code,
  stdout,
  stderr,
  droppedBytes,
}: AgentOutput): AgentAnswer {
  const events = jsonLines(stdout);
  const usage = usageOf(events);
  const failed = events.find(({ type }) => type === "error");
  if (failed !== undefined) {
    return {
      ok: false,
      reason: `${NAME} ${describeFailure(wordsOf(failed))}`,
      again: "soon",
      usage,
    };
  }
  const text = lastText(events);
  if (code !== 0 || text === "") {
    const why =
      droppedBytes > 0 && text === ""
        ? "printed more than can be read"
        : describeNoAnswer(code, stderr);
    return { ok: false, reason: `${NAME} ${why}`, again: "soon", usage };
  }
  if (!holdsAnswer(text)) {
    const reason = `${NAME} did not answer in the form that was asked for`;
    return { ok: false, reason, again: "soon", usage };
  }
  return { ok: true, text, usage };
}

function lastText(events: readonly JsonRecord[]): string {
  const part = events.findLast(({ type }) => type === "text")?.part;
  return isJsonRecord(part) && typeof part.text === "string" ? part.text : "";
}

function wordsOf({ error }: JsonRecord): unknown {
  if (!isJsonRecord(error)) return null;
  return isJsonRecord(error.data) ? error.data.message : error.name;
}

/** Sums the usage of all steps. OpenCode knows no price of a model behind a gateway. */
function usageOf(events: readonly JsonRecord[]): ReviewerUsage | null {
  const steps = events.flatMap(({ type, part }) =>
    type === "step_finish" && isJsonRecord(part) && isJsonRecord(part.tokens) ? [part.tokens] : [],
  );
  if (steps.length === 0) return null;
  const sum = (name: string): number => steps.reduce((all, step) => all + toCount(step[name]), 0);
  const cached = steps.reduce(
    (all, { cache }) =>
      all + (isJsonRecord(cache) ? toCount(cache.read) + toCount(cache.write) : 0),
    0,
  );
  return { inputTokens: sum("input") + cached, outputTokens: sum("output"), costUsd: null };
}
