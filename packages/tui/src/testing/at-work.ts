import { SAMPLES, type Sample } from "../tour/sample-tasks.ts";

/** One task that two reviewers have not answered yet. */
export const AT_WORK: readonly Sample[] = SAMPLES.slice(0, 1).map((sample) => ({
  ...sample,
  atWork: ["api-reviewer", "design-auditor"],
}));
