import { globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LogEntry } from "@countersign/core";
import { afterEach, describe, expect, it } from "vitest";
import { plainPolicy } from "../engine/plain-policy.ts";
import { handInChange, untilHeld, type WaitingTask } from "./hand-in-change.ts";
import { openLab } from "./open-lab.ts";

const lab = await openLab(plainPolicy("ana"), { lookMs: 100 });
const { engine, shop, ana, key, until, database, folder } = lab;
const lock = join(shop.repo, ".git", "index.lock");

/** Approves while the agent blocks the person's checkout, so that the merge is announced and postponed; then rejects. */
async function rejectAfterAnnouncement(branch: string): Promise<WaitingTask> {
  const waiting = await handInChange(lab, branch, "back door\n");
  const { task, round } = waiting;
  writeFileSync(lock, "");
  const { number, content } = round;
  await engine.command(ana, key(), task, { type: "approve", round: number, tree: content.tree });
  await until(task, ({ phase }) => phase.is === "approved" && phase.tries > 0);
  const shown = { round: number, tree: content.tree };
  await engine.command(ana, key(), task, {
    type: "reject",
    ...shown,
    reason: "This is a back door",
  });
  rmSync(lock, { force: true });
  return waiting;
}

async function announcedCommits(task: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ next: string }>(
    "SELECT next FROM countersign.moves WHERE task_id = $1",
    [task],
  );
  return rows.map(({ next }) => next);
}

/** Makes the merge commit again from what an author may read: the log, the branches and the tree. */
function rebuildMergeCommit({ task, round }: WaitingTask, log: readonly LogEntry[]): string {
  const { tree, head } = round.content;
  const approved = log.findLast(({ event }) => event.type === "approved");
  const at = `${Math.trunc((approved?.atMs ?? 0) / 1_000)} +0000`;
  const lines = [
    `tree ${tree}`,
    `parent ${shop.git("rev-parse", "main")}`,
    `parent ${head}`,
    `author claude <countersign@localhost> ${at}`,
    `committer countersign <countersign@localhost> ${at}`,
    "",
    `Merge ${task}: Harmless`,
    "",
    `Countersign-Task: ${task}`,
    `Countersign-Round: ${round.number}`,
    `Countersign-Tree: ${tree}`,
    "Countersign-Approved-By: ana",
    "",
  ];
  return shop.feed(lines.join("\n"), "hash-object", "-t", "commit", "-w", "--stdin");
}

async function acceptedAs(tip: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ how: string }>(
    "SELECT how FROM countersign.accepted_tips WHERE tip = $1",
    [tip],
  );
  return rows.map(({ how }) => how);
}

afterEach(async () => {
  rmSync(lock, { force: true });
  const [line] = await engine.repositories(ana);
  if (line === undefined) return;
  shop.git("update-ref", "refs/heads/main", line.tip);
  shop.git("reset", "--quiet", "--hard");
  const release = { tip: line.tip, reason: "Put back" };
  if (line.hold !== null) await engine.releaseRepository(ana, "shop", release);
});

describe("I1 Complete: what a person rejected is never booked as merged by countersign", () => {
  it("holds the target when the rejected merge is made again from its public parts", async () => {
    const waiting = await rejectAfterAnnouncement("guessed");
    const forged = rebuildMergeCommit(waiting, await engine.log(ana, waiting.task));
    shop.git("update-ref", "refs/heads/main", forged);

    expect(await untilHeld(lab)).toMatch(/^target_moved: .*outside countersign/);
    expect(await announcedCommits(waiting.task)).not.toContain(forged);
    expect(await acceptedAs(forged)).toEqual([]);
  });

  it("holds the target when the very commit that was announced is landed after the rejection", async () => {
    const { task } = await rejectAfterAnnouncement("stolen");
    const announced = (await announcedCommits(task)).at(-1) ?? "";
    const [mirror = ""] = globSync(join(folder, "data", "mirrors", "*.git"));
    shop.git("fetch", "--quiet", mirror, "+refs/countersign/*:refs/stolen/*");
    shop.git("update-ref", "refs/heads/main", announced);

    expect(await untilHeld(lab)).toMatch(/^target_moved/);
    expect(await acceptedAs(announced)).toEqual([]);
    expect((await engine.task(ana, task)).phase.is).toBe("rejected");
  });

  it("names the task whose content a foreign commit carries", async () => {
    const { task, round } = await rejectAfterAnnouncement("lookalike");
    const { tree } = round.content;
    const copy = shop.git("commit-tree", "-p", "main", "-m", "Nothing to see", tree);
    shop.git("update-ref", "refs/heads/main", copy);

    expect(await untilHeld(lab)).toContain(`It has the content of ${task}, which was rejected`);
  });

  it("holds the target when it is taken back to an earlier merge of ours", async () => {
    const earlier = shop.git("rev-parse", "main");
    for (const branch of ["one", "two"]) {
      const { task, round } = await handInChange(lab, branch, "good\n");
      const { number, content } = round;
      await engine.command(ana, key(), task, {
        type: "approve",
        round: number,
        tree: content.tree,
      });
      await until(task, ({ phase }) => phase.is === "done");
    }
    const first = shop.git("rev-parse", "main^");
    expect(first).not.toBe(earlier);
    shop.git("update-ref", "refs/heads/main", first);

    expect(await untilHeld(lab)).toMatch(/^target_moved/);
  });
});
