import { accountView } from "../views/account-view.ts";
import { NO_COMMIT } from "../world/refs.ts";
import { type RestHandler, repositoryOf } from "./call.ts";

/** Who moved which branch of a repository, newest first. */
export const ACTIVITY_OPERATIONS = {
  "GET /repos/{owner}/{repo}/activity": (call) => {
    const repository = repositoryOf(call);
    const asked = call.query.get("ref")?.replace(/^refs\/heads\//, "") ?? null;
    const moves = call.world.moves.filter(
      (move) => move.repository === repository && (asked === null || move.branch === asked),
    );
    const body = moves.toReversed().map(({ id, branch, from, to, by, at }) => ({
      id,
      node_id: `PSH_${id}`,
      before: from,
      after: to,
      ref: `refs/heads/${branch}`,
      timestamp: at,
      activity_type: from === NO_COMMIT ? "branch_creation" : "push",
      actor: accountView(call.world, by),
    }));
    return { status: 200, body };
  },
} satisfies Record<string, RestHandler>;
