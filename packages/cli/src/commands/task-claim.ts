import { authorSession } from "../client/author-session.ts";
import { wouldDoTask } from "../client/decide.ts";
import { findTask } from "../client/find-task.ts";
import type { Run } from "../context.ts";
import { argument } from "../given.ts";

export const taskClaim: Run = async (context, given) => {
  const session = await authorSession(context, undefined);
  const { id, ...task } = await findTask(context, session, argument(given));
  if (context.dryRun) return wouldDoTask("claim", { id, ...task });
  const answer = await session.client.claim({ task: id });
  return {
    schema: "task.claim",
    data: answer,
    text: (style) =>
      `${style.paint("good", "claimed")} ${id}; hand it in with: countersign task submit --task ${id}`,
    plain: [[id, answer.state]],
  };
};
