import type { Command } from "@countersign/core";
import { describeError } from "../platform/log/describe-error.ts";
import { ENGINE, ENGINE_KEYS, type EngineKey } from "../store/names/engine-keys.ts";
import type { CommandAnswer } from "../store/schema/command-answer.ts";
import { commandContext } from "./command-context.ts";
import type { EngineScope } from "./engine-scope.ts";

/** Returns the receipt of an earlier command of the engine if its events are in the task's log, else null. */
export async function findLogged(
  { store, org }: Pick<EngineScope, "store" | "org">,
  task: string,
  key: EngineKey,
): Promise<CommandAnswer | null> {
  const answer = await store.answerTo(org, key);
  if (answer === null || answer.task !== task || answer.events.length === 0) return null;
  const first = answer.seq - answer.events.length + 1;
  const written = (await store.log(org, task, first)).slice(0, answer.events.length);
  const isLogged = written.every(({ event }, index) => event.type === answer.events[index]);
  return isLogged && written.length === answer.events.length ? answer : null;
}

type Fault = {
  task: string;
  /** The requirement whose answer is missing, or the command that failed. */
  about: string;
  reviewer: string;
  error: unknown;
};

/**
 * Holds a task for a person because an answer could not be recorded.
 *
 * The reviewer does not count as absent, so that no quorum passes without it.
 */
export async function holdForFault(
  scope: Pick<EngineScope, "org" | "store" | "policies" | "runners" | "readiness" | "log">,
  { task, about, reviewer, error }: Fault,
): Promise<void> {
  const { org } = scope;
  const fields = { org, task, requirement: about, reviewer, ...describeError(error) };
  scope.log({ level: "error", event: "answer_not_recorded", fields });
  const found = await scope.store.load(org, task);
  if (found === null || found.round === null) return;
  const { round } = found;
  const command: Command = {
    type: "no_result",
    of: "round",
    number: round.number,
    tree: round.content.tree,
    requirement: about,
    reviewer,
    cause: "not_recorded",
    reason: `${reviewer} answered, but the answer could not be recorded. See the engine's log, then retry.`,
    costUsd: 0,
  };
  const key = ENGINE_KEYS.unrecorded(org, task, found.seq, about, reviewer);
  await scope.store.execute({ org, task, key, command, ...commandContext(scope, ENGINE) });
}
