import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take the longest, by the end of their path. A file that starts last must not be one of them. */
const LONGEST = [
  "/accessibility.web.test.ts",
  "/safety.web.test.ts",
  "/decisions.web.test.ts",
  "/hostile-lab.git.test.ts",
  "/push.db.test.ts",
  "/worktree-schedules.db.test.ts",
  "/init-undo.db.test.ts",
  "/without-proc.db.test.ts",
  "/operations.db.test.ts",
  "/moved-repository.db.test.ts",
  "/review-flow.db.test.ts",
  "/git-decides.db.test.ts",
  "/recovery.db.test.ts",
  "/solo-postgres.db.test.ts",
  "/life-cycle.db.test.ts",
  "/push-around-merge.db.test.ts",
  "/shown-races.attack.test.ts",
  "/own-judge.attack.test.ts",
  "/queue.hub.test.ts",
  "/failures.hub.test.ts",
];

/** Starts the longest files of a project first, also where no earlier run has measured them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...groups.values()].flatMap((group) => group.toSorted((a, b) => rank(a) - rank(b)));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((path) => moduleId.endsWith(path));
  return at === -1 ? LONGEST.length : at;
}
