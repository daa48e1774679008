import { type Actor, type Command, CountersignError, type Task } from "@countersign/core";
import { requireMay } from "../access/permissions.ts";
import { actingAs, type Principal } from "../access/principal.ts";
import { requirePresence } from "../access/require-presence.ts";
import type { ContextSource } from "../store/execute.ts";
import { verdictIdFor } from "../store/names/derived-ids.ts";
import type { EngineKey } from "../store/names/engine-keys.ts";
import type { CommandAnswer } from "../store/schema/answer.ts";
import { commandContext } from "./command-context.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { findLogged, holdForFault } from "./hold-for-fault.ts";
import { parseCommand } from "./parse-command.ts";
import { requireFreeLocation } from "./require-free-location.ts";

type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

/** What a caller may leave to the engine: ids of verdicts, and which of one's own requirements is meant. */
type FilledIn = "approve" | "record_verdict";

/** `create` and `submit` need more than words: they have calls of their own. */
type EngineCommand =
  | "create"
  | "submit"
  | "plan_round"
  | "plan_checkup"
  | "lease_expired"
  | "policy_changed"
  | "reseat"
  | "follow_base"
  | "target_moved"
  | "merge_started"
  | "merged"
  | "work_updated"
  | "work_moved"
  | "review_again"
  | "merge_failed"
  | "closed_elsewhere"
  | "deadline"
  | "close_grace"
  | "debt_filed"
  | "no_result";

/** What people and agents say to a task. Commands that only the engine itself gives are not among them. */
export type ClientCommand =
  | Exclude<Command, { type: FilledIn | EngineCommand }>
  | (Omit<CommandOf<"approve">, "id" | "requirement"> & { requirement?: string | undefined })
  | Omit<CommandOf<"record_verdict">, "id">;

/** Passes on what somebody says to a task. */
export async function executeCommand(
  parts: EngineDeps,
  by: Principal,
  key: string,
  taskId: string,
  said: ClientCommand,
): Promise<CommandAnswer> {
  requireMay(by, said.type, taskId);
  const command = parseCommand(await filledIn(parts, by, key, taskId, said));
  const around = commandContext(parts, by.org, actingAs(by));
  const context: ContextSource = {
    ...around,
    async read(session, task) {
      const context = await around.read(session, task);
      const policies = [context.policy];
      await requirePresence(parts.presence, { by, deed: said.type, task: taskId, policies });
      return context;
    },
    async onDecided(session) {
      if (said.type === "claim") await requireFreeLocation(session, by, taskId, said.location);
    },
  };
  return parts.store.execute(by.org, taskId, key, command, context, said);
}

async function filledIn(
  parts: EngineDeps,
  by: Principal,
  key: string,
  taskId: string,
  said: ClientCommand,
): Promise<object> {
  const id = verdictIdFor(by.org, taskId, key, by.actor);
  if (said.type === "record_verdict") return { ...withoutCost(said), id };
  if (said.type !== "approve") return said;
  const requirement =
    said.requirement ?? seatOf(await parts.store.load(by.org, taskId), by.actor) ?? "layer:owner";
  return { ...said, requirement, id };
}

/** A client's cost is a note: only what our own runners report counts against a cap. */
function withoutCost({ costUsd, ...said }: Omit<CommandOf<"record_verdict">, "id">) {
  return { ...said, costUsd: 0, ...(costUsd > 0 && { claimedCostUsd: costUsd }) };
}

/** The open requirement that this person may answer: one that names them, or else the first for a person. */
function seatOf(task: Task | null, { id }: Actor): string | undefined {
  const { plan, decision } = task?.round ?? {};
  const open = (plan?.requirements ?? []).filter(
    (requirement) => requirement.human && decision?.outstanding.includes(requirement.id),
  );
  return (open.find(({ who }) => who.includes(id)) ?? open[0])?.id;
}

/** What the engine itself says. Answers null where the task has moved on, which is no fault. */
export async function executeAsEngine(
  parts: EngineDeps,
  org: string,
  taskId: string,
  key: EngineKey,
  command: Command,
  actor: Actor,
): Promise<CommandAnswer | null> {
  const context = commandContext(parts, org, actor);
  const said = parts.store.execute(org, taskId, key, parseCommand(command), context);
  return await orFirstAnswer(parts, { org, task: taskId, key, command, actor }, said);
}

type EngineSaid = { org: string; task: string; key: EngineKey; command: Command; actor: Actor };

/**
 * Null for a refusal that only says that the task has moved on.
 *
 * A job that was repeated may say something else than before: then its first word stands, if the log
 * has it. If the log does not have it, our own key was used for something else, and the task is held.
 */
export async function orFirstAnswer(
  parts: EngineDeps,
  { org, task, key, command, actor }: EngineSaid,
  said: Promise<CommandAnswer>,
): Promise<CommandAnswer | null> {
  try {
    return await said;
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    if (OVERTAKEN.has(error.code)) return null;
    if (error.code !== "reused_key") throw error;
    const first = await findLogged(parts, org, task, key);
    if (first !== null) return first;
    const about = "requirement" in command ? command.requirement : command.type;
    await holdForFault(parts, { org, task, about, reviewer: actor.id, error });
    return null;
  }
}

const OVERTAKEN: ReadonlySet<string> = new Set([
  "wrong_state",
  "stale_round",
  "stale_content",
  "on_hold",
  "merging",
]);
