import type { TaskView } from "@countersign/api";
import { countText } from "@countersign/review";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { findTask } from "../../decisions/find-task.ts";
import { readOptions } from "../../given.ts";
import type { Result } from "../../output/result.ts";
import { findingText } from "../../views/finding-text.ts";
import { recurringText } from "./recurring-text.ts";

const Options = z.object({
  all: z.boolean().default(false),
  severity: z.enum(["critical", "major", "warning", "info"]).optional(),
  recurring: z.boolean().default(false),
  repo: z.string().optional(),
});

type Finding = TaskView["findings"][number];

/** Only what counts, unless everything is asked for. */
export const findingList: Run = async (context, given) => {
  const { all, severity, recurring, repo } = readOptions(given, Options);
  const session = await openSession(context);
  if (recurring) return recurringFindings(session, severity, repo);
  const task = await findTask(context, session, given.args[0] ?? ".");
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
          : shown.map((finding) => findingText(finding, style)).join("\n"),
        ...(hidden === 0
          ? []
          : [`(${countText(hidden, "more finding")} that no longer counts: --all)`]),
      ].join("\n"),
  };
};

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
