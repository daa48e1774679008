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
      throw new CountersignError("timed_out", `The engine (process ${pid}) is still running`, {
        hint: "Read the log: countersign server logs",
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
      `The engine at ${answering.url} is not a process of this machine`,
      { hint: "Stop it where it runs, for example in its container" },
    );
  }
  if (holder.match === "same" || answering?.pid === holder.pid) return holder;
  throw new CountersignError(
    "wrong_state",
    `Process ${holder.pid} may be the engine, but does not respond`,
    {
      hint: `Check it: ps -p ${holder.pid}. If it is countersign, kill it; otherwise delete ${files.place}`,
    },
  );
}
