import { createHash } from "node:crypto";
import { join } from "node:path";
import type { EngineFiles } from "../../local-engine/files/engine-files.ts";

/** Where hooks keep what they must know at the next event. */
export type HookFiles = {
  /** One file and one folder of marks per session. */
  sessions: string;
  /** Work that waits for the engine. */
  spool: string;
  /** Work that the engine would not take. */
  refused: string;
  /** One file for each agent and working directory whose hooks were called. */
  heard: string;
  /** One file for each session and working directory in which an agent's hooks were called. */
  live: string;
  /** Where git works for us. */
  scratch: string;
  log: string;
};

export function hookFiles({ directory }: Pick<EngineFiles, "directory">): HookFiles {
  const own = join(directory, "hooks");
  return {
    sessions: join(own, "sessions"),
    spool: join(directory, "spool"),
    refused: join(own, "refused"),
    heard: join(own, "heard"),
    live: join(own, "live"),
    scratch: join(own, "scratch"),
    log: join(own, "hook.log"),
  };
}

/** A name for a file from words that hosts and repositories chose. */
export function hashedFileName(...words: readonly string[]): string {
  return createHash("sha256").update(words.join("\n")).digest("hex").slice(0, 32);
}
