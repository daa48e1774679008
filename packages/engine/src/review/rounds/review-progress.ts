import type { CheckStep } from "../checks/run-check.ts";

/** What a machine does for a task right now. */
export type MachineProgress = {
  requirement: string;
  reviewer: string;
  /** `preparing`: dependencies are installed; `running`: the check runs; `reviewing`: an agent reviews. */
  step: CheckStep["is"] | "reviewing";
  /** Since when, as milliseconds of the clock. */
  sinceMs: number;
};

/** What the machines of this process do now. It is kept in memory: a restart begins every step again. */
export interface ReviewProgress {
  /** Shows a machine as reviewing until `end`. */
  begin(
    org: string,
    task: string,
    seat: Pick<MachineProgress, "requirement" | "reviewer">,
  ): StepReport;
  /** The machines at work for one task, longest first. */
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
