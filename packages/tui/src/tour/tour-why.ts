import type { TaskView, WhyView } from "@countersign/api";

/** Creates the history of a sample task. */
export function tourWhy(view: TaskView, startMs: number): WhyView {
  const { id, title, state, turn, attempt, round, flags, authors } = view;
  const by = authors[0] ?? "agent";
  const told = [
    [by, `submitted round ${round?.number ?? 0}`],
    ["engine", `mode ${round?.plan?.mode ?? "batch"}`],
    ["engine", `gate ${view.gate ?? "pending"}`],
  ] as const;
  return {
    task: id,
    title,
    state,
    turn,
    round: round?.number ?? null,
    attempt,
    flags,
    plan: null,
    decisions:
      round === null || round.decision === null
        ? []
        : [{ seq: 3, atMs: startMs, round: round.number, decision: round.decision }],
    story: told.map(([who, text], index) => ({ seq: index + 1, atMs: startMs, by: who, text })),
    unreviewed: null,
  };
}
