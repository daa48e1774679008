/** How a sprint may end, in the order of the panel. */
export const TARGETS = ["tasks", "hours", "clock", "none_ready"] as const;
export type PlanTarget = (typeof TARGETS)[number];

/** A sprint that is being planned, or what is being added to the one that runs. */
export type Plan = {
  readonly adding: boolean;
  readonly target: PlanTarget;
  /** The number of each target that has one: tasks, hours, or the hour of the day. */
  readonly numbers: Readonly<Record<"tasks" | "hours" | "clock", number>>;
  readonly pauseOnFailure: boolean;
  /** All are chosen but these, or none but these: tasks may still be on their way. */
  readonly all: boolean;
  readonly but: ReadonlySet<string>;
  readonly here: string | null;
};

export const FIRST_PLAN: Plan = {
  adding: false,
  target: "none_ready",
  numbers: { tasks: 20, hours: 8, clock: 8 },
  pauseOnFailure: false,
  all: true,
  but: new Set(),
  here: null,
};
