import type { ReviewerUsage } from "@countersign/engine";
import type { AgentAnswer, AgentOutput } from "../agent/agent-cli.ts";
import { describeFailure, describeNoAnswer } from "../agent/describe-no-answer.ts";
import { isJsonRecord, type JsonRecord, jsonLines, toCount } from "../agent/json-record.ts";

/** Ends that are no failures of the model server, and whether a retry can help. */
const ENDS: Readonly<Record<string, { reason: string; again: "soon" | "never" }>> = {
  error_max_turns: { reason: "needed more turns than it may take", again: "soon" },
  error_max_budget_usd: { reason: "would have cost more than it may", again: "never" },
  error_max_structured_output_retries: {
    reason: "did not answer in the form that was asked for",
    again: "soon",
  },
};

const NAME = "Claude Code";

/**
 * Reads the output of Claude Code. Its errors are also marked as success, so only an answer that it
 * validated against the schema counts.
 */
export function readClaudeOutput({ code, stdout, stderr, droppedBytes }: AgentOutput): AgentAnswer {
  const result = jsonLines(stdout).findLast(({ type }) => type === "result");
  if (result === undefined) {
    const why = droppedBytes > 0 ? "printed more than can be read" : describeNoAnswer(code, stderr);
    return { ok: false, reason: `${NAME} ${why}`, again: "soon", usage: null };
  }
  const usage = usageOf(result);
  const { structured_output: answer, is_error: isError, subtype } = result;
  if (isError === false && subtype === "success" && isJsonRecord(answer) && code === 0) {
    return { ok: true, text: JSON.stringify(answer), usage };
  }
  const known = ENDS[String(subtype)];
  if (known !== undefined) return { ok: false, ...known, reason: `${NAME} ${known.reason}`, usage };
  const said = isError === true ? describeFailure(result.result) : describeNoAnswer(code, "");
  return { ok: false, reason: `${NAME} ${said}`, again: "soon", usage };
}

/**
 * Sums the usage of all models. The total of the program leaves out the turn in which it gave up.
 */
function usageOf({ modelUsage, total_cost_usd: cost }: JsonRecord): ReviewerUsage | null {
  if (!isJsonRecord(modelUsage)) return null;
  const models = Object.values(modelUsage).filter(isJsonRecord);
  const sum = (...names: string[]): number =>
    models.reduce(
      (all, model) => all + names.reduce((of, name) => of + toCount(model[name]), 0),
      0,
    );
  return {
    inputTokens: sum("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"),
    outputTokens: sum("outputTokens"),
    costUsd: typeof cost === "number" && cost >= 0 ? cost : null,
  };
}
