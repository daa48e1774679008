import {
  type BriefInput,
  type Content,
  type Finding,
  mapOwnerTexts,
  type Policy,
  type Reviewer,
  redactSecrets,
  type Task,
} from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";
import { ANSWER_SCHEMA_TEXT } from "./answer-schema.ts";
import { type ChangeOrder, changeText, MAX_PAGE_CHARS, shownChange } from "./shown-change.ts";
import { type LineChangeTest, touchedLines } from "./touched-lines.ts";

/** The input of a brief without its nonce. */
export type BriefRequest = Omit<Extract<BriefInput, { pass: "first" }>, "nonce">;

export type PreparedBriefs = {
  /** One request per page of the change, at least one. */
  asks: BriefRequest[];
  /** Why the pages are not the whole change. Null if they are. */
  notShownWhole: string | null;
  /** The lines that are new to the reviewer. Null at its first review. */
  touched: LineChangeTest | null;
};

export type BriefSubject = {
  policy: Pick<Policy, "rules"> & ChangeOrder["policy"];
  reviewer: Reviewer;
  task: Task;
  of: "round" | "checkup";
  content: Content;
};

/** Reads the change for a reviewer's briefs, page by page, with credentials redacted. */
export async function prepareBriefs(
  mirror: Pick<Mirror, "showDiff" | "interdiff">,
  { policy, reviewer, task, of, content }: BriefSubject,
): Promise<PreparedBriefs> {
  const generated = roundGeneratedPaths(task);
  const shown = shownChange(await mirror.showDiff(content), { policy, generated });
  const seen = of === "round" ? lastReview(task, reviewer.id) : null;
  const diff = seen === null ? null : await mirror.interdiff(content.repo, seen.tree, content.tree);
  const number = (of === "round" ? task.round?.number : task.checkup?.number) ?? 1;
  const since: BriefRequest["since"] =
    seen === null || diff === null
      ? null
      : {
          round: seen.round,
          interdiff: changeText(diff),
          findings: task.findings.map(redactFinding),
        };
  const common = {
    reviewer: {
      ...mapOwnerTexts(reviewer, redactSecrets),
      description: redactSecrets(reviewer.description),
      focusAreas: reviewer.focusAreas.map(redactSecrets),
    },
    rules: policy.rules.map((rule) => ({
      ...rule,
      detection: redactSecrets(rule.detection),
      recommendation: redactSecrets(rule.recommendation),
    })),
    task: {
      id: task.id,
      title: redactSecrets(task.title),
      description: redactSecrets(task.description ?? ""),
      acceptance: (task.acceptance ?? []).map(redactSecrets),
      statedBy: task.statedBy ?? "author",
      author: task.assignee ?? "unknown",
    },
    round: number,
    purpose: of === "round" ? ("gate" as const) : ("checkup" as const),
    maxChangeChars: MAX_PAGE_CHARS,
    tree: content.tree,
    answerSchema: ANSWER_SCHEMA_TEXT,
    pass: "first" as const,
  };
  return {
    touched: diff === null ? null : touchedLines(diff),
    notShownWhole: shown.notShownWhole,
    asks: shown.pages.map((change, index) => ({
      ...common,
      change,
      page: { number: index + 1, of: shown.pages.length },
      since: index === 0 ? since : null,
    })),
  };
}

/** Returns the generated paths according to the round's plan. */
export function roundGeneratedPaths({ round }: Pick<Task, "round">): ReadonlySet<string> {
  const files = round?.facts?.files ?? [];
  return new Set(files.filter(({ generated }) => generated).map(({ path }) => path));
}

/** Redacts a finding for a brief, whether a person or a machine wrote it. */
function redactFinding(finding: Finding): Finding {
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

/** Returns the previous round if the reviewer answered in it. Only then are findings on unchanged lines late. */
function lastReview({ previous }: Task, reviewer: string): { round: number; tree: string } | null {
  const answered = previous?.verdicts.items.some(({ by }) => by === reviewer) ?? false;
  if (previous === null || !answered) return null;
  return { round: previous.number, tree: previous.content.tree };
}
