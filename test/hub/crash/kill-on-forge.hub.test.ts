import { beforeAll, describe, expect, it } from "vitest";
import { WITH_FORGE } from "../../crash/boundary-groups.ts";
import { GATE, WAITING } from "../engine/open-reviewed-shop.ts";
import { type KilledShop, openKilledShop } from "./open-killed-shop.ts";
import { listWrites, verifyWrites } from "./verify-writes.ts";

const WAIT = { timeout: 120_000, interval: 250 };

/** What happens to a pull request when the engine is killed. */
type Moment = "open" | "redo" | "approve";

const PUBLISH = ["publish.begun", "publish.told", "publish.saved"];
const READ = ["webhook.recorded", "change.read"];
const SUBMIT = ["change.fetched", "change.prepared", "change.submitted"];
const FETCH = ["remote.fetched", "remote.accepted"];
const START = ["poll.listed", "deliveries.listed"];

/** Every way to merge, and the boundaries at each moment. */
const LIVES = [
  {
    through: "host",
    rules: [],
    open: [...READ, ...SUBMIT, ...FETCH, ...PUBLISH],
    redo: [...READ, ...PUBLISH],
    approve: [...READ, ...FETCH, ...PUBLISH, "forge_merge.checked", "forge_merge.requested"],
  },
  {
    through: "push",
    rules: [],
    open: [],
    redo: [],
    approve: [...FETCH, "forge_push.aside", "forge_push.shown", "forge_push.pushed"],
  },
  {
    through: "queue",
    rules: [{ type: "merge_queue" }],
    open: [],
    redo: [],
    approve: ["webhook.recorded", "forge_merge.checked", "forge_queue.requested"],
  },
];

it("kills at every boundary of a forge", () => {
  const named = LIVES.flatMap(({ open, redo, approve }) => [...open, ...redo, ...approve]);
  expect(WITH_FORGE.filter((name) => ![...named, ...START].includes(name))).toEqual([]);
});

describe.each(LIVES)("an engine that is killed while it merges by $through", (life) => {
  let shop: KilledShop;
  const heads: string[] = [];

  beforeAll(async () => {
    shop = await openKilledShop({ merge: { through: life.through }, rules: life.rules });
  });

  async function checksOf(commit: string): Promise<string[]> {
    const runs = await shop.hub.admin.readCheckRuns({ repository: shop.repository, commit });
    return runs.map(({ name, status, conclusion }) => `${name} ${conclusion ?? status}`);
  }

  /** Takes a pull request from its first push to its merge, and kills the engine at one moment. */
  async function follow(branch: string, killed: { when: Moment; at: string } | null) {
    const { hub, repository } = shop;
    const { admin } = hub;
    const during = async (when: Moment, act: () => Promise<void>) => {
      if (killed?.when === when) await shop.killAt(killed.at, act);
      else await act();
    };
    let commit = await shop.pushBranch(branch, { [`${branch}.txt`]: "1\n" });
    let number = 0;
    await during("open", async () => {
      ({ number } = await admin.openPull({ repository, author: "ana", head: branch }));
    });
    const review = (event: "REQUEST_CHANGES" | "APPROVE") =>
      admin.reviewPull({ repository, number, by: "ben", event, commit });
    await expect.poll(() => checksOf(commit), WAIT).toEqual([WAITING]);
    const comments = async () => (await admin.readComments({ repository, number })).length;
    if (killed?.when === "redo") {
      await during("redo", async () => void (await review("REQUEST_CHANGES")));
      await expect.poll(() => checksOf(commit), WAIT).toEqual([`${GATE} failure`]);
      await expect.poll(comments, WAIT).toBe(1);
      commit = await shop.pushBranch(branch, { [`${branch}.txt`]: "2\n" });
      await expect.poll(() => checksOf(commit), WAIT).toEqual([WAITING]);
    }
    await during("approve", async () => void (await review("APPROVE")));
    await expect.poll(() => shop.statesOf(number), WAIT).toEqual(["done"]);

    heads.push(commit);
    expect(await checksOf(commit)).toEqual([`${GATE} success`]);
    expect(await comments()).toBe(killed?.when === "redo" ? 1 : 0);
    expect(await admin.readPull({ repository, number })).toMatchObject({ state: "closed" });
  }

  /** The second parents of the merges on the target, oldest first. */
  async function mergedHeads(): Promise<string[]> {
    await shop.clone.git("fetch", "--quiet", "origin", "main");
    const log = ["log", "--first-parent", "--merges", "--reverse", "--format=%P", "FETCH_HEAD"];
    return (await shop.clone.git(...log)).split("\n").map((line) => line.split(" ")[1] ?? "");
  }

  it("writes one check and one comment, merges once and loses nothing", {
    timeout: 3_600_000,
  }, async () => {
    const moments = (["open", "redo", "approve"] as const).flatMap((when) =>
      life[when].map((at) => ({ when, at })),
    );
    const began = performance.now();
    for (const [index, killed] of moments.entries()) await follow(`change-${index}`, killed);
    if (life.through === "host") for (const at of START) await shop.killAtStart(at);
    await follow("last", null);

    expect(await mergedHeads()).toEqual(heads);
    expect(await shop.holds()).toEqual([]);
    const side = { repository: shop.repository, branch: "countersign/merge/main" };
    expect(await shop.hub.admin.readBranch(side)).toBeNull();
    expect(await shop.hub.admin.readDeviations()).toEqual([]);
    const requests = await shop.hub.admin.readRequests({});
    verifyWrites(requests);
    const seconds = Math.round((performance.now() - began) / 1_000);
    process.stdout.write(
      `${life.through}: killed ${shop.killed.length} times in ${seconds} s, ` +
        `${heads.length} merged, ${listWrites(requests).length} writes\n`,
    );
  });
});
