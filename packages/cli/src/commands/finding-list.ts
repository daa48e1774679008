import type { TaskView } from "@countersign/api";
import { z } from "zod";
import { findTask } from "../client/find-task.ts";
import { openSession } from "../client/open-session.ts";
import type { Run } from "../context.ts";
import { readOptions } from "../given.ts";
import { count } from "../output/words.ts";
import { findingText } from "../views/finding-text.ts";

const Options = z.object({
  all: z.boolean().default(false),
  severity: z.enum(["critical", "major", "warning", "info"]).optional(),
});

type Finding = TaskView["findings"][number];

/** Only what counts, unless everything is asked for. */
export const findingList: Run = async (context, given) => {
  const { all, severity } = readOptions(given, Options);
  const session = await openSession(context);
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
          : [`(${count(hidden, "more finding")} that no longer counts: --all)`]),
      ].join("\n"),
  };
};

function isCounted({ disposition }: Finding): boolean {
  return disposition.is === "open" || disposition.is === "disputed";
}
