import { readFile } from "node:fs/promises";
import {
  type ReadWorkOptions,
  readWork,
  type WorktreeSnapshot,
  withWorktreeSnapshot,
} from "@countersign/adapters";
import { branchFile } from "../../client/branch-file.ts";
import { gitProgram } from "../../runtime/git-program.ts";
import { workplaceLocation } from "../../workplace/find-workplace.ts";
import { type Fields, parseJson, readFields, readList, readText } from "../files/json-fields.ts";
import type { HookContext } from "../sessions/hook-context.ts";
import { type EngineReader, openEngineReader } from "./engine-reader.ts";
import { type HookTask, readHookTask } from "./read-hook-task.ts";

/** The content of the working directory now; null when it cannot be told in time. */
export async function readWorktreeTree(moment: HookContext): Promise<string | null> {
  return await readWork(placeToLook(moment)).catch(() => null);
}

/** The same, where it may be wanted that exactly this content is kept. */
export async function withWorktree<T>(
  moment: HookContext,
  use: (work: WorktreeSnapshot | null) => Promise<T>,
): Promise<T> {
  let isSeen = false;
  try {
    return await withWorktreeSnapshot(placeToLook(moment), (work) => {
      isSeen = true;
      return use(work);
    });
  } catch (error) {
    if (isSeen) throw error;
    return await use(null);
  }
}

function placeToLook({ env, files, place, limits }: HookContext): ReadWorkOptions {
  const git = gitProgram(env);
  return { directory: files.scratch, worktree: place.root, timeoutMs: limits.mostMs, git };
}

export async function findEngineReader({
  engineFiles,
  env,
  limits,
}: HookContext): Promise<EngineReader | null> {
  return await openEngineReader(engineFiles, env, AbortSignal.timeout(limits.engineMs)).catch(
    () => null,
  );
}

/** States of tasks that go on, in the order in which work without a task's name continues them. */
const GOING_ON = ["in_progress", "rework", "held", "open", "reviewing", "approved", "merging"];

/** The open task of this agent on this branch in this directory; what the agent has elsewhere is not told here. */
export async function findHookTask(
  moment: Pick<HookContext, "agent" | "place" | "engineFiles">,
  engine: EngineReader,
): Promise<HookTask | null> {
  const here = await tasksAt(moment, engine);
  const rank = (line: Fields) => GOING_ON.indexOf(readText(line.state) ?? "");
  const [line] = here.filter((one) => rank(one) >= 0).toSorted((a, b) => rank(a) - rank(b));
  const known = line === undefined ? null : readText(line.task);
  return known === null ? await formerTask(moment, engine) : await readHookTask(engine, known);
}

async function tasksAt(
  { agent, place }: Pick<HookContext, "agent" | "place">,
  engine: EngineReader,
): Promise<Fields[]> {
  const { branch, worktree } = workplaceLocation(place);
  const query = new URLSearchParams({ author: agent, branch, worktree: worktree ?? "" });
  const found = await engine.get(`/tasks?${query}`);
  return readList(found?.items).map(readFields);
}

/** The task that release 0.1 remembered for this branch, if it still goes on and has no place. */
async function formerTask(
  { agent, engineFiles, place }: Pick<HookContext, "agent" | "place" | "engineFiles">,
  engine: EngineReader,
): Promise<HookTask | null> {
  const file = branchFile(engineFiles.directory, place);
  const known = readText(readFields(parseJson(await readFile(file, "utf8").catch(() => ""))).task);
  const task = known === null ? null : await readHookTask(engine, known);
  if (task === null || task.hasLocation || !task.authors.includes(agent)) return null;
  return task.state === "done" || task.state === "rejected" ? null : task;
}
