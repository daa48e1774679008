import { authorSession } from "../client/author-session.ts";
import { wouldDoTask } from "../client/decide.ts";
import { findTask } from "../client/find-task.ts";
import { knownRepository } from "../client/repository-here.ts";
import type { Run } from "../context.ts";
import { argument } from "../given.ts";
import { findWorkplace, locationOf } from "../workplace/find-workplace.ts";

export const taskClaim: Run = async (context, given) => {
  const session = await authorSession(context, undefined);
  const { id, ...task } = await findTask(context, session, argument(given));
  if (context.dryRun) return wouldDoTask("claim", { id, ...task });
  const place = await findWorkplace(context.directory).catch(() => null);
  const here = place === null ? null : await knownRepository(session, place);
  const isHere = place !== null && here?.id === task.repo;
  const body = isHere ? { location: locationOf(place) } : {};
  const answer = await session.client.claim({ task: id, body });
  return {
    schema: "task.claim",
    data: answer,
    text: (style) =>
      `${style.paint("good", "claimed")} ${id}; submit it with: countersign task submit --task ${id}`,
    plain: [[id, answer.state]],
  };
};
