import { describe, expect, it } from "vitest";
import { scenario } from "../../packages/core/src/testing/scenario.ts";
import {
  buildUnreviewed,
  choosePublishing,
  findUnreviewed,
} from "../../packages/engine/src/forge/shared-check.ts";
import type { StoredChange } from "../../packages/engine/src/store/forge/stored-changes.ts";

const HEAD = "1".repeat(40);
const OPEN: StoredChange = {
  ...{ repo: "shop", number: 2, taskId: null, state: "open", readMs: 0 },
  ...{ head: HEAD, base: "b".repeat(40), baseBranch: "main" },
  ...{ ids: null, shown: null, foreignCheck: null },
};
const RELEASE = { baseBranch: "release" };
const REFUSED = { commit: HEAD, state: "failure", round: 0, digest: "d" } as const;
const { task } = scenario({ policy: { profile: "modes" } });

describe("a pull request with a shared head", () => {
  it.each([
    ["is reviewed for the target", OPEN, task, null],
    ["has a task, but is for another branch now", { ...OPEN, ...RELEASE }, task, "other_branch"],
    ["has no task and is for another branch", { ...OPEN, ...RELEASE }, null, "other_branch"],
    ["was not submitted", OPEN, null, "no_task"],
    ["was refused", { ...OPEN, shown: REFUSED }, null, "refused"],
    [
      "was refused with its former head",
      { ...OPEN, shown: { ...REFUSED, commit: "2".repeat(40) } },
      null,
      "no_task",
    ],
    ["is closed", { ...OPEN, ...RELEASE, state: "closed" as const }, null, null],
  ])("that %s", (_, change, its, expected) => {
    expect(findUnreviewed(change, its, "main")).toBe(expected);
  });

  it("is brought up to date by those with a task, and by one of the others for each reason", () => {
    const at = (number: number, more: Partial<StoredChange> = {}) => ({ ...OPEN, number, ...more });
    const drafts = Array.from({ length: 1_000 }, (_, index) => at(100 + index));
    const chosen = choosePublishing(
      [
        ...[at(1, { taskId: "cs-1" }), at(2, { taskId: "cs-2" })],
        ...[at(3, RELEASE), at(4, RELEASE), at(5, { shown: REFUSED }), ...drafts],
      ],
      "main",
    );
    expect(chosen.map(({ number }) => number)).toEqual([1, 2, 3, 5, 100]);
  });

  it("names the pull request in the check", () => {
    expect(buildUnreviewed(HEAD, 2, "other_branch")).toMatchObject({
      state: "in_progress",
      title: "Pull request #2 with this head is for another branch",
      summary:
        "Pull request #2 with this head is for another branch. All pull requests with one head share its check.\n\nClose #2 or push another commit to it.",
    });
  });
});
