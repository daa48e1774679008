import { readFile, rm, writeFile } from "node:fs/promises";
import { CountersignError } from "@countersign/core";
import { isRunning, processName } from "@countersign/engine";

/**
 * The place of the one engine over a data directory: a file that names the process, held from before its
 * start until after its end. A process that is gone holds nothing.
 */
export async function takePlace(file: string): Promise<() => Promise<void>> {
  const mine = `${processName()}\n`;
  for (let tries = 0; tries < 3; tries += 1) {
    if (await write(file, mine)) return () => leave(file, mine);
    const holder = await placeHolder(file);
    if (holder !== null) {
      throw new CountersignError(
        "wrong_state",
        `An engine runs or starts already, process ${holder}`,
        {
          hint: "Stop it with: countersign server down",
        },
      );
    }
    await rm(file, { force: true });
  }
  throw new CountersignError("internal", `${file} cannot be taken`);
}

/** The process that holds the place now; null when nobody does. */
export async function placeHolder(file: string): Promise<number | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const pid = Number.parseInt(text, 10);
  return pid > 0 && isRunning(text.trim()) ? pid : null;
}

async function leave(file: string, mine: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => "")) === mine) await rm(file, { force: true });
}

async function write(file: string, text: string): Promise<boolean> {
  return await writeFile(file, text, { flag: "wx", mode: 0o600 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}
