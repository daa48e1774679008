import { appendFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { capLog } from "../../local-engine/files/cap-log.ts";

const MAX_BYTES = 1_000_000;
const MAX_WORDS = 500;

/** Appends an error of a hook to its log. Hooks print no errors, so that they never disturb an agent. */
export async function writeHookLog(file: string, about: string, error: unknown): Promise<void> {
  const said = error instanceof Error ? error.message : String(error);
  const words = said.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, MAX_WORDS);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await capLog(file, MAX_BYTES);
    await appendFile(file, `${new Date().toISOString()} ${about}: ${words}\n`, { mode: 0o600 });
  } catch {
    // there is nowhere left to say it
  }
}
