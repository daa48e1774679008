import { readFile } from "node:fs/promises";
import { type ReadWorkOptions, readWork, type Work, withWork } from "@countersign/adapters";
import { branchFile } from "../client/branch-file.ts";
import type { Workplace } from "../workplace/find-workplace.ts";
import { type EngineGlance, glanceAtEngine } from "./engine-glance.ts";
import { fieldsOf, listIn, parseJson, textIn } from "./fields.ts";
import type { HookMoment } from "./hook-moment.ts";
import { glanceAtTask, type TaskGlance } from "./task-glance.ts";

/** The content of the working directory now; null when it cannot be told in time. */
export async function treeNow(moment: HookMoment): Promise<string | null> {
  return await readWork(placeToLook(moment)).catch(() => null);
}

/** The same, where it may be wanted that exactly this content is kept. */
export async function withWorkNow<T>(
  moment: HookMoment,
  use: (work: Work | null) => Promise<T>,
): Promise<T> {
  let isSeen = false;
  try {
    return await withWork(placeToLook(moment), (work) => {
      isSeen = true;
      return use(work);
    });
  } catch (error) {
    if (isSeen) throw error;
    return await use(null);
  }
}

function placeToLook({ files, place, limits }: HookMoment): ReadWorkOptions {
  return { directory: files.scratch, worktree: place.root, timeoutMs: limits.mostMs };
}

export async function engineNow({
  engineFiles,
  env,
  limits,
}: HookMoment): Promise<EngineGlance | null> {
  return await glanceAtEngine(engineFiles, env, AbortSignal.timeout(limits.engineMs)).catch(
    () => null,
  );
}

/** The task of this branch, if it still goes on. */
export async function taskHere(
  { engineFiles, place }: HookMoment,
  engine: EngineGlance,
): Promise<TaskGlance | null> {
  const file = branchFile(engineFiles.directory, place);
  const known = textIn(fieldsOf(parseJson(await readFile(file, "utf8").catch(() => ""))).task);
  const task = known === null ? null : await glanceAtTask(engine, known);
  return task === null || task.state === "done" || task.state === "rejected" ? null : task;
}

/** The task of this branch, or the one that came back to the agent in this repository. */
export async function taskNow(
  moment: HookMoment,
  engine: EngineGlance,
): Promise<TaskGlance | null> {
  return (await taskHere(moment, engine)) ?? (await taskThatCameBack(moment, engine));
}

async function taskThatCameBack(
  { agent, place }: HookMoment,
  engine: EngineGlance,
): Promise<TaskGlance | null> {
  const repo = await repositoryOf(engine, place);
  if (repo === null) return null;
  const query = new URLSearchParams({ repo, turn: "agent", who: agent, state: "rework" });
  const found = await engine.get(`/tasks?${query}`);
  const [first] = listIn(found?.items).flatMap((line) => textIn(fieldsOf(line).task) ?? []);
  return first === undefined ? null : await glanceAtTask(engine, first);
}

async function repositoryOf(engine: EngineGlance, { repository }: Workplace) {
  const known = await engine.get("/repositories");
  const found = listIn(known?.items).find((line) => fieldsOf(line).path === repository);
  return textIn(fieldsOf(found).id);
}
