import type { Escape } from "./escape.ts";
import { FILE_ESCAPES } from "./file-escapes.ts";
import { MACHINE_ESCAPES } from "./machine-escapes.ts";
import { PROCESS_ESCAPES } from "./process-escapes.ts";

/** Every escape that can be tried on this system. */
export const ESCAPES: readonly Escape[] = [
  ...FILE_ESCAPES,
  ...PROCESS_ESCAPES,
  ...MACHINE_ESCAPES,
].filter(({ system }) => system === undefined || system === process.platform);
