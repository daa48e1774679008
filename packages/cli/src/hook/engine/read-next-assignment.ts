import type { OfferedAssignment } from "@countersign/core";
import { workplaceLocation } from "../../workplace/find-workplace.ts";
import { readFields, readText } from "../files/json-fields.ts";
import type { HookContext } from "../sessions/hook-context.ts";
import type { EngineReader } from "./engine-reader.ts";
import type { HookTask } from "./read-hook-task.ts";

/** What the agent of a hook works on after its task here; null: nothing, or the answer is not understood. */
export async function readNextAssignment(
  { agent, place }: Pick<HookContext, "agent" | "place">,
  engine: EngineReader,
  { id, repo }: Pick<HookTask, "id" | "repo">,
): Promise<OfferedAssignment | null> {
  const { branch, worktree } = workplaceLocation(place);
  const query = new URLSearchParams({ author: agent, branch, after: id });
  if (worktree !== null) query.set("worktree", worktree);
  if (repo !== null) query.set("repo", repo);
  const found = readFields((await engine.get(`/assignment?${query}`))?.assignment);
  const [task, title, is] = [readText(found.task), readText(found.title), readText(found.is)];
  if (task === null || title === null || (is !== "here" && is !== "elsewhere" && is !== "new"))
    return null;
  return { task, title, is, branch: branchIn(found.branch) };
}

function branchIn(value: unknown): OfferedAssignment["branch"] {
  const { name, from } = readFields(value);
  const named = readText(name);
  return named === null ? null : { name: named, from: readText(from) };
}
