import { readFileSync } from "node:fs";
import type { TaskEffect } from "@countersign/core";
import { expect, it } from "vitest";

/** The test that observes what each effect of the core brings about in the world, by file and title without ids. */
const EFFECT_TESTS: Readonly<Record<TaskEffect["do"], readonly [file: string, title: string]>> = {
  read_content: [
    "test/engine/path-to-the-merge.db.test.ts",
    "goes from an agent's branch to the merged commit, which holds exactly the approved tree",
  ],
  read_checkup: [
    "test/engine/unfinished-work.db.test.ts",
    "is read by reviewers before anything of it was submitted",
  ],
  ask: [
    "test/engine/path-to-the-merge.db.test.ts",
    "whose check fails goes back with a finding, and the next round shows what is new",
  ],
  ask_checkup: [
    "test/engine/unfinished-work.db.test.ts",
    "is read by reviewers before anything of it was submitted",
  ],
  reset_work: [
    "test/engine/kept-work.db.test.ts",
    "resets the worktree of a redo that begins anew",
  ],
  save_checkpoint: [
    "test/engine/kept-work.db.test.ts",
    "frees a task whose lease has ended, and keeps what is in the worktree as a checkpoint",
  ],
  update_work: [
    "test/engine/path-to-the-merge.db.test.ts",
    "leaves its worktree at the new target, so that the next diff shows new work alone",
  ],
  merge: [
    "test/engine/path-to-the-merge.db.test.ts",
    "is merged on top of what was merged meanwhile, and its commands judge the result again",
  ],
  close_grace: [
    "test/engine/stored-jobs.db.test.ts",
    "ends the grace of a redo by a job that an earlier release stored",
  ],
  notify: [
    "test/engine/notifications.db.test.ts",
    "gets a message about a turn, over the person's own route, once per task and round",
  ],
  hold_repo: [
    "test/engine/notifications.db.test.ts",
    "who owns a repository is told once that its merges are on hold",
  ],
  file_debt: [
    "test/engine/debt.db.test.ts",
    "opens a task for a warning that merged work leaves behind, and links the two",
  ],
};

it.each(Object.entries(EFFECT_TESTS))("%s has a test of its outcome", (_effect, [file, title]) => {
  expect(readFileSync(file, "utf8")).toContain(`it("${title}`);
});
