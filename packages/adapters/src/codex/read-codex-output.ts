import type { ReviewerAsk, ReviewerUsage } from "@countersign/engine";
import { z } from "zod";
import type { AgentAnswer, AgentOutput } from "../agent/agent-cli.ts";
import { describeFailure, describeNoAnswer } from "../agent/describe-no-answer.ts";
import { isJsonRecord, jsonLines, toCount, tryParseJson } from "../agent/json-record.ts";

/** Precedes the answer. The answer is printed last, so that the output limit never cuts it. */
export const ANSWER_MARK = "countersign-answer";

const NAME = "Codex";

/** Reads the output of Codex. Codex does not validate answers, so this checks the form. */
export function readCodexOutput(
  { code, stdout, stderr, droppedBytes }: AgentOutput,
  { answerSchema }: Pick<ReviewerAsk, "answerSchema">,
): AgentAnswer {
  const mark = `\n${ANSWER_MARK}\n`;
  const at = stdout.indexOf(mark);
  const events = jsonLines(at === -1 ? stdout : stdout.slice(0, at));
  const text = at === -1 ? "" : stdout.slice(at + mark.length).trim();
  const usage = usageOf(events);
  const failed = events.findLast(({ type }) => type === "turn.failed");
  if (failed !== undefined) {
    const said = isJsonRecord(failed.error) ? failed.error.message : null;
    return { ok: false, reason: `${NAME} ${describeFailure(said)}`, again: "soon", usage };
  }
  if (code !== 0 || text === "") {
    const why =
      droppedBytes > 0 && at === -1
        ? "printed more than can be read"
        : describeNoAnswer(code, stderr);
    return { ok: false, reason: `${NAME} ${why}`, again: "soon", usage };
  }
  if (!fits(text, answerSchema)) {
    const reason = `${NAME} did not answer in the form that was asked for`;
    return { ok: false, reason, again: "soon", usage };
  }
  return { ok: true, text, usage };
}

function fits(text: string, schema: ReviewerAsk["answerSchema"]): boolean {
  const answer = tryParseJson(text);
  return isJsonRecord(answer) && z.fromJSONSchema({ ...schema }).safeParse(answer).success;
}

/** Sums the usage. The vendor's prices are not known here. */
function usageOf(events: ReturnType<typeof jsonLines>): ReviewerUsage | null {
  const usage = events.findLast(({ type }) => type === "turn.completed")?.usage;
  if (!isJsonRecord(usage)) return null;
  return {
    inputTokens: toCount(usage.input_tokens),
    outputTokens: toCount(usage.output_tokens),
    costUsd: null,
  };
}
