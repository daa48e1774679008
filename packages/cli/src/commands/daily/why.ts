import { WhyView } from "@countersign/api";
import { myName } from "../../client/me.ts";
import { openSession } from "../../client/open-session.ts";
import { stoppedFor } from "../../client/stopped-for.ts";
import { strandedTask, strandedWorkLines } from "../../client/stranded-work.ts";
import { defineCommand } from "../../command/define-command.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { heldRepositoryLines } from "../../views/repositories-text.ts";
import { whyText } from "./why-text.ts";

export const why = defineCommand({
  usage: "why [id]",
  examples: ["countersign why cs-ab12", "countersign why ."],

  takes: "task",
  output: {
    "task.why": WhyView,
  },
  async run(context, { args }) {
    const session = await openSession(context);
    const task = await findTaskByWord(context, session, args.id ?? ".");
    const [me, told] = await Promise.all([myName(session), session.client.why({ task: task.id })]);
    const stopped = await stoppedFor(session, task);
    const stranded = await strandedTask(context, session, task);
    return {
      schema: "task.why",
      data: told,
      text: (style) =>
        [
          ...heldRepositoryLines(stopped, style),
          ...strandedWorkLines(stranded, style),
          whyText(told, task, style, me),
        ].join("\n\n"),
    };
  },
});
