import type { OfferedAssignment } from "@countersign/core";
import { locationOf } from "../../workplace/find-workplace.ts";
import { fieldsOf, textIn } from "../files/json-fields.ts";
import type { HookMoment } from "../sessions/hook-context.ts";
import type { EngineGlance } from "./engine-reader.ts";
import type { TaskGlance } from "./read-task.ts";

/** What the agent of a hook works on after its task here; null: nothing, or the answer is not understood. */
export async function glanceAtNext(
  { agent, place }: Pick<HookMoment, "agent" | "place">,
  engine: EngineGlance,
  { id, repo }: Pick<TaskGlance, "id" | "repo">,
): Promise<OfferedAssignment | null> {
  const { branch, worktree } = locationOf(place);
  const query = new URLSearchParams({ author: agent, branch, after: id });
  if (worktree !== null) query.set("worktree", worktree);
  if (repo !== null) query.set("repo", repo);
  const found = fieldsOf((await engine.get(`/assignment?${query}`))?.assignment);
  const [task, title, is] = [textIn(found.task), textIn(found.title), textIn(found.is)];
  if (task === null || title === null || (is !== "here" && is !== "elsewhere" && is !== "new"))
    return null;
  return { task, title, is, branch: branchIn(found.branch) };
}

function branchIn(value: unknown): OfferedAssignment["branch"] {
  const { name, from } = fieldsOf(value);
  const named = textIn(name);
  return named === null ? null : { name: named, from: textIn(from) };
}
