import type { CheckStep } from "../checks/run-check.ts";

/** The current work of a machine for a task. */
export type MachineProgress = {
  requirement: string;
  reviewer: string;
  /** `preparing`: installs dependencies; `running`: the check runs; `reviewing`: an agent reviews. */
  step: CheckStep["is"] | "reviewing";
  /** Start of the step in milliseconds since the epoch. */
  sinceMs: number;
};

/** The current work of the machines in this process. In memory only: after a restart every step begins again. */
export interface ReviewProgress {
  /** Shows a machine as reviewing until `end`. */
  begin(
    org: string,
    task: string,
    seat: Pick<MachineProgress, "requirement" | "reviewer">,
  ): StepReport;
  /** Returns the machines that work on one task, longest first. */
  list(org: string, task: string): MachineProgress[];
}

type StepReport = { report(step: CheckStep): void; end(): void };

export function createReviewProgress(): ReviewProgress {
  const byTask = new Map<string, Set<MachineProgress>>();
  return {
    begin(org, task, seat) {
      const key = `${org} ${task}`;
      const steps = byTask.get(key) ?? new Set<MachineProgress>();
      byTask.set(key, steps);
      const entry: MachineProgress = { ...seat, step: "reviewing", sinceMs: Date.now() };
      steps.add(entry);
      return {
        report({ is, sinceMs }) {
          entry.step = is;
          entry.sinceMs = sinceMs;
        },
        end() {
          steps.delete(entry);
          if (steps.size === 0 && byTask.get(key) === steps) byTask.delete(key);
        },
      };
    },
    list: (org, task) =>
      [...(byTask.get(`${org} ${task}`) ?? [])]
        .map((entry) => ({ ...entry }))
        .toSorted((one, other) => one.sinceMs - other.sinceMs),
  };
}
