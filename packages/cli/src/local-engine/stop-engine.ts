import { setTimeout as sleep } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { isAlive } from "@countersign/engine";
import type { EngineFiles } from "./engine-files.ts";
import { placeHolder } from "./engine-place.ts";

const POLL_MS = 50;
const STOP_MS = 60_000;

/** Asks the engine to finish what it is at and to end; answers with its process, or null if none ran. */
export async function stopEngine(files: EngineFiles): Promise<number | null> {
  const pid = await placeHolder(files.place);
  if (pid === null) return null;
  process.kill(pid, "SIGTERM");
  const until = Date.now() + STOP_MS;
  while (isAlive(pid)) {
    if (Date.now() > until) {
      throw new CountersignError("timed_out", `The engine (process ${pid}) has not ended yet`, {
        hint: "See what it does with: countersign server logs",
      });
    }
    await sleep(POLL_MS);
  }
  return pid;
}
