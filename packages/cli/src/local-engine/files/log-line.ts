import { z } from "zod";

/** A line that the engine wrote to its log. */
export const EngineLogLine = z.object({
  at: z.iso.datetime(),
  level: z.enum(["info", "warn", "error"]),
  prefix: z.string().optional(),
  event: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number()])),
  /** How many fields were refused. */
  dropped: z.int().optional(),
});
export type EngineLogLine = z.infer<typeof EngineLogLine>;

/** A line that something else wrote to the same file. */
export const RawLine = z.object({ raw: z.string() });
export type RawLine = z.infer<typeof RawLine>;
