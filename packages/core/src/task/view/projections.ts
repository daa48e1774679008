import type { PhaseName, Task } from "../model/state.ts";

/** The names of a state in other systems. They are written, never read back. */
export type Projection = {
  chains: string | null;
  modes: string;
  cycles: string | null;
  panel: string | null;
  github: string | null;
};

type StateName = Exclude<PhaseName, "held"> | "clarify" | "escalated";

const PROJECTIONS: Readonly<Record<StateName, Projection>> = {
  open: { chains: null, modes: "open", cycles: "pending", panel: "RUNNING", github: null },
  in_progress: {
    chains: "in_progress",
    modes: "in_progress",
    cycles: "in_progress",
    panel: "RUNNING",
    github: null,
  },
  reviewing: {
    chains: "in_review",
    modes: "reviewing",
    cycles: "completed",
    panel: "RUNNING",
    github: "in_progress",
  },
  rework: {
    chains: "in_progress",
    modes: "open",
    cycles: "rework",
    panel: "RUNNING",
    github: "failure",
  },
  clarify: {
    chains: null,
    modes: "blocked",
    cycles: null,
    panel: "PAUSED",
    github: "action_required",
  },
  escalated: {
    chains: null,
    modes: "blocked",
    cycles: "escalated",
    panel: "PAUSED",
    github: "action_required",
  },
  approved: {
    chains: null,
    modes: "reviewing",
    cycles: "approved",
    panel: "RUNNING",
    github: "success",
  },
  merging: {
    chains: null,
    modes: "reviewing",
    cycles: "approved",
    panel: "RUNNING",
    github: "success",
  },
  done: { chains: "done", modes: "closed", cycles: "approved", panel: null, github: "success" },
  rejected: { chains: null, modes: "blocked", cycles: null, panel: null, github: "failure" },
};

/** Returns the names of a task's state in the five ways of reviewing and on GitHub. */
export function project({
  phase,
  issues,
  round,
}: Pick<Task, "phase" | "issues" | "round">): Projection {
  const words = PROJECTIONS[phase.is === "held" ? phase.kind : phase.is];
  const flagged =
    words.panel === "RUNNING" && issues.some((issue) => issue.round === (round?.number ?? 0));
  return flagged ? { ...words, panel: "RUNNING (Flagged)" } : words;
}
