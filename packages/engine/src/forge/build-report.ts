import {
  compareFindings,
  type Finding,
  fenceText,
  findingText,
  reasonText,
  type Task,
  turnOf,
} from "@countersign/core";
import type { ForgeAnnotation, ForgeReport } from "../ports/forge.ts";
import { type CheckOutcome, findCheckOutcome, isWorse } from "./check-state.ts";

/** A pull request whose report is built. */
export type ReportedChange = {
  task: Task;
  /** The head that the check belongs to. */
  head: string;
  /** Whether we have written a comment, which must not become out of date. */
  hasComment: boolean;
};

const MAX_ANNOTATIONS = 10;
const MAX_MESSAGE = 1_000;
const MAX_FINDINGS = 6_000;
const MAX_REASON = 500;
const MAX_GAPS = 4_000;

/** Builds the report of a pull request from its task. All text that others wrote is fenced. */
export function buildReport(
  { task, head, hasComment }: ReportedChange,
  nowMs: number,
): ForgeReport {
  const outcome = findCheckOutcome(task, head, nowMs);
  const findings = openFindings(task);
  const summary = summaryText(task, outcome, findings);
  const needsAction = outcome.state === "failure" || outcome.state === "action_required";
  return {
    commit: head,
    externalId: `${task.id}/${task.round?.number ?? 0}`,
    ...outcome,
    summary,
    detailsUrl: null,
    annotations: findings.flatMap(annotationOf).slice(0, MAX_ANNOTATIONS),
    actions: actionsFor(task, outcome),
    comment: needsAction || hasComment ? `**${outcome.title}**\n\n${summary}` : null,
  };
}

/** Returns the worse of two reports for one head, with the comment of the first. */
export function joinReports(own: ForgeReport, other: ForgeReport): ForgeReport {
  return isWorse(other.state, own.state) ? { ...other, comment: own.comment } : own;
}

/** Builds the report of a pull request that could not be submitted. */
export function buildRefusal(head: string, reason: string): ForgeReport {
  const why = fenceText(reason, { label: "Reason", by: "countersign", maxChars: MAX_REASON });
  const text = `The pull request could not be submitted for review.\n\n${why}`;
  return {
    commit: head,
    externalId: "refused",
    state: "failure",
    title: "Not accepted for review",
    summary: text,
    detailsUrl: null,
    annotations: [],
    actions: [],
    comment: null,
  };
}

function openFindings({ findings, round }: Task): Finding[] {
  const current = round?.number ?? 0;
  return findings
    .filter(({ disposition, rounds }) => disposition.is === "open" && rounds.includes(current))
    .toSorted(compareFindings);
}

const LEVELS = {
  critical: "failure",
  major: "failure",
  warning: "warning",
  info: "notice",
} as const satisfies Record<Finding["severity"], ForgeAnnotation["level"]>;

function annotationOf(finding: Finding): ForgeAnnotation[] {
  const { file, line = 1, severity } = finding;
  if (file === undefined) return [];
  const message = findingText(finding).slice(0, MAX_MESSAGE);
  return [{ path: file, line, level: LEVELS[severity], message }];
}

function summaryText(task: Task, { title }: CheckOutcome, findings: readonly Finding[]): string {
  const round = task.round === null ? "" : `, round ${task.round.number}`;
  const lines = [`Task \`${task.id}\`${round}. ${title}.`, ...holdLines(task)];
  const next = nextStep(task);
  if (next !== null) lines.push(next);
  lines.push(...saidText(task), ...gapsText(task));
  if (findings.length > 0) {
    const text = findings.map(findingText).join("\n");
    lines.push(fenceText(text, { label: "Findings", by: "reviewers", maxChars: MAX_FINDINGS }));
  }
  return lines.join("\n\n");
}

function holdLines({ phase }: Task): string[] {
  if (phase.is !== "held") return [];
  const reasons = new Set(phase.reasons.map(({ code }) => reasonText(code)));
  return [`A person must decide, because ${[...reasons].join("; ")}.`];
}

/** Says what the next actor can do. */
function nextStep(task: Task): string | null {
  if (task.phase.is === "rework")
    return "Push a commit that resolves the findings. The next round begins with it.";
  const turn = turnOf(task);
  if (turn.holder !== "person") return null;
  return `${turn.who} decides: \`countersign open ${task.id}\`, or \`countersign why ${task.id}\` for every reason.`;
}

/** Quotes the person who sent the work back or rejected it. */
function saidText({ phase, feedback }: Task): string[] {
  if (phase.is === "rejected")
    return [fenceText(phase.reason, { label: "Reason", by: "a person", maxChars: MAX_REASON })];
  const last = feedback.at(-1);
  if (phase.is !== "rework" || last?.decision !== "redo") return [];
  const text = [...(last.quickIssues ?? []), last.customFeedback ?? ""].join("\n").trim();
  return text === "" ? [] : [fenceText(text, { label: "Feedback", by: last.by, maxChars: 2_000 })];
}

/** Quotes what the policy missed, each with the entry that would have caught it. */
function gapsText({ round }: Task): string[] {
  const gaps = round?.plan?.gaps ?? [];
  if (gaps.length === 0) return [];
  const text = gaps.map(({ concern, proposal }) => `${concern}\n${proposal}`).join("\n\n");
  const by = [...new Set(gaps.map(({ foundBy }) => foundBy))].join(", ");
  return [fenceText(text, { label: "Gaps in the policy", by, maxChars: MAX_GAPS })];
}

/** Offers buttons while a person can act. Each description has at most 40 characters. */
function actionsFor({ phase }: Task, { state }: CheckOutcome): ForgeReport["actions"] {
  const why = { id: "why", label: "Why", description: "Show every reason in a comment" } as const;
  const redo = {
    id: "redo",
    label: "Redo",
    description: "Send the work back to its author",
  } as const;
  const approve = { id: "approve", label: "Approve", description: "Approve this head" } as const;
  if (phase.is === "reviewing") return [approve, redo, why];
  return state === "action_required" ? [redo, why] : [];
}
