import { CountersignError } from "@countersign/core";
import { and, eq } from "drizzle-orm";
import { requirePermission } from "../../access/permissions.ts";
import { type Principal, principalActor } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { unlinkRepository } from "../../store/forge/linked-repositories.ts";
import { recordChange } from "../../store/organisation/organisation-log.ts";
import { repositories, tasks } from "../../store/schema/schema.ts";
import { requirePresentFor } from "./require-present-for.ts";

/**
 * Removes a repository that has no task. Its accepted targets and its hold stay stored, so that a new
 * registration finds the same state.
 */
export async function removeRepository(
  scope: Pick<EngineScope, "transact" | "policies" | "presence">,
  by: Principal,
  id: string,
): Promise<void> {
  requirePermission(by, "remove_repository");
  await scope.transact(async (session) => {
    const { db } = session;
    const [used] = await db
      .select({ task: tasks.taskId })
      .from(tasks)
      .where(and(eq(tasks.orgId, by.org), eq(tasks.repo, id)))
      .limit(1);
    if (used !== undefined)
      throw new CountersignError("wrong_state", `${id} has tasks, such as ${used.task}`, {
        hint: `The history of its tasks needs it. If it was moved: countersign repo move ${id} <path>`,
      });
    await requirePresentFor(scope, session, by, {
      ...{ deed: "remove_repository", repo: id, request: { repo: id } },
    });
    await unlinkRepository(session, id, principalActor(by));
    const removed = await db
      .delete(repositories)
      .where(and(eq(repositories.orgId, by.org), eq(repositories.id, id)))
      .returning({ repo: repositories.id, path: repositories.path, tip: repositories.tip });
    for (const repository of removed)
      await recordChange(session, principalActor(by), {
        type: "repository_removed",
        ...repository,
      });
    if (removed.length === 0)
      throw new CountersignError("not_found", `There is no repository ${id}`);
  });
}
