import type { Task } from "@countersign/core";
import { openWorkshop } from "../../packages/adapters/src/git/testing/plain-git.ts";
import type { Surfaces } from "./open-surfaces.ts";
import { SURFACES, type Surface, type Work } from "./surfaces.ts";

/** One refusal of a submission, a situation in which it occurs, and the surfaces that can get into it. */
export type RefusalRow = {
  /** As `listRefusals` names it. */
  refusal: string;
  on: readonly Surface[];
  arrange(lab: Surfaces): Promise<Work>;
};

/** A hook names no task and answers no finding: it sends what is in the working directory. */
const BY_NAME: readonly Surface[] = ["mcp", "cli"];

/** MCP and hooks always have a title, and no base. */
const BY_HAND: readonly Surface[] = ["cli"];

const waitsForAna = ({ phase }: Task) => phase.is === "reviewing" && phase.person === "ana";

/** A task of the agent that the owner sent back, with or without a finding in a file that is not changed again. */
async function sentBack(lab: Surfaces, name: string, hasFinding: boolean): Promise<Work> {
  const { engine, ana, key, until, worktree, submitted } = lab;
  const directory = worktree(name, { "job.txt": "1\n", "other.txt": "1\n" });
  const { id } = await submitted(directory, name);
  const { round } = await until(id, waitsForAna);
  const raw = { severity: "major", category: "correctness", file: "other.txt", message: "Wrong" };
  await engine.command(ana, key(), id, {
    type: "record_verdict",
    of: "round",
    number: 1,
    tree: round?.content.tree ?? "",
    requirement: "layer:owner",
    opinion: "concerns",
    summary: "Not like this",
    findings: hasFinding ? [{ raw: { ...raw, severity: "major" }, onUnchangedLines: false }] : [],
    costUsd: 0,
    sandboxed: false,
  });
  await until(id, ({ phase }) => phase.is === "rework");
  return { directory, title: name };
}

/** A task of another author, by its name. */
async function namedTask(lab: Surfaces, name: string, assignee?: string): Promise<Work> {
  const { engine, ana, key, worktree } = lab;
  const { task } = await engine.createTask(ana, key(), { title: name, repo: "shop", assignee });
  return { directory: worktree(name, { "job.txt": `${name}\n` }), task };
}

export const REFUSAL_ROWS: readonly RefusalRow[] = [
  {
    refusal: "not_found: This directory is not in a registered repository",
    on: SURFACES,
    async arrange() {
      const other = openWorkshop();
      other.write("a.txt", "1\n");
      other.commit("Begin");
      return { directory: other.repo, title: "Unregistered" };
    },
  },
  {
    refusal: "nothing_changed: There is nothing to review: the work equals …",
    on: SURFACES,
    arrange: async ({ worktree }) => ({ directory: worktree("unchanged"), title: "Nothing" }),
  },
  {
    refusal: "invalid_input: The work has no history in common with the target",
    on: SURFACES,
    async arrange({ worktree, shop }) {
      const directory = worktree("unrelated");
      shop.git("-C", directory, "checkout", "--quiet", "--orphan", "orphan");
      shop.git("-C", directory, "commit", "--quiet", "--allow-empty", "-m", "Another beginning");
      return { directory, title: "Unrelated" };
    },
  },
  {
    refusal: "rounds_used: … of … rounds are used; … was escalated to …",
    on: SURFACES,
    async arrange({ worktree, submitted, until, shop }) {
      const directory = worktree("used-up", { "broken.txt": "1\n" });
      const { id } = await submitted(directory, "Used up");
      await until(id, ({ phase }) => phase.is === "rework");
      shop.write("../used-up/broken.txt", "2\n");
      await submitted(directory, "Used up");
      await until(id, ({ phase }) => phase.is === "held");
      shop.git("-C", directory, "clean", "--quiet", "-f");
      shop.write("../used-up/mended.txt", "1\n");
      return { directory, title: "Used up" };
    },
  },
  {
    refusal: "unanswered_findings: … no answer: …",
    on: SURFACES,
    async arrange(lab) {
      const work = await sentBack(lab, "unanswered", true);
      lab.shop.write("../unanswered/job.txt", "2\n");
      return work;
    },
  },
  {
    refusal:
      "nothing_changed: The content is identical to round … of …, so there is nothing to review",
    on: SURFACES,
    arrange: (lab) => sentBack(lab, "the-same", false),
  },
  {
    refusal: "wrong_state: The decision on … can still be undone",
    on: SURFACES,
    async arrange({ engine, ana, key, worktree, submitted, until, shop }) {
      const directory = worktree("undecided", { "job.txt": "1\n" });
      const { id } = await submitted(directory, "Undecided");
      const { round } = await until(id, waitsForAna);
      await engine.command(ana, key(), id, {
        type: "redo",
        round: 1,
        tree: round?.content.tree ?? "",
        quickIssues: [],
        customFeedback: "Again",
        option: "keep",
        priority: "same",
      });
      shop.write("../undecided/job.txt", "2\n");
      return { directory, title: "Undecided" };
    },
  },
  {
    refusal: "not_your_turn: … is assigned to …",
    on: BY_NAME,
    arrange: (lab) => namedTask(lab, "of-codex", "codex"),
  },
  {
    refusal: "wrong_state: … is …",
    on: BY_NAME,
    async arrange(lab) {
      const work = await namedTask(lab, "rejected");
      const { engine, ana, key } = lab;
      const shown = { round: null, tree: null };
      await engine.command(ana, key(), work.task ?? "", { type: "reject", reason: "No", ...shown });
      return work;
    },
  },
  {
    refusal: "on_hold: The sprint of … is paused.",
    on: BY_NAME,
    async arrange(lab) {
      const work = await namedTask(lab, "paused");
      const { engine, ana, key } = lab;
      const target = { is: "none_ready" } as const;
      const tasks = [work.task ?? ""];
      await engine.startSprint(ana, key(), { tasks, target, pauseOnFailure: false });
      await engine.changeSprint(ana, key(), { do: "pause" });
      return work;
    },
  },
  {
    refusal: "invalid_input: … is …, which requires a note",
    on: BY_NAME,
    async arrange(lab) {
      const work = await sentBack(lab, "without-note", true);
      return { ...work, answers: [{ finding: "F-1", status: "wont_fix", note: "" }] };
    },
  },
  {
    refusal: "not_found: There is no task …",
    on: BY_NAME,
    arrange: async ({ worktree }) => ({
      directory: worktree("no-task", { "job.txt": "1\n" }),
      task: "cs-zzzzzzzz",
    }),
  },
  {
    refusal: "invalid_input: … may be ……",
    on: BY_NAME,
    async arrange({ engine, ana, key, worktree }) {
      for (const id of ["cs-alike1", "cs-alike2"])
        await engine.createTask(ana, key(), { id, title: id, repo: "shop" });
      return { directory: worktree("alike", { "job.txt": "1\n" }), task: "cs-alike" };
    },
  },
  {
    refusal: "invalid_input: There is no task for this branch yet",
    on: BY_HAND,
    arrange: async ({ worktree }) => ({ directory: worktree("untitled", { "job.txt": "1\n" }) }),
  },
  {
    refusal: "invalid_input: … on this branch is …'s",
    on: BY_HAND,
    async arrange({ engine, signIn, key, worktree }) {
      const directory = worktree("of-another", { "job.txt": "1\n" });
      const codex = await signIn({ actor: "codex", role: "author" });
      const location = { branch: "of-another", worktree: directory };
      await engine.createTask(codex, key(), { title: "Another", repo: "shop", location });
      return { directory };
    },
  },
  {
    refusal:
      "invalid_input: The base … is neither part of the accepted history of … nor the current content of an open task…",
    on: BY_HAND,
    async arrange({ worktree, shop }) {
      const directory = worktree("wrong-base", { "wrong-base.txt": "1\n" });
      shop.git("-C", directory, "add", "--all");
      shop.git("-C", directory, "commit", "--quiet", "-m", "Work");
      shop.write("../wrong-base/more.txt", "1\n");
      return { directory, title: "Wrong base", base: "HEAD" };
    },
  },
  {
    refusal: "invalid_input: The work is not built on …",
    on: BY_HAND,
    async arrange({ worktree, shop }) {
      const other = worktree("beside", { "job.txt": "1\n" });
      shop.git("-C", other, "add", "--all");
      shop.git("-C", other, "commit", "--quiet", "-m", "Beside");
      const directory = worktree("not-on-it", { "job.txt": "2\n" });
      return { directory, title: "Not on it", base: "beside" };
    },
  },
  {
    refusal: "invalid_input: There is no commit, branch or tag … in …",
    on: BY_HAND,
    arrange: async ({ worktree }) => ({
      directory: worktree("no-base", { "job.txt": "1\n" }),
      title: "No base",
      base: "no-such-branch",
    }),
  },
];

/** Refusals that no surface can be brought to by hand, each with the test that shows it. */
export const REFUSALS_ELSEWHERE: Readonly<Record<string, string>> = {
  "invalid_input: Name the task, or the repository and the location of the work":
    "test/engine/refused-submissions.db.test.ts",
  "not_found: The repository does not have the commit …, or has it no longer":
    "test/engine/path-to-the-merge.db.test.ts",
  "invalid_input: That is not a valid task id": "test/engine/refused-submissions.db.test.ts",
  "forbidden: The credential of … names no responsible person.":
    "test/engine/refused-submissions.db.test.ts",
  "invalid_input: The work is still built on an earlier version of … (…)":
    "test/engine/stacked-tasks.db.test.ts",
  // Between the look at the base and the lock of the task, the base changed.
  "invalid_input: There is no task … in …": "packages/core/src/task/review/base-task.test.ts",
  "invalid_input: … cannot be built on itself": "packages/core/src/task/review/base-task.test.ts",
  "invalid_input: …, which the work is built on, was rejected":
    "packages/core/src/task/review/base-task.test.ts",
  "invalid_input: …, which the work is built on, has changed":
    "packages/core/src/task/review/base-task.test.ts",
  "forbidden: A … cannot work on tasks.": "packages/core/src/task/commands/work/submit.test.ts",
  "merging: … is being merged": "packages/core/src/task/commands/work/submit.test.ts",
  "on_hold: Work on … is paused.": "packages/core/src/task/commands/work/submit-again.test.ts",
};
