import { NO_TURN, type TaskTurn, turnWhileWaiting } from "../../decision/turn.ts";
import { assertNever } from "../../kernel/assert-never.ts";
import type { Task } from "../model/state.ts";
import { outstandingOf } from "../review/ask.ts";

/** Returns the turn of a task. */
export function turnOf({ phase, round, assignee }: Task): TaskTurn {
  switch (phase.is) {
    case "open":
      return { holder: "agent", who: assignee };
    case "in_progress":
    case "rework":
      return { holder: "agent", who: phase.agent };
    case "reviewing":
      return turnWhileWaiting(round === null ? [] : outstandingOf(round), phase.person);
    case "held":
      return phase.kind === "clarify" && phase.inTurn === assignee
        ? { holder: "agent", who: assignee }
        : { holder: "person", who: phase.inTurn };
    case "approved":
      return phase.waits === undefined
        ? { holder: "engine", who: null }
        : { holder: "person", who: phase.waits.inTurn };
    case "merging":
      return { holder: "engine", who: null };
    case "done":
    case "rejected":
      return NO_TURN;
    default:
      return assertNever(phase);
  }
}
