import {
  type BriefInput,
  type Content,
  type Finding,
  type Policy,
  type Reviewer,
  redactSecrets,
  type Task,
} from "@countersign/core";
import type { Mirror, ShownDiff } from "../ports/mirror.ts";
import { ANSWER_SCHEMA_TEXT } from "./answer-schema.ts";
import { redactPatch } from "./redact-text.ts";
import { type Touched, touchedLines } from "./touched-lines.ts";

/** What is asked, before it has a nonce. */
type Ask = Omit<Extract<BriefInput, { pass: "first" }>, "nonce">;

export type PreparedAsk = {
  ask: Ask;
  /** What the reviewer has not seen yet; null at its first look. */
  touched: Touched | null;
};

export type AskAbout = {
  policy: Pick<Policy, "rules">;
  reviewer: Reviewer;
  task: Task;
  of: "round" | "checkup";
  content: Content;
};

/** About a quarter as many tokens: more than most models can weigh at once. */
export const MOST_CHANGE_CHARS = 200_000;

/** Reads what a reviewer is asked about. Credentials do not get into it. */
export async function prepareAsk(
  mirror: Pick<Mirror, "showDiff" | "interdiff">,
  { policy, reviewer, task, of, content }: AskAbout,
): Promise<PreparedAsk> {
  const change = changeText(await mirror.showDiff(content));
  const seen = of === "round" ? lastLook(task, reviewer.id) : null;
  const diff = seen === null ? null : await mirror.interdiff(content.repo, seen.tree, content.tree);
  const number = (of === "round" ? task.round?.number : task.checkup?.number) ?? 1;
  return {
    touched: diff === null ? null : touchedLines(diff),
    ask: {
      reviewer: {
        ...reviewer,
        description: redactSecrets(reviewer.description),
        focusAreas: reviewer.focusAreas.map(redactSecrets),
      },
      rules: policy.rules.map((rule) => ({ ...rule, detection: redactSecrets(rule.detection) })),
      task: {
        id: task.id,
        title: redactSecrets(task.title),
        acceptance: [],
        author: task.assignee ?? "unknown",
      },
      round: number,
      purpose: of === "round" ? "gate" : "checkup",
      since:
        seen === null || diff === null
          ? null
          : { round: seen.round, interdiff: changeText(diff), findings: task.findings.map(told) },
      change,
      maxChangeChars: MOST_CHANGE_CHARS,
      tree: content.tree,
      answerSchema: ANSWER_SCHEMA_TEXT,
      pass: "first",
    },
  };
}

/** A finding as it may be repeated to a reviewer, whoever wrote it. */
function told(finding: Finding): Finding {
  const { disposition } = finding;
  const message = redactSecrets(finding.message);
  if (disposition.is === "disputed")
    return {
      ...finding,
      message,
      disposition: { ...disposition, note: redactSecrets(disposition.note) },
    };
  if (disposition.is === "dismissed")
    return {
      ...finding,
      message,
      disposition: { ...disposition, reason: redactSecrets(disposition.reason) },
    };
  return { ...finding, message };
}

/** The round before, if the reviewer answered in it: only then could it have said everything. */
function lastLook({ previous }: Task, reviewer: string): { round: number; tree: string } | null {
  const answered = previous?.verdicts.items.some(({ by }) => by === reviewer) ?? false;
  if (previous === null || !answered) return null;
  return { round: previous.number, tree: previous.content.tree };
}

/** A change as a reviewer reads it, without credentials. File by file: what begins in one cannot hide another. */
export function changeText({ files, unshown }: ShownDiff): string {
  const shown = files.map(({ patch }) => redactPatch(Buffer.from(patch).toString("utf8")));
  const count = shown.reduce((sum, part) => sum + part.count, 0);
  const notes = [
    ...(count === 0 ? [] : [`(${count} credentials are named here instead of shown.)\n`]),
    ...unshown.map(({ path }) => `(Too large to show: ${path})\n`),
  ];
  return [...notes, ...shown.map(({ text }) => text)].join("");
}
