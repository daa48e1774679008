import type { Command } from "../task/model/commands.ts";
import type { Task } from "../task/model/state.ts";
import { toShown } from "../task/step/shown.ts";

type TaskCommand = Exclude<Command, { type: "create" }>;

type NamedLater =
  | "redo"
  | "reject"
  | "override"
  | "release"
  | "undo"
  | "retry_reviewer"
  | "cancel_reviewer"
  | "request_review"
  | "dispose"
  | "change_mode"
  | "reopen"
  | "cancel";

/** A command that may leave out what was shown. */
export type SentCommand = TaskCommand extends infer Each
  ? Each extends { type: NamedLater }
    ? Omit<Each, "round" | "tree" | "offered"> &
        Partial<Pick<Each, Extract<keyof Each, "round" | "tree" | "offered">>>
    : Each
  : never;

/** The command of a sender that looked at the task right before, unless it names something else. */
export function shownCommand(task: Task, command: SentCommand): TaskCommand {
  const shown = toShown(task);
  switch (command.type) {
    case "redo":
    case "reject":
    case "override":
    case "undo":
    case "retry_reviewer":
    case "cancel_reviewer":
    case "request_review":
    case "dispose":
    case "change_mode":
    case "reopen":
    case "cancel":
      return { ...shown, ...command };
    case "release":
      return { ...shown, offered: offeredTo(task), ...command };
    default:
      return command;
  }
}

function offeredTo({ phase }: Task): string | null {
  return phase.is === "held" ? (phase.offer?.content.tree ?? null) : null;
}
