import { ActorId, type TaskTurn as CoreTurn, type PhaseName, ROLES, Role } from "@countersign/core";
import { z } from "zod";

export { Role };

/** Every role. */
export const EVERYBODY: readonly Role[] = ROLES;

export const State = z.enum([
  "open",
  "in_progress",
  "reviewing",
  "rework",
  "held",
  "approved",
  "merging",
  "done",
  "rejected",
]) satisfies z.ZodType<PhaseName>;
export type State = z.infer<typeof State>;

export const Priority = z.enum(["P0", "P1", "P2"]);

const UnnamedHolder = z.enum(["reviewers", "checks", "engine", "nobody"]);

export const Turn = z.discriminatedUnion("holder", [
  z.object({ holder: z.literal("person"), who: ActorId }),
  z.object({ holder: z.literal("agent"), who: ActorId.nullable() }),
  z.object({ holder: UnnamedHolder, who: z.null() }),
]) satisfies z.ZodType<CoreTurn>;
export type Turn = z.infer<typeof Turn>;

export const TurnHolder = z.enum(["person", "agent", ...UnnamedHolder.options]);

/** A position in a list or in the event stream, from an earlier response. */
export const Cursor = z.string().regex(/^[\x21-\x7e]{1,500}$/);

/** A unique prefix of a task id. */
export const TaskPrefix = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/);

export const RepositoryId = z.string().min(1).max(200);

/** No fields. */
export const Nothing = z.strictObject({});

/** The author, branch and working directory of a task's work; null on another machine. */
export const Location = z.object({
  author: ActorId,
  branch: z.string(),
  worktree: z.string().nullable(),
});
export type Location = z.infer<typeof Location>;
