import { ActorId, ERRORS, Gate, Opinion, PHASES, TaskId } from "@countersign/core";
import { z } from "zod";

/**
 * A name from us or from a policy, such as `check:lint` or `read_content`. It has no spaces, so it cannot be
 * a sentence.
 */
const Name = z.string().regex(/^[\w.@+:/-]{1,120}$/);
const Count = z.number().finite();

/**
 * All fields that a log line may have, with their allowed shape.
 *
 * No shape accepts a sentence. Titles, summaries, findings, output and error messages are text from others
 * and may quote reviewed content, so they have no field.
 */
export const LOG_FIELDS = {
  org: Name,
  task: TaskId,
  repo: Name,
  actor: ActorId,
  round: Count,
  requirement: Name,
  reviewer: Name,
  opinion: Opinion,
  gate: Gate,
  state: z.enum(PHASES),
  cause: Name,
  attempt: Count,
  limit: Count,
  findings: Count,
  job: Name,
  count: Count,
  ms: Count,
  bytes: Count,
  request: z.uuid(),
  signal: z.string().regex(/^SIG[A-Z0-9]{2,8}$/),
  pid: Count,
  port: Count,
  version: Name,
  error: Name,
  code: z.union([z.enum(Object.keys(ERRORS)), z.string().regex(/^[A-Z0-9_]{3,40}$/)]),
  where: z.string().regex(/^[\w.$<>:-]{1,80}(?: < [\w.$<>:-]{1,80}){0,5}$/),
} as const satisfies Record<string, z.ZodType<string | number>>;

export type LogField = keyof typeof LOG_FIELDS;
export type LogFields = { readonly [Field in LogField]?: string | number | null | undefined };

/**
 * Returns the allowed fields and the number of dropped ones: unknown fields and fields with the wrong shape.
 */
export function pickAllowedFields(fields: object): {
  kept: Partial<Record<LogField, string | number>>;
  dropped: number;
} {
  const kept: Partial<Record<LogField, string | number>> = {};
  let dropped = 0;
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue;
    const allowed = isLogField(name) ? LOG_FIELDS[name].safeParse(value) : null;
    if (isLogField(name) && allowed?.success === true) kept[name] = allowed.data;
    else dropped += 1;
  }
  return { kept, dropped };
}

function isLogField(name: string): name is LogField {
  return Object.hasOwn(LOG_FIELDS, name);
}
