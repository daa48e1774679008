import { escalatedNotice, oneLine, sessionStart } from "@countersign/core";
import type { EngineReader } from "./engine/engine-reader.ts";
import { type HookTask, hasNotice } from "./engine/read-hook-task.ts";
import { readNumber } from "./files/json-fields.ts";
import type { RefusedWork } from "./spool/refused-work.ts";

const MAX_WHY = 300;

/** What the agent should know before it works on; null when there is nothing. */
export async function noticeText(
  engine: EngineReader,
  task: HookTask,
  agent: string,
): Promise<string | null> {
  const { id, state, hold } = task;
  if (state === "held" && hold?.kind === "clarify") {
    return `countersign: ${id} waits for your answer to a question. Call get_my_assignment before other work.`;
  }
  if (state === "held" && hold !== null) {
    const { attempt: attempts, attemptLimit: limit } = await standingOf(engine, task);
    const used = hold.isLimit ? { attempts, limit } : null;
    return `countersign: ${escalatedNotice(id, hold.person, used)}`;
  }
  if (!hasNotice(task, agent)) return null;
  return sessionStart(id, await standingOf(engine, task), task.findings.length);
}

/** The engine's own words may quote names from the repository. */
export function refusedText({ why }: Pick<RefusedWork, "why">): string {
  return `countersign: your last work here could not be submitted: ${oneLine(why, MAX_WHY)}`;
}

async function standingOf(engine: EngineReader, { id, round, attempt }: HookTask) {
  const feedback = await engine.get(`/tasks/${encodeURIComponent(id)}/feedback`);
  return {
    round: readNumber(feedback?.round) ?? round + 1,
    attempt: readNumber(feedback?.attempt) ?? attempt,
    attemptLimit: readNumber(feedback?.attemptLimit) ?? attempt,
  };
}
