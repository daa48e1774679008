import { contract } from "@countersign/api";
import { implement, implementPost, type Server } from "../http/implement.ts";
import { viewAnswer } from "../views/view-answer.ts";

export function assignmentRoutes(server: Server): void {
  const { engine } = server;
  implement(server, contract.nextAssignment, ({ by, query }) => {
    const { branch, worktree, ...asked } = query;
    const location = branch === undefined ? undefined : { branch, worktree: worktree ?? null };
    return engine.nextAssignment(by, { ...asked, location });
  });
  implementPost(server, contract.takeAssignment, async ({ by, key, body }) => {
    const taken = await engine.takeAssignment(by, key, body);
    return { taken: taken && viewAnswer(taken) };
  });
}
