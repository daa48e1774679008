import { contract } from "@countersign/api";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";
import { viewAnswer } from "../views/view-answer.ts";

export function addAssignmentRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.nextAssignment, ({ by, query }) => {
    const { branch, worktree, ...asked } = query;
    const location = branch === undefined ? undefined : { branch, worktree: worktree ?? null };
    return engine.nextAssignment(by, { ...asked, location });
  });
  implementPostRoute(server, contract.takeAssignment, async ({ by, key, body }) => {
    const taken = await engine.takeAssignment(by, key, body);
    return { taken: taken && viewAnswer(taken) };
  });
}
