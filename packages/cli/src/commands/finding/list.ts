import { RecurringFinding, TaskView } from "@countersign/api";
import { TaskId } from "@countersign/core";
import { countText } from "@countersign/review";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, option, text } from "../../command/options.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { display } from "../../output/display.ts";
import type { Result } from "../../output/result.ts";
import type { Style } from "../../output/style.ts";
import { renderFinding } from "../../views/finding-text.ts";

type Finding = TaskView["findings"][number];

const FindingOutput = TaskView.shape.findings.element;

/** Only what counts, unless everything is asked for. */
export const findingList = defineCommand({
  usage: "list [id]",
  examples: ["countersign finding list", "countersign finding list @1 --severity major"],
  options: {
    all: flag("--all", "include settled findings"),
    severity: option(
      "--severity <word>",
      z.enum(["critical", "major", "warning", "info"]).optional(),
      "only this severity: critical, major, warning or info",
    ),
    recurring: flag("--recurring", "list findings that recur across tasks instead"),
    repo: text("--repo <id>", "with --recurring: only this repository"),
  },
  takes: "task",
  output: {
    "finding.list": z.array(FindingOutput.extend({ task: TaskId })),
    "finding.recurring": z.array(RecurringFinding),
  },
  async run(context, { args, options }) {
    const { all, severity, recurring, repo } = options;
    const session = await openSession(context);
    if (recurring) return recurringFindings(session, severity, repo);
    const task = await findTaskByWord(context, session, args.id ?? ".");
    const wanted = task.findings.filter(
      (finding) => (severity ?? finding.severity) === finding.severity,
    );
    const shown = wanted.filter((finding) => all || isCounted(finding));
    const hidden = wanted.length - shown.length;
    return {
      schema: "finding.list",
      data: shown.map((finding) => ({ task: task.id, ...finding })),
      plain: shown.map(({ id, severity: how, disposition, file = "", line = "", message }) => [
        `${task.id}/${id}`,
        how,
        disposition.is,
        file,
        String(line),
        message,
      ]),
      text: (style) =>
        [
          shown.length === 0
            ? `${task.id} has no open finding.`
            : shown.map((finding) => renderFinding(finding, style)).join("\n"),
          ...(hidden === 0
            ? []
            : [`(${countText(hidden, "more finding")} that no longer counts: --all)`]),
        ].join("\n"),
    };
  },
});

function isCounted({ disposition }: Finding): boolean {
  return disposition.is === "open" || disposition.is === "disputed";
}

async function recurringFindings(
  { client }: Awaited<ReturnType<typeof openSession>>,
  severity: Finding["severity"] | undefined,
  repo: string | undefined,
): Promise<Result> {
  const { items } = await client.listRecurringFindings({ repo });
  const shown = items.filter(({ last }) => (severity ?? last.severity) === last.severity);
  return {
    schema: "finding.recurring",
    data: shown,
    plain: shown.map(({ repo: place, last, tasks, rounds, dismissed, raisedBy }) => [
      place,
      last.severity,
      String(tasks),
      String(rounds),
      String(dismissed),
      raisedBy.join(","),
      last.file ?? "",
      last.message,
    ]),
    text: (style) => recurringText(shown, style),
  };
}

/** What came back, and whether it seems to be noise. */
function recurringText(findings: readonly RecurringFinding[], style: Style): string {
  if (findings.length === 0) return "No finding came back.";
  return findings
    .map(({ repo, last, tasks, rounds, dismissed, raisedBy }) => {
      const place = last.file === undefined ? repo : `${repo}: ${last.file}`;
      const often = `${countText(tasks, "task")}, ${countText(rounds, "round")}, dismissed in ${dismissed}`;
      return [
        `${style.paint("strong", last.severity)} ${display(last.message)}`,
        `  ${display(place)} · ${often} · raised by ${display(raisedBy.join(", "))}`,
        `  last: ${display(last.task)}/${last.id}`,
      ].join("\n");
    })
    .join("\n");
}
