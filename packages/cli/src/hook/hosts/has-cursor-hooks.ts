import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../runtime/environment.ts";

/** Whether Cursor has hooks of ours, which report the same events as Claude Code's hooks that it runs too. */
export function hasCursorHooks({ HOME = "" }: Environment): boolean {
  try {
    return readFileSync(join(HOME, ".cursor", "hooks.json"), "utf8").includes(" hook cursor ");
  } catch {
    return false;
  }
}
