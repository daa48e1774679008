import { readFile, rm, stat } from "node:fs/promises";
import { CountersignError } from "@countersign/core";
import { matchProcess, type ProcessMatch, processName } from "@countersign/engine";
import { claimFile, removeClaim } from "./files/claim-file.ts";

/** The process that holds the place. `unsure`: another process may have got its number. */
export type EngineLockHolder = { pid: number; name: string; match: Exclude<ProcessMatch, "gone"> };

/**
 * The place of the one engine over a data directory: a file that names the process, held from before its
 * start until after its end. A process that is gone holds nothing.
 */
export async function acquireEngineLock(file: string): Promise<() => Promise<void>> {
  const mine = `${processName()}\n`;
  for (let tries = 0; tries < 3; tries += 1) {
    if (await claimFile(file, mine)) return () => leave(file, mine);
    const text = await readFile(file, "utf8").catch(() => null);
    const holder = await findEngineLockHolder(file);
    if (holder !== null) {
      throw new CountersignError(
        "wrong_state",
        `An engine is already running or starting (process ${holder.pid})`,
        {
          hint: "Stop it: countersign server down",
        },
      );
    }
    if (text !== null) await removeClaim(file, text);
  }
  throw new CountersignError("internal", `${file} cannot be locked`);
}

/** The process that holds the place now; null when none does. */
export async function findEngineLockHolder(file: string): Promise<EngineLockHolder | null> {
  const [text, stats] = await Promise.all([
    readFile(file, "utf8").catch(() => null),
    stat(file).catch(() => null),
  ]);
  if (text === null || stats === null) return null;
  const name = text.trim();
  const match = matchProcess(name, stats.mtimeMs);
  return match === "gone" ? null : { pid: Number.parseInt(name, 10), name, match };
}

async function leave(file: string, mine: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => "")) === mine) await rm(file, { force: true });
}
