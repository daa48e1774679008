import { SprintView } from "@countersign/api";
import { countText } from "@countersign/review";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { defineCommand } from "../../command/define-command.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { wouldDo } from "../../output/would-do.ts";
import { sprintResult } from "./sprint-text.ts";

export const sprintAdd = defineCommand({
  usage: "add <ids...>",
  examples: ["countersign sprint add cs-ab12", "countersign sprint add . --dry-run"],

  takes: "task",
  output: {
    "sprint.add": SprintView,
  },
  async run(context, { args }) {
    const session = await openSession(context);
    const found = await Promise.all(args.ids.map((word) => findTaskByWord(context, session, word)));
    const tasks = found.map(({ id }) => id);
    if (context.dryRun)
      return wouldDo("add", { tasks }, () => `Would add ${countText(tasks.length, "task")}`);
    requirePersonAtTerminal(context, session);
    return sprintResult("sprint.add", await session.client.addToSprint({ body: { tasks } }));
  },
});
