import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { GATE, receiveHooks } from "./engine/open-reviewed-shop.ts";
import { type Life, openLife, WAIT } from "./open-life.ts";

let life: Life;
let hookUrl: string;

beforeAll(async () => {
  life = await openLife({ merge: { through: "queue" }, rules: [{ type: "merge_queue" }] });
  hookUrl = await receiveHooks(life.engine);
});

const readQueue = () => life.shop.hub.admin.readQueue({ repository: life.shop.repository });

/** Lists the branches of merge groups in the engine's own clone. */
async function readGroupRefs(): Promise<string> {
  const all = await life.engine.engine.repositories(life.engine.ana);
  const path = all.find(({ id }) => id === life.repo)?.path ?? "";
  const args = ["-C", path, "for-each-ref", "refs/heads/gh-readonly-queue/"];
  return execFileSync("git", args, { encoding: "utf8" });
}

/** Opens a pull request and waits for its check. */
async function propose(branch: string): Promise<{ number: number; commit: string }> {
  const opened = await life.shop.openChange(branch);
  await expect.poll(() => life.checkOf(opened.commit), WAIT).toBe(`${GATE} in_progress`);
  return opened;
}

describe("a pull request on GitHub that is merged by GitHub's queue", () => {
  it("is queued once it is approved, and merged as a group that we reproduce", async () => {
    const { number, commit } = await propose("queued");
    await life.approve(number, commit);
    await expect.poll(() => life.phaseOf(number), WAIT).toBe("done");

    const tip = await life.mainTip();
    const { repository, hub } = life.shop;
    expect(await life.checkOf(tip ?? "")).toBe(`${GATE} success`);
    expect(await hub.admin.readPull({ repository, number })).toMatchObject({ mergeCommit: tip });
    expect([await readQueue(), await life.holdOf()]).toEqual([[], null]);
    await expect.poll(readGroupRefs, WAIT).toBe("");
  });

  it("passes one in front of it that was not approved, whose group is never green", async () => {
    const { repository, hub, app } = life.shop;
    await hub.admin.setHookUrl({ app, url: hookUrl });
    const planted = await propose("planted");
    const approved = await propose("behind");
    // Ben may bypass the rule that only approved heads are queued.
    await hub.admin.enqueuePull({ repository, number: planted.number, by: "ben" });
    const [first] = await readQueue();
    await life.approve(approved.number, approved.commit);
    await expect.poll(() => life.phaseOf(approved.number), WAIT).toBe("done");

    expect(await life.checkOf(first?.group?.commit ?? "")).toBe(`${GATE} failure`);
    expect(await life.phaseOf(planted.number)).toBe("reviewing");
    const { state } = await hub.admin.readPull({ repository, number: planted.number });
    expect([state, await readQueue(), await life.holdOf()]).toEqual(["open", [], null]);
  });

  it("is refused if its group contains anything else, and merged by the next one", async () => {
    const { number, commit } = await propose("altered");
    const { clone, hub, repository } = life.shop;
    await clone.git("checkout", "--quiet", "--detach", commit);
    const evil = await clone.commit("Evil", { "evil.txt": "evil\n" });
    await clone.git("push", "--quiet", "origin", `${evil}:refs/heads/evil`);
    await hub.admin.enqueuePull({ repository, number, by: "ben" });
    await hub.admin.alterGroup({ repository, number, commit: evil });
    await life.approve(number, commit);
    await expect.poll(() => life.checkOf(evil), WAIT).toBe(`${GATE} failure`);
    await expect.poll(() => life.phaseOf(number), WAIT).toBe("done");

    const { mergeCommit } = await hub.admin.readPull({ repository, number });
    expect([await life.mainTip(), await life.holdOf()]).toEqual([mergeCommit, null]);
  });

  it("follows GitHub's description in every request", async () => {
    expect(await life.shop.hub.admin.readDeviations()).toEqual([]);
  });
});
