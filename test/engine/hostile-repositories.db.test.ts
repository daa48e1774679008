import { CountersignError, type Task, toShown } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { describe, expect, inject, it } from "vitest";
import {
  type HostileCase,
  type HostileLab,
  prepare,
} from "../../packages/adapters/src/git/testing/hostile-case.ts";
import { HOSTILE_HIDING } from "../../packages/adapters/src/git/testing/hostile-hiding.ts";
import { HOSTILE_PROGRAMS } from "../../packages/adapters/src/git/testing/hostile-programs.ts";
import { openMirrored } from "../../packages/adapters/src/git/testing/open-mirror.ts";
import { openEngine, POLICY } from "./open-engine.ts";

/** Where the time is short, one of each six; the mirror's own lab always walks into all of them. */
const EVERY = inject("scale") < 1 ? 6 : 1;
const CASES: readonly HostileCase[] = [...HOSTILE_PROGRAMS, ...HOSTILE_HIDING].filter(
  (_, index) => index % EVERY === 0,
);
const { engine, ana, agent, admin, key, until } = await openEngine();

/** A trap whose main branch has a policy; that plain git walks into it is shown in the mirror's own lab. */
async function lay(hostile: HostileCase, number: number): Promise<HostileLab> {
  const mirrored = openMirrored();
  mirrored.write("countersign.json", JSON.stringify({ ...POLICY, checks: [] }));
  const lab = prepare(mirrored);
  hostile.plant(lab);
  lab.fired();
  await engine.addRepository(admin, { path: lab.repo, id: `lab-${number}` });
  return lab;
}

const isSettled = ({ phase }: Task) =>
  phase.is === "rework" ||
  phase.is === "held" ||
  (phase.is === "reviewing" && phase.person !== null);

/** Says everything that can be said to a task on its way to the merge. */
async function everyCommand(repo: string, lab: HostileLab): Promise<string> {
  const { task: id } = await engine.createTask(agent, key(), { title: "Evil", repo });
  await engine.command(agent, key(), id, { type: "claim" });
  const hand = (from: { branch: string } | { worktree: string }, answers: string[] = []) =>
    engine.submitWork(agent, key(), {
      task: id,
      from,
      signal: "DONE",
      summary: "x",
      answers: answers.map((finding) => ({ finding, status: "answered", note: "on purpose" })),
    });
  await hand({ branch: "agent" });
  let task = await until(id, isSettled);
  const shown = await readEverything(ana, id);
  if (task.phase.is === "rework") {
    const open = task.findings.filter(({ disposition }) => disposition.is === "open");
    for (const { id: finding } of open)
      await engine.command(ana, key(), id, {
        type: "dispose",
        ...toShown(task),
        finding,
        as: { is: "dismissed", reason: "seen" },
      });
    await hand(
      { branch: "agent" },
      open.map(({ id: finding }) => finding),
    );
    task = await until(id, isSettled);
  }
  await hand({ worktree: lab.repo }).catch(onlyRefused);
  task = await until(id, isSettled);
  const round = task.round;
  if (task.phase.is === "reviewing" && round !== null)
    await engine.command(ana, key(), id, {
      type: "approve",
      round: round.number,
      tree: round.content.tree,
    });
  await until(id, ({ phase }) => phase.is !== "approved" && phase.is !== "merging");
  return shown + (await readEverything(ana, id));
}

async function readEverything(by: Principal, id: string): Promise<string> {
  await engine.findTask(by, id);
  await engine.task(by, id);
  await engine.log(by, id);
  await engine.why(by, id);
  await engine.status(by);
  const diff = await engine.diff(by, id, {});
  await engine.diff(by, id, { since: 1 });
  const listed = diff.unshown.map(({ path }) => `listed ${path}`);
  return [Buffer.from(diff.patch).toString("utf8"), ...listed].join("\n");
}

function onlyRefused(error: unknown): void {
  if (!(error instanceof CountersignError)) throw error;
}

describe("the engine on hostile repositories", () => {
  it.each(CASES.map((hostile, index) => ({ ...hostile, index })))(
    "$name: no command springs the trap, nothing is hidden",
    async ({ index, ...hostile }) => {
      const lab = await lay(hostile, index).catch((error: unknown) => {
        if (hostile.refused || hostile.unregistered) onlyRefused(error);
        else throw error;
        return null;
      });
      if (lab === null) return;
      expect(hostile.unregistered).toBeUndefined();
      const shown = await everyCommand(`lab-${index}`, lab).catch((error: unknown) => error);

      expect(lab.fired(), "the trap sprang").toBe(false);
      if (hostile.refused) {
        expect(shown).toBeInstanceOf(CountersignError);
        return;
      }
      if (shown instanceof Error) throw shown;
      expect(shown).toContain("+evil()");
      expect(shown).not.toContain("top secret");
    },
  );
});
