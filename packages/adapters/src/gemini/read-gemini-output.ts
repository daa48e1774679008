import type { ReviewerUsage } from "@countersign/engine";
import type { AgentAnswer, AgentOutput } from "../agent/agent-cli.ts";
import { describeFailure, describeNoAnswer } from "../agent/describe-no-answer.ts";
import { holdsAnswer } from "../agent/holds-answer.ts";
import { isJsonRecord, type JsonRecord, toCount, tryParseJson } from "../agent/json-record.ts";

const NAME = "Gemini CLI";

/** Reads the object that Gemini CLI prints when it ends. */
export function readGeminiOutput({ code, stdout, stderr, droppedBytes }: AgentOutput): AgentAnswer {
  const from = stdout.indexOf("{");
  const printed = from === -1 ? undefined : tryParseJson(stdout.slice(from));
  if (!isJsonRecord(printed)) {
    const why = droppedBytes > 0 ? "printed more than can be read" : describeNoAnswer(code, stderr);
    return { ok: false, reason: `${NAME} ${why}`, again: "soon", usage: null };
  }
  const usage = usageOf(printed);
  if (printed.error !== undefined && printed.error !== null) {
    const said = isJsonRecord(printed.error) ? printed.error.message : null;
    return { ok: false, reason: `${NAME} ${describeFailure(said)}`, again: "soon", usage };
  }
  const text = typeof printed.response === "string" ? printed.response : "";
  if (code !== 0 || text === "") {
    return { ok: false, reason: `${NAME} ${describeNoAnswer(code, stderr)}`, again: "soon", usage };
  }
  if (!holdsAnswer(text)) {
    const reason = `${NAME} did not answer in the form that was asked for`;
    return { ok: false, reason, again: "soon", usage };
  }
  return { ok: true, text, usage };
}

/** Sums the usage of all models. The vendor's prices are not known here. */
function usageOf({ stats }: JsonRecord): ReviewerUsage | null {
  const models =
    isJsonRecord(stats) && isJsonRecord(stats.models) ? Object.values(stats.models) : [];
  const tokens = models.flatMap((model) =>
    isJsonRecord(model) && isJsonRecord(model.tokens) ? [model.tokens] : [],
  );
  if (tokens.length === 0) return null;
  const sum = (...names: string[]): number =>
    tokens.reduce((all, of) => all + names.reduce((some, name) => some + toCount(of[name]), 0), 0);
  return { inputTokens: sum("prompt"), outputTokens: sum("candidates", "thoughts"), costUsd: null };
}
