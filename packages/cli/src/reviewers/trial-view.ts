import { type Content, Opinion, type Reviewer, Severity } from "@countersign/core";
import type { MachineResult } from "@countersign/engine";
import { z } from "zod";
import { display } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import { severityText } from "../output/words.ts";

/** What a reviewer said in a trial, which counts for nothing. */
export const TrialView = z.object({
  reviewer: z.string(),
  adapter: z.string(),
  model: z.string().nullable(),
  commit: z.string(),
  opinion: Opinion.nullable(),
  summary: z.string(),
  findings: z.array(
    z.object({
      severity: Severity,
      file: z.string().nullable(),
      line: z.int().nullable(),
      message: z.string(),
    }),
  ),
  /** Why there is no result; null if there is one. */
  noResult: z.string().nullable(),
  costUsd: z.number(),
  /** What one answer may cost; null: the caps of the policy alone. */
  budgetUsd: z.number().nullable(),
  durationMs: z.int().nullable(),
  sandboxed: z.boolean().nullable(),
});
export type TrialView = z.infer<typeof TrialView>;

export function trialView(
  { id, adapter, model, budgetUsd }: Reviewer,
  { head }: Content,
  result: MachineResult,
): TrialView {
  const about = { reviewer: id, adapter, model, commit: head, budgetUsd };
  const costUsd = "costUsd" in result ? result.costUsd : 0;
  if ("noResult" in result)
    return {
      ...about,
      opinion: null,
      summary: "",
      findings: [],
      noResult: result.noResult,
      costUsd,
      durationMs: null,
      sandboxed: null,
    };
  const { opinion, summary, findings, durationMs, sandboxed } = result;
  return {
    ...about,
    opinion,
    summary,
    findings: findings.map(({ severity, file, line, message }) => ({
      severity,
      file: file ?? null,
      line: line ?? null,
      message,
    })),
    noResult: null,
    costUsd,
    durationMs: Math.round(durationMs),
    sandboxed,
  };
}

export function trialText(view: TrialView, style: Style): string {
  const { reviewer, adapter, model, commit, opinion, summary, findings, noResult } = view;
  const program = model === null ? adapter : `${adapter}, ${model}`;
  const who = `${style.paint("strong", display(reviewer))} (${display(program)}) on ${commit.slice(0, 12)}`;
  const cost = `$${view.costUsd.toFixed(2)}${view.budgetUsd === null ? "" : ` of at most $${view.budgetUsd.toFixed(2)}`}`;
  const nothing = "Nothing was recorded.";
  if (opinion === null)
    return [`${who}: no result, ${cost}`, display(noResult ?? "", { lines: true }), nothing].join(
      "\n",
    );
  const time = view.durationMs === null ? "" : ` in ${(view.durationMs / 1_000).toFixed(1)} s`;
  const lines = findings.map(({ severity, file, line, message }) => {
    const place = file === null ? "" : ` ${display(file)}${line === null ? "" : `:${line}`}`;
    return `  ${severityText(severity, style)}${place}  ${display(message)}`;
  });
  return [
    `${who}: ${opinion}${time}, ${cost}`,
    ...(summary === "" ? [] : [display(summary, { lines: true })]),
    ...(lines.length === 0 ? ["No findings."] : lines),
    nothing,
  ].join("\n");
}
