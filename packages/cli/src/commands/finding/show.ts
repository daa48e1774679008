import { TaskView } from "@countersign/api";
import { TaskId } from "@countersign/core";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { findFinding } from "../../decisions/find-finding.ts";
import { findingDetails } from "../../views/finding-text.ts";

const FindingOutput = TaskView.shape.findings.element;

export const findingShow = defineCommand({
  usage: "show <finding>",
  examples: ["countersign finding show F-3", "countersign finding show cs-ab12/F-3 --json"],

  takes: "finding",
  output: {
    "finding.show": FindingOutput.extend({ task: TaskId }),
  },
  async run(context, { args }) {
    const session = await openSession(context);
    const { task, finding } = await findFinding(context, session, args.finding);
    return {
      schema: "finding.show",
      data: { task: task.id, ...finding },
      plain: [[`${task.id}/${finding.id}`, finding.severity, finding.disposition.is]],
      text: (style) => findingDetails(task, finding, style),
    };
  },
});
