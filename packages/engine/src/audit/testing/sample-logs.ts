import { type Command, createTask, type LogEntry, toShown, transition } from "@countersign/core";
import {
  ana,
  CONTENT,
  create,
  NOW_MS,
  submit,
  testContext,
  worker,
} from "../../testing/task-commands.ts";
import type { Logs } from "./make-export.ts";

type Step = { command: Exclude<Command, { type: "create" }>; actor: typeof ana };

const SHOWN = toShown({ round: { number: 1, content: CONTENT } });

const STEPS: readonly Step[] = [
  { command: { type: "claim" }, actor: worker("agent-1") },
  { command: submit("first"), actor: worker("agent-1") },
  { command: { type: "reject", ...SHOWN, reason: "not like this" }, actor: ana },
  { command: { type: "reopen", ...SHOWN }, actor: ana },
  { command: submit("second"), actor: worker("agent-1") },
  { command: { type: "reject", ...SHOWN, round: 2, reason: "still not" }, actor: ana },
];

/** Returns logs of several tasks with different lengths. */
export function sampleLogs(count: number): Logs {
  const letters = Array.from({ length: count }, (_, index) => String.fromCodePoint(97 + index));
  return new Map(
    letters.map((letter, index) => [`cs-${letter}`, logOf(`cs-${letter}`, 3 + (index % 4))]),
  );
}

function logOf(id: string, steps: number): LogEntry[] {
  let { task, log } = createTask(create(id), testContext(ana));
  for (const [index, { command, actor }] of STEPS.slice(0, steps).entries()) {
    const step = transition(task, command, testContext(actor, NOW_MS + index));
    task = step.task;
    log = [...log, ...step.log];
  }
  return [...log];
}
