import { z } from "zod";

/** The output of every command with --dry-run. */
export const DryRunOutput = z.looseObject({ wouldDo: z.string() });

/** One step that init takes or undoes. */
export const InitStep = z.object({ what: z.string(), detail: z.string(), says: z.string() });

/** Any JSON value. */
export const JsonValue = z.json();

export const ConfigEdit = z.object({
  path: z.string(),
  key: z.string(),
  old: JsonValue.nullable(),
  value: JsonValue.nullable(),
  written: z.boolean(),
});

export const RunningEngine = z.object({
  url: z.string(),
  pid: z.int(),
  instance: z.string(),
  startedMs: z.number(),
  version: z.string(),
});
