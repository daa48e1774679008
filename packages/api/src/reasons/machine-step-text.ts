import type { MachineStep, TaskView } from "../schemas/task-view.ts";

const SECOND_MS = 1_000;
const MINUTE_S = 60;

const STEPS: Readonly<Record<MachineStep["step"], string>> = {
  preparing: "installing dependencies",
  running: "running",
  reviewing: "reviewing",
};

/** Describes what a machine does and for how long: "installing dependencies, 40 s". */
export function machineStepText({ step, sinceMs }: MachineStep, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / SECOND_MS));
  const minutes = Math.floor(seconds / MINUTE_S);
  const age = minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % MINUTE_S} s`;
  return `${STEPS[step]}, ${age}`;
}

/** Describes the active machines of a task in one line; null if none is active. Equal steps appear once. */
export function atWorkText({ atWork }: Pick<TaskView, "atWork">, nowMs: number): string | null {
  const groups = Map.groupBy(atWork, ({ step }) => step);
  const lines = [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const names = [first, ...others].map(({ reviewer }) => reviewer);
    return [`${[...new Set(names)].join(", ")}: ${machineStepText(first, nowMs)}`];
  });
  return lines.length === 0 ? null : lines.join("; ");
}
