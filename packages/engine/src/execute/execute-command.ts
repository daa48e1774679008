import { type Actor, type Command, CountersignError, type Task } from "@countersign/core";
import { z } from "zod";
import { type EngineCommand, type Permission, requirePermission } from "../access/permissions.ts";
import type { DecidedTask, DescribeAct } from "../access/presence-verifier.ts";
import { type Principal, principalActor } from "../access/principal.ts";
import { requirePresence } from "../access/require-presence.ts";
import { describeTaskAct } from "../proof/describe-act.ts";
import type { CommandPhases, CommandRequest } from "../store/command-phases.ts";
import { verdictIdFor } from "../store/names/derived-ids.ts";
import type { EngineKey } from "../store/names/engine-keys.ts";
import { ENGINE } from "../store/names/engine-keys.ts";
import type { CommandAnswer } from "../store/schema/command-answer.ts";
import { commandContext } from "./command-context.ts";
import type { EngineScope } from "./engine-scope.ts";
import { findLogged, holdForFault } from "./hold-for-fault.ts";
import { parseCommand } from "./parse-command.ts";
import { requireFreeLocation } from "./require-free-location.ts";

type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

/**
 * Commands with fields that the engine can fill in: the id of a verdict, and the requirement that the caller
 * answers.
 */
type CompletedCommand = "approve" | "record_verdict";

/** Commands of people and agents. `create` and `submit` need more data and have their own functions. */
export type ClientCommand =
  | Exclude<Command, { type: CompletedCommand | EngineCommand | "create" | "submit" }>
  | (Omit<CommandOf<"approve">, "id" | "requirement"> & { requirement?: string | undefined })
  | Omit<CommandOf<"record_verdict">, "id">;

/** Executes a client's command on a task. `refuse` may throw, with the locked task as it is before the command. */
export async function executeCommand(
  scope: EngineScope,
  by: Principal,
  key: string,
  taskId: string,
  body: ClientCommand,
  refuse: (task: Task) => void = () => undefined,
): Promise<CommandAnswer> {
  requirePermission(by, body.type, taskId);
  const command = parseCommand(await filledIn(scope, by, key, taskId, body));
  return await scope.store.execute({
    org: by.org,
    task: taskId,
    key,
    command,
    body,
    ...clientPhases(scope, by, { permission: body.type, command, body }),
    async whileLocked(session, task) {
      if (task !== null) refuse(task);
      if (body.type === "claim") await requireFreeLocation(session, by, taskId, body.location);
    },
  });
}

/** A request of a client: the command that it becomes, and the body as the client sent it. */
type ClientRequest = { permission: Permission; command: Command; body: object };

/**
 * Returns the phases of a client's command: reads the context, and requires the signature of a person who decides.
 */
export function clientPhases(
  scope: Pick<EngineScope, "policies" | "runners" | "readiness" | "presence" | "mirror">,
  by: Principal,
  { permission: deed, command, body: request }: ClientRequest,
  newTask: { repo: string } | null = null,
): Pick<CommandPhases, "actor" | "readContext" | "beforeDecide"> {
  return {
    ...commandContext(scope, principalActor(by), newTask),
    async beforeDecide(session, found, { policy }) {
      const task = found === null ? null : decidedTask(found, command);
      const { mirror } = scope;
      const describeAct: DescribeAct = async (opened) =>
        found &&
        (await describeTaskAct(
          { mirror, session },
          { by: by.actor.id, task: found, command, policy, opened },
        ));
      await requirePresence(scope.presence, session, {
        ...{ by, deed, task, request, describeAct },
        policies: [policy],
      });
    },
  };
}

/** Returns what a signature is bound to: the task, its content, and the requirement that the command answers. */
function decidedTask({ id, round }: Task, command: object): DecidedTask {
  const { requirement } = AnsweredRequirement.parse(command);
  if (round === null) return { id, round, requirement };
  const { base, head, tree } = round.content;
  return { id, round: { number: round.number, base, head, tree }, requirement };
}

const AnsweredRequirement = z.object({ requirement: z.string().nullable().catch(null) });

async function filledIn(
  scope: EngineScope,
  by: Principal,
  key: string,
  taskId: string,
  said: ClientCommand,
): Promise<object> {
  const id = verdictIdFor(by.org, taskId, key, by.actor);
  if (said.type === "record_verdict") return { ...withoutCost(said), id };
  if (said.type !== "approve") return said;
  const requirement =
    said.requirement ?? findSeat(await scope.store.load(by.org, taskId), by.actor) ?? "layer:owner";
  return { ...said, requirement, id };
}

/** Drops the cost that a client reports. Only costs reported by the engine's runners count against a cap. */
function withoutCost({ costUsd, ...said }: Omit<CommandOf<"record_verdict">, "id">) {
  return { ...said, costUsd: 0, ...(costUsd > 0 && { claimedCostUsd: costUsd }) };
}

/**
 * Returns the open requirement that this person may answer: one that names them, or else the first for a person.
 */
function findSeat(task: Task | null, { id }: Actor): string | undefined {
  const { plan, decision } = task?.round ?? {};
  const open = (plan?.requirements ?? []).filter(
    (requirement) => requirement.human && decision?.outstanding.includes(requirement.id),
  );
  return (open.find(({ who }) => who.includes(id)) ?? open[0])?.id;
}

/** A command of the engine. The actor is the engine by default, or a reviewer that the engine ran. */
type EngineRequest = Pick<CommandRequest, "task" | "command" | "whileLocked"> & {
  key: EngineKey;
  actor?: Actor;
};

/** A command that follows another of the engine in its transaction. */
export type FurtherCommand = Pick<CommandPhases, "command" | "actor" | "readContext"> & {
  key: EngineKey;
};

/**
 * Executes a command of the engine, and further ones in the same transaction, each under its own key. Returns null
 * if the task has moved on, which is not an error. A further command that is refused for that reason is skipped.
 *
 * A repeated job may send a different command. The first one counts if it is in the log. Otherwise the key was
 * used for another command, and the task is held for a person.
 */
export async function executeAsEngine(
  scope: EngineScope,
  request: EngineRequest,
  further: readonly FurtherCommand[] = [],
): Promise<CommandAnswer | null> {
  const { task, key, actor = ENGINE } = request;
  const command = parseCommand(request.command);
  const phases = { ...request, ...commandContext(scope, actor), command };
  const more = further.map((one) => ({ ...one, skipOn: SUPERSEDED }));
  try {
    return await scope.store.executeAll({ org: scope.org, task }, [phases, ...more]);
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    if (isSuperseded(error)) return null;
    if (error.code !== "reused_key") throw error;
    const first = await findLogged(scope, task, key);
    if (first !== null) return first;
    const about = "requirement" in command ? command.requirement : command.type;
    await holdForFault(scope, { task, about, reviewer: actor.id, error });
    return null;
  }
}

/** Returns true if a command was refused because the task has moved on. */
export function isSuperseded(error: unknown): boolean {
  return error instanceof CountersignError && SUPERSEDED.has(error.code);
}

/** Error codes which mean that the task has moved on. */
const SUPERSEDED: ReadonlySet<string> = new Set([
  "wrong_state",
  "stale_round",
  "stale_content",
  "on_hold",
  "merging",
]);
