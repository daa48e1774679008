import { setTimeout as sleep } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { isRunning } from "@countersign/engine";
import { type EngineLockHolder, findEngineLockHolder } from "./engine-lock.ts";
import type { EngineFiles } from "./files/engine-files.ts";
import { findEngine } from "./find-engine.ts";

const POLL_MS = 50;
const STOP_MS = 60_000;

/** Stops the engine after its current work; returns its process id, or null if none ran. */
export async function stopEngine(files: EngineFiles): Promise<number | null> {
  const holder = await findProcess(files);
  if (holder === null) return null;
  const { pid, name } = holder;
  process.kill(pid, "SIGTERM");
  const until = Date.now() + STOP_MS;
  while (isRunning(name)) {
    if (Date.now() > until) {
      throw new CountersignError("timed_out", `The engine (process ${pid}) has not ended yet`, {
        hint: "See what it does with: countersign server logs",
      });
    }
    await sleep(POLL_MS);
  }
  return pid;
}

/**
 * The engine's process. Asks the engine at its port first: a process is signalled when it has the number and the
 * start time of the engine, or the number where start times cannot be compared and the engine answers.
 */
async function findProcess(files: EngineFiles): Promise<EngineLockHolder | null> {
  const answering = await findEngine(files);
  const holder = await findEngineLockHolder(files.place);
  if (holder === null) {
    if (answering === null) return null;
    throw new CountersignError(
      "wrong_state",
      `An engine answers at ${answering.url}, and it is no process of this machine`,
      { hint: "Stop it where it runs, for example in its container" },
    );
  }
  if (holder.match === "same" || answering?.pid === holder.pid) return holder;
  throw new CountersignError(
    "wrong_state",
    `Process ${holder.pid} may be the engine and does not answer as one`,
    {
      hint: `Look at it with: ps -p ${holder.pid}. End it if it is countersign; else remove ${files.place}`,
    },
  );
}
