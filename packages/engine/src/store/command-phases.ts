import type { Actor, Command, Context, Task } from "@countersign/core";
import type { Session } from "../platform/transact.ts";
import type { ContextRows } from "./context-rows.ts";
import type { CommandKey } from "./names/speaker.ts";

/** The context of a command on a locked task, and whether the task belongs to the current sprint. */
export type LockedContext = Context & { inSprint: boolean };

/**
 * A command and its phases, which run in this order in one transaction, while the task is locked: readContext,
 * beforeDecide, the core's decision, whileLocked, then the write. A phase that throws rolls everything back.
 */
export type CommandPhases = {
  /** A text is the key of the client that `actor` names. */
  key: CommandKey;
  command: Command;
  actor: Actor;
  /** The request that the client sent; a retry must send the same. Default: the command. */
  body?: object | undefined;
  /** Makes the context from the rows that were read with the lock. */
  readContext: (session: Session, task: Task | null, rows: ContextRows) => Promise<LockedContext>;
  /** Refuses a command for a reason that the core does not know, such as an absent person. */
  beforeDecide?:
    | ((session: Session, task: Task | null, context: LockedContext) => Promise<void>)
    | undefined;
  /** Codes of refusals on which the command is skipped, so that those before it are kept. */
  skipOn?: ReadonlySet<string> | undefined;
  /** Whether the task already contains the command's result; such a command succeeds without an event. */
  isRepeated?: ((task: Task) => boolean) | undefined;
  /**
   * Runs after the core accepted the command and before anything is written, such as moving the target branch.
   * Gets the task as it was before the command.
   */
  whileLocked?: ((session: Session, task: Task | null) => Promise<void>) | undefined;
};

export type CommandRequest = CommandPhases & { org: string; task: string };
