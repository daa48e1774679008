import { shownOf, type TaskView } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { outcomeText, wouldDoTask } from "../../decisions/decide.ts";
import { findTask } from "../../decisions/find-task.ts";
import { argument, readOptions } from "../../given.ts";
import { display } from "../../output/display.ts";

const Options = z.object({ reviewer: z.string().min(1).optional() });

/** Asks further agents about a task, or has unfinished work looked at. It can only add scrutiny. */
export const taskReview: Run = async (context, given) => {
  const { reviewer = null } = readOptions(given, Options);
  const session = await openSession(context);
  const before = await findTask(context, session, argument(given));
  if (context.dryRun) return wouldDoTask("review", before);
  const { client } = session;
  const body = { ...shownOf(before), reviewer };
  const answer = await client.requestReview({ task: before.id, body });
  const after = await client.showTask({ task: before.id });
  const reviewers = added(before, after);
  return {
    schema: "task.review",
    data: { ...answer, grace: after.grace, reviewers },
    text: (style) =>
      `${style.paint("good", askedText(reviewers))} ${after.id}${outcomeText(after)}`,
    plain: reviewers.map((name) => [after.id, name]),
  };
};

/** Who is asked now and was not before. */
function added(before: TaskView, after: TaskView): string[] {
  const asked = ({ round }: TaskView) => (round?.requirements ?? []).flatMap(({ who }) => who);
  const known = new Set(asked(before));
  return [...new Set(asked(after).filter((name) => !known.has(name)))];
}

function askedText(reviewers: readonly string[]): string {
  if (reviewers.length === 0) return "reviewers look at the unfinished work of";
  return `asked ${reviewers.map((name) => display(name)).join(", ")} about`;
}
