import { holdReasonText, requirementStanding, type TaskView } from "@countersign/api";
import { countText } from "@countersign/review";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";
import { gateText } from "../../output/words.ts";
import { renderFinding } from "../../views/finding-text.ts";

const SEVERITIES = ["critical", "major", "warning", "info"] as const;

/** The meaning of each gate for the author. */
const MEANING: Readonly<Record<string, string>> = {
  pending: "not everybody has answered yet",
  fail: "a critical finding counts: nothing can be approved",
  needs_fixes: "a major finding counts: it must be fixed, dismissed or deferred first",
  pass_with_warnings: "open, with warnings",
  pass: "open",
};

/** The gate of a task: its state, the findings that count, and what keeps it closed. */
export function gateExplained(task: TaskView, style: Style): string {
  const { round, hold } = task;
  const decision = round?.decision ?? null;
  const gate = task.gate ?? "pending";
  const head = `${style.paint("strong", task.id)}  gate ${gateText(gate, style)}: ${MEANING[gate] ?? ""}`;
  const counts =
    decision === null
      ? "Nothing was decided yet."
      : SEVERITIES.map((severity) => `${severity} ${decision.counts[severity]}`).join("  ");
  return [
    `${head}\n${counts}`,
    countedText(task, style),
    waitingText(task, style),
    hold === null
      ? ""
      : `On hold: ${hold.reasons.map((reason) => display(holdReasonText(reason, task))).join("; ")}\nNext  countersign task show ${task.id} lists the ways to release it`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function countedText({ findings }: TaskView, style: Style): string {
  const counted = findings.filter(({ disposition }) => /^(?:open|disputed)$/.test(disposition.is));
  const aside = findings.length - counted.length;
  return [
    ...counted.map((finding) => renderFinding(finding, style)),
    ...(aside === 0 ? [] : [`${countText(aside, "finding")} no longer counted`]),
  ].join("\n");
}

function waitingText({ round }: TaskView, style: Style): string {
  const open = (round?.requirements ?? []).filter(({ status }) => status !== "satisfied");
  if (open.length === 0) return "";
  const rows = open.map((requirement) => {
    const standing = requirementStanding(requirement);
    return [
      `  ${style.paint(standing === "objected" ? "bad" : "warn", standing.replace("_", " "))}`,
      display(requirement.id),
      requirement.who.map((name) => display(name)).join(", "),
    ];
  });
  return `${style.paint("strong", "Not answered or not satisfied")}\n${columns(rows)}`;
}
