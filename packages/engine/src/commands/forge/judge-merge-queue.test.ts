import { describe, expect, it } from "vitest";
import { judgeMergeQueue } from "./judge-merge-queue.ts";

describe("judgeMergeQueue", () => {
  it.each([
    [true, "queue"],
    [false, "host"],
    [false, "push"],
    [false, undefined],
  ] as const)(
    "has no hint if the branch has a queue: %s, and merge.through is %s",
    (hasMergeQueue, through) => {
      const merge = through === undefined ? {} : { through };
      expect(judgeMergeQueue({ hasMergeQueue }, merge, "main")).toEqual([]);
    },
  );

  it.each([
    [true, "push", "main has a merge queue, but merge.through is push"],
    [true, undefined, "main has a merge queue, but merge.through is host"],
    [false, "queue", "merge.through is queue, but main has no merge queue"],
  ] as const)(
    "has a hint if the branch has a queue: %s, and merge.through is %s",
    (hasMergeQueue, through, says) => {
      const merge = through === undefined ? {} : { through };
      const [hint, ...more] = judgeMergeQueue({ hasMergeQueue }, merge, "main");
      expect(hint?.says).toContain(says);
      expect(hint?.fix).toContain("ruleset");
      expect(more).toEqual([]);
    },
  );
});
