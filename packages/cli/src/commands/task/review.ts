import { type TaskView, toShown } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { option } from "../../command/options.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { decisionOutcomeText, wouldDoTask } from "../../decisions/send-decision.ts";
import { display } from "../../output/display.ts";
import { Decided } from "../../output-schemas/outcomes.ts";

/** Asks further agents about a task, or has unfinished work looked at. It can only add scrutiny. */
export const taskReview = defineCommand({
  usage: "review <id>",
  examples: [
    "countersign task review cs-ab12 --reviewer security-reviewer",
    "countersign task review .",
  ],
  options: {
    reviewer: option(
      "--reviewer <name>",
      z.string().min(1).optional(),
      "the agent to ask (default: the panel, or an agent not asked yet)",
    ),
  },
  takes: "task",
  output: {
    "task.review": Decided.extend({ reviewers: z.array(z.string()) }),
  },
  async run(context, { args, options }) {
    const { reviewer = null } = options;
    const session = await openSession(context);
    const before = await findTaskByWord(context, session, args.id);
    if (context.dryRun) return wouldDoTask("review", before);
    const { client } = session;
    const body = { ...toShown(before), reviewer };
    const answer = await client.requestReview({ task: before.id, body });
    const after = await client.showTask({ task: before.id });
    const reviewers = added(before, after);
    return {
      schema: "task.review",
      data: { ...answer, grace: after.grace, reviewers },
      text: (style) =>
        `${style.paint("good", askedText(reviewers))} ${after.id}${decisionOutcomeText(after)}`,
      plain: reviewers.map((name) => [after.id, name]),
    };
  },
});

/** Returns the reviewers that were added. */
function added(before: TaskView, after: TaskView): string[] {
  const asked = ({ round }: TaskView) => (round?.requirements ?? []).flatMap(({ who }) => who);
  const known = new Set(asked(before));
  return [...new Set(asked(after).filter((name) => !known.has(name)))];
}

function askedText(reviewers: readonly string[]): string {
  if (reviewers.length === 0) return "reviewers look at the unfinished work of";
  return `asked ${reviewers.map((name) => display(name)).join(", ")} about`;
}
