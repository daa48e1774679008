import { ForgeError, type ForgePush } from "@countersign/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { countWrites } from "./count-writes.ts";
import { MAIN, openPushLab, SIDE } from "./open-push-lab.ts";

const lab = await openPushLab();
const { hub, shop, commit, follows, commitOf, pushWithGit, pushed } = lab;
let number = 0;

/** Opens a pull request with one file, and lets Ana approve its head. */
async function approveFile(file: string): Promise<{ number: number; head: string }> {
  const head = commit(file, `${file}\n`);
  number += 1;
  const opened = { number, head };
  await lab.propose(opened.number, head);
  await lab.approve(opened.number, head);
  return opened;
}

const isDone = (change: number) => follows(change, ({ phase }) => phase.is === "done");

type Pushed = ReturnType<typeof pushWithGit>;

/** Replaces the next push to the target. */
function onTargetPush(act: (push: ForgePush) => Pushed | Promise<Pushed>): void {
  hub.control.push = async (push) => {
    if (push.ref !== MAIN) return pushWithGit(push);
    hub.control.push = async (next) => pushWithGit(next);
    return act(push);
  };
}

beforeEach(async () => {
  await lab.refill();
  pushed.length = 0;
});

describe("an approved pull request with merge.through push", () => {
  it("reaches the target as our own merge commit, which has a green check before", async () => {
    const before = commitOf(MAIN);
    const { number: change, head } = await approveFile("a.txt");
    const { flags } = await isDone(change);

    expect(pushed).toEqual([`${SIDE} `, `${MAIN} success`, `${SIDE} removed`]);
    expect(shop.git("log", "-1", "--format=%P", "main").trim()).toBe(`${before} ${head}`);
    expect(shop.git("log", "-1", "--format=%B", "main")).toContain("Countersign-Tree");
    expect(flags).not.toContain("outside");
    expect([commitOf(SIDE), await lab.holdOf()]).toEqual(["", null]);
  });

  it("shows the approval on a head that was merged before its check was written", async () => {
    const head = commit("shown.txt", "shown\n");
    number += 1;
    const change = number;
    await lab.propose(change, head);
    hub.control.before = (call, of) => {
      if (call === "tell" && of === change) throw new ForgeError("retry", "the connection was cut");
    };
    onTargetPush((push) => {
      const answer = pushWithGit(push);
      hub.update(change, { state: "merged", mergeCommit: push.commit });
      return answer;
    });
    await lab.approve(change, head);
    await isDone(change);
    await lab.hint(change);
    const storedState = async () => (await lab.storedChange(change))?.state;
    await expect.poll(storedState, { timeout: 20_000, interval: 20 }).toBe("merged");
    hub.control.before = () => undefined;

    await lab.shows(head, "success: Approved and merged");
  });

  it("is merged once if the answer to the push is lost", async () => {
    let asked = 0;
    onTargetPush((push) => {
      asked += 1;
      pushWithGit(push);
      throw new ForgeError("retry", "the connection was cut");
    });
    const { number: change, head } = await approveFile("b.txt");
    await isDone(change);

    expect(asked).toBe(1);
    expect(shop.git("log", "-1", "--format=%P", "main").trim().split(" ")[1]).toBe(head);
    expect(commitOf(SIDE)).toBe("");
  });

  it("is merged onto an approved merge that reached the target first", async () => {
    const other = commit("first.txt", "first\n");
    number += 1;
    const first = number;
    await lab.propose(first, other);
    onTargetPush(async (push) => {
      await lab.approve(first, other);
      await follows(first, ({ phase }) => phase.is === "approved");
      shop.git("update-ref", MAIN, mergeOf(other));
      return pushWithGit(push);
    });
    const { number: change } = await approveFile("second.txt");
    await isDone(change);
    await isDone(first);

    expect(await lab.holdOf()).toBeNull();
    expect(shop.git("ls-tree", "--name-only", "main").split("\n")).toEqual(
      expect.arrayContaining(["first.txt", "second.txt"]),
    );
  });

  it("is not done if the forge says so but the target has not moved", async () => {
    const before = commitOf(MAIN);
    let claims = 0;
    onTargetPush(({ commit: claimed }) => {
      claims += 1;
      return { outcome: "requested", commit: claimed };
    });
    const { number: change } = await approveFile("d.txt");
    await expect.poll(() => claims, { timeout: 20_000 }).toBe(1);
    expect((await lab.taskOf(change))?.phase.is).not.toBe("done");
    expect(commitOf(MAIN)).toBe(before);
    await isDone(change);
  });

  it("waits with the reason, and without a green check, if a rule of the forge refuses the push", async () => {
    onTargetPush(() => ({ outcome: "not_mergeable", detail: "GH013: through a pull request" }));
    const { number: change } = await approveFile("e.txt");
    await isDone(change);
    const { id } = (await lab.taskOf(change)) ?? { id: "" };
    const log = await lab.engine.log(lab.ana, id);
    const details = log.flatMap(({ event }) =>
      event.type === "merge_postponed" ? [event.detail] : [],
    );
    expect(details.join()).toContain("GH013: through a pull request");
    const refused = [`${SIDE} `, `${SIDE} removed`];
    expect(pushed).toEqual([...refused, `${SIDE} failure`, `${MAIN} success`, `${SIDE} removed`]);
  });

  it("reserves every write of a push that the forge refuses, also the one that withdraws its check", async () => {
    const head = commit("budget.txt", "budget\n");
    number += 1;
    const change = number;
    await lab.propose(change, head);
    const readWrites = await countWrites(lab.database, hub);
    const refusals: string[] = [];
    hub.control.push = async (push) => {
      if (push.ref !== MAIN || refusals.length === 2) return pushWithGit(push);
      refusals.push(push.ref);
      return { outcome: "not_mergeable", detail: "GH013: through a pull request" };
    };
    await lab.approve(change, head);
    await isDone(change);
    await lab.shows(head, "success: Approved and merged");

    expect(refusals).toHaveLength(2);
    const { sent, reserved } = await readWrites();
    expect(sent).toBeGreaterThanOrEqual(6);
    expect(reserved).toBeGreaterThanOrEqual(sent);
  });

  it("replaces the side branch of an interrupted merge", async () => {
    shop.git("update-ref", SIDE, commit("left.txt", "left\n"));
    const { number: change } = await approveFile("f.txt");
    await isDone(change);
    expect(commitOf(SIDE)).toBe("");
  });

  it("is not merged if it gets another head, and gets a round for it", async () => {
    const head = commit("g.txt", "g\n");
    const next = commit("g.txt", "unseen\n");
    number += 1;
    const change = number;
    await lab.propose(change, head);
    const before = commitOf(MAIN);
    hub.control.before = (call) => {
      if (call !== "fetchInto") return;
      hub.control.before = () => undefined;
      hub.push(change, next);
    };
    await lab.approve(change, head);
    await follows(change, ({ round }) => round?.content.head === next);
    expect(commitOf(MAIN)).toBe(before);
  });

  it("holds the repository if the target then contains anything else", async () => {
    onTargetPush((push) => {
      const evil = commit("evil.txt", "evil\n", push.commit ?? "");
      shop.git("update-ref", MAIN, evil);
      return { outcome: "requested", commit: push.commit };
    });
    const { number: change } = await approveFile("h.txt");
    await expect.poll(lab.holdOf, { timeout: 40_000 }).not.toBeNull();
    expect((await lab.taskOf(change))?.phase.is).not.toBe("done");
  });
});

/** Creates the merge of a head onto the target, as the forge does. */
function mergeOf(head: string): string {
  const tree = shop.git("merge-tree", "--write-tree", "main", head).trim();
  return shop.git("commit-tree", "-p", "main", "-p", head, "-m", "Merged", tree).trim();
}
