import { type Command, CountersignError } from "@countersign/core";
import { requirePermission } from "../../access/permissions.ts";
import type { Principal } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { clientPhases } from "../../execute/execute-command.ts";
import { parseCommand } from "../../execute/parse-command.ts";
import type { Session } from "../../platform/transact.ts";
import { bodyHash } from "../../store/command-keys.ts";
import type { CommandPhases } from "../../store/command-phases.ts";
import { readAnswerForKey } from "../../store/earlier-answers.ts";
import { formerAnswer } from "../../store/former-answer.ts";
import { formerTaskIdFor, taskIdFor } from "../../store/names/derived-ids.ts";
import { speakerFor } from "../../store/names/speaker.ts";
import type { CommandAnswer } from "../../store/schema/command-answer.ts";
import { followTarget } from "../../target/follow-target.ts";
import type { NewTask } from "./new-task.ts";

const TRIES = 5;
/** Errors that mean that another actor's task has the id. The key may belong to the next one. */
const TAKEN: ReadonlySet<string> = new Set(["wrong_state", "reused_key"]);

/** Opens a task. Without a tracker's id the engine creates one. */
export async function createNewTask(
  scope: EngineScope,
  by: Principal,
  key: string,
  wanted: NewTask,
): Promise<CommandAnswer> {
  requirePermission(by, "create", wanted.id);
  await followTarget(scope, wanted.repo);
  await requireFewOpen(scope, by, key, wanted);
  const before = await answeredByOlderRelease(scope, by, key, wanted);
  if (before !== null) return before;
  return await openTask(scope, by, key, wanted, []);
}

/** Opens a task and executes further commands on it in one transaction. */
export async function openTask(
  scope: EngineScope,
  by: Principal,
  key: string,
  wanted: NewTask,
  further: readonly CommandPhases[],
): Promise<CommandAnswer> {
  for (let tries = 1; ; tries += 1) {
    const id = wanted.id ?? taskIdFor(by.org, key, by.actor, tries);
    const command = parseCommand(commandFor(by, id, wanted));
    const body = { create: wanted };
    const request = { permission: "create", command, body } as const;
    const phases = clientPhases(scope, by, request, { repo: wanted.repo });
    const create = { key, command, body, ...phases };
    try {
      return await scope.store.executeAll({ org: by.org, task: id }, [create, ...further]);
    } catch (error) {
      const isTaken = error instanceof CountersignError && TAKEN.has(error.code);
      if (wanted.id !== undefined || !isTaken || tries === TRIES) throw error;
    }
  }
}

function commandFor(by: Principal, id: string, wanted: NewTask): unknown {
  const isPerson = by.actor.kind === "human";
  const said = isPerson ? "person" : by.actor.planner ? "planner" : "author";
  return {
    type: "create",
    id,
    title: wanted.title,
    repo: wanted.repo,
    taskType: wanted.type ?? null,
    department: wanted.department ?? null,
    priority: wanted.priority ?? "P1",
    labels: [
      ...(wanted.labels ?? []).map((name) => ({ name, by: said })),
      ...(wanted.trackerLabels ?? []).map((name) => ({ name, by: "tracker" })),
    ],
    assignee: wanted.assignee ?? (by.role === "author" ? by.actor.id : null),
    authorFamily: by.role === "author" ? by.modelFamily : null,
    sponsor: isPerson ? by.actor.id : by.sponsor,
    location: wanted.location,
    description: wanted.description,
    acceptance: wanted.acceptance,
  } satisfies Record<keyof Omit<Extract<Command, { type: "create" }>, "origin">, unknown>;
}

/** Returns the task that an older release, which derived other ids from a key, opened for this request. */
async function answeredByOlderRelease(
  { pool }: Pick<EngineScope, "pool">,
  { org, actor }: Principal,
  key: string,
  wanted: NewTask,
): Promise<CommandAnswer | null> {
  if (wanted.id !== undefined) return null;
  const hashes = Array.from({ length: TRIES }, (_, index) =>
    bodyHash(formerTaskIdFor(org, key, index + 1), actor, { create: wanted }),
  );
  return await formerAnswer(pool, org, key, hashes);
}

/** Maximum number of open tasks without work per agent. People have no limit. */
const MAX_OPEN_TASKS = 200;

const COUNT = `SELECT count(*)::int AS count FROM (
  SELECT 1 FROM countersign.tasks t
    JOIN countersign.events e ON e.org_id = t.org_id AND e.task_id = t.task_id AND e.opened = t.opened
     AND e.seq = 1
   WHERE t.org_id = $1 AND t.state = 'open' AND t.body -> 'location' IS NULL AND e.actor = $2
   LIMIT $3) one`;

/**
 * Refuses a new task by an agent that has created too many tasks without any work. Tasks with work do not
 * count.
 */
async function requireFewOpen(
  { read }: Pick<EngineScope, "read">,
  { actor }: Principal,
  key: string,
  { location }: Pick<NewTask, "location">,
): Promise<void> {
  if (actor.kind !== "agent" || location !== undefined) return;
  if ((await read((session) => countOpen(session, actor.id))) < MAX_OPEN_TASKS) return;
  // A repeated call creates no task.
  const speaker = speakerFor(key, actor);
  if ((await read((session) => readAnswerForKey(session, speaker, key))) !== null) return;
  throw new CountersignError(
    "forbidden",
    `${actor.id} has created ${MAX_OPEN_TASKS} tasks that have no work yet, and may not create more.`,
    { hint: "Cancel some of them, or let agents work on them first" },
  );
}

async function countOpen({ client, org }: Session, actor: string): Promise<number> {
  const values = [org, actor, MAX_OPEN_TASKS];
  const { rows } = await client.query<{ count: number }>(COUNT, values);
  return rows[0]?.count ?? 0;
}
