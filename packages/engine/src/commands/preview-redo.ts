import { type Context, type Task, transition } from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import { type Principal, principalActor } from "../access/principal.ts";
import { commandContext } from "../execute/command-context.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { ClientCommand } from "../execute/execute-command.ts";
import { parseCommand } from "../execute/parse-command.ts";
import { notFound } from "../store/locked-rows.ts";
import { type AuthorFeedback, composeFeedback } from "./feedback.ts";

export type RedoRequest = Extract<ClientCommand, { type: "redo" }>;

/** Returns the feedback that the author would read after this redo. Refuses what the redo would. Changes nothing. */
export async function previewRedo(
  scope: Pick<EngineScope, "transact" | "store" | "policies" | "runners" | "readiness">,
  by: Principal,
  taskId: string,
  request: RedoRequest,
): Promise<AuthorFeedback> {
  requirePermission(by, "redo", taskId);
  const { readContext } = commandContext(scope, principalActor(by));
  return await scope.transact(async (session) => {
    const { task, rows } = (await scope.store.loadWithRows(session, taskId)) ?? notFound(taskId);
    return previewedRedo(task, request, await readContext(session, task, rows));
  });
}

/** Previews a redo in a context. */
export function previewedRedo(task: Task, request: RedoRequest, context: Context): AuthorFeedback {
  const command = parseCommand(request);
  if (command.type === "create") throw new Error("A redo is not a new task.");
  const after = transition(task, command, context).task;
  const { limits, feedback } = context.policy;
  const attemptLimit = after.attemptLimit ?? limits.attempts;
  return composeFeedback(after, { attemptLimit, maxTokens: feedback.maxTokens });
}
