import { digestOf } from "@countersign/core";
import { unsandboxedRule } from "../../commands/repositories/unsandboxed-rule.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import {
  askMachine,
  type MachineQuestion,
  type MachineResult,
} from "../../review/rounds/ask-machine.ts";

/** Milliseconds between checks of the policy while one of its commands runs. */
const LOOK_MS = 2_000;

/** The question and result of the last attempt. The result is null for a reviewer that cannot be asked here. */
export type Attempt = { question: MachineQuestion; result: MachineResult | null };

/**
 * Asks one machine until it answers or has used up its retries.
 *
 * Each attempt follows the policy that is accepted when it begins. If the accepted policy changes a running
 * command, the command is stopped and the new one runs, which costs no retry. Runners of agents retry on their
 * own.
 */
export async function askUntilAnswered(
  scope: EngineScope,
  first: MachineQuestion,
  /** Reads the question under the current policy. Null if the answer is no longer needed. */
  readCurrent: () => Promise<MachineQuestion | null>,
): Promise<Attempt> {
  const { processes, reports, runners, turns, scratch, packages, preparations } = scope;
  const [mirror, copies] = [scope.mirror, scope.copies];
  const mayRunUnsandboxed = unsandboxedRule(scope);
  const machines = {
    ...{ mirror, copies, processes, reports, runners, turns, scratch },
    ...{ mayRunUnsandboxed, packages, preparations },
  };
  let question = first;
  for (let left = first.requirement.retries; ; ) {
    const outdated = watchCommands(question, readCurrent);
    const signal = AbortSignal.any([question.signal, outdated.signal]);
    const result = await askMachine(machines, { ...question, signal }).finally(outdated.stop);
    const isProgram = result !== null && !("kind" in result);
    if (!isProgram || !("noResult" in result) || question.signal.aborted)
      return { question, result };
    if (!outdated.signal.aborted) left -= 1;
    if (left < 0) return { question, result };
    question = (await readCurrent()) ?? question;
  }
}

/** Aborts when the accepted policy changes the command of the check or its preparation. */
function watchCommands(
  question: MachineQuestion,
  readCurrent: () => Promise<MachineQuestion | null>,
) {
  const changed = new AbortController();
  const commands = attemptCommands(question);
  if (commands === null) return { signal: changed.signal, stop: () => undefined };
  const look = async () => {
    const now = await readCurrent();
    if (now !== null && attemptCommands(now) !== commands) changed.abort();
  };
  const timer = setInterval(() => {
    look().catch(() => undefined); // if the database does not answer, the command continues
  }, LOOK_MS);
  return { signal: changed.signal, stop: () => clearInterval(timer) };
}

/** Returns the commands that an attempt runs. Null for a reviewer without a project command. */
function attemptCommands({ policy, reviewer }: MachineQuestion): string | null {
  const check = policy.checks.find(({ id }) => id === reviewer);
  return check === undefined ? null : digestOf({ check, prepare: policy.prepare });
}
