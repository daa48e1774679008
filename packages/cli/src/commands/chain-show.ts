import { findTask } from "../client/find-task.ts";
import { openSession } from "../client/open-session.ts";
import type { Run } from "../context.ts";
import { chainSteps, chainText } from "../views/chain-text.ts";

export const chainShow: Run = async (context, { args }) => {
  const session = await openSession(context);
  const task = await findTask(context, session, args[0] ?? ".");
  const steps = task.round === null ? [] : chainSteps(task.round);
  return {
    schema: "chain.show",
    data: steps,
    plain: steps.map(({ layer, status, who }) => [layer, status, who.join(",")]),
    text: (style) => chainText(task, steps, style),
  };
};
