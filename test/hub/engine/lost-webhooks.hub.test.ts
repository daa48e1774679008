import { beforeAll, describe, expect, inject, it } from "vitest";
import {
  GATE,
  openReviewedShop,
  type ReviewedShop,
  receiveHooks,
  WAITING,
} from "./open-reviewed-shop.ts";

const WAIT = { timeout: 60_000, interval: 250 };
const SETUP = { timeout: 120_000, interval: 250 };
/** The defaults of the product in a deep run; otherwise a tenth of them. */
const TIMES = inject("scale") >= 10 ? {} : { pollMs: 2_500, scanMs: 4_500, redeliverMs: 1_000 };

let shop: ReviewedShop;

beforeAll(async () => {
  shop = await openReviewedShop({ times: TIMES });
  await shop.hub.admin.setDeliveryMode({ mode: "lose" });
  const url = await receiveHooks(shop.engine);
  await shop.hub.admin.setHookUrl({ app: shop.app, url });
});

async function foreignChecks(): Promise<{ number: number; by: string }[]> {
  const { repositories } = await shop.engine.engine.forgeStatus(shop.engine.admin);
  return repositories.flatMap(({ foreignChecks: found }) => found);
}

async function holdOf(): Promise<string | null> {
  const all = await shop.engine.engine.repositories(shop.engine.ana);
  return all.find(({ id }) => id === shop.repo)?.hold?.why ?? null;
}

/** Lets Ben, the owner, accept the present commit of the target. */
async function release(): Promise<void> {
  const { engine, repo } = shop;
  const owner = await engine.signIn({ actor: "ben", role: "human" });
  const tip = (await shop.mainTip()) ?? "";
  await engine.engine.releaseRepository(owner, repo, { tip, reason: "Seen" });
  await expect.poll(holdOf, WAIT).toBeNull();
}

async function otherApp() {
  const { admin } = shop.hub;
  const other = await admin.createApp({ owner: "acme", name: "other" });
  const installed = await admin.installApp({ app: other.id, account: "acme" });
  const { token } = await admin.createInstallationToken({ id: installed.id });
  return { id: other.id, send: shop.sendWith(() => token) };
}

describe("without any webhook", { timeout: 300_000 }, () => {
  it("every change of a pull request and every foreign check is seen within 60 s", async () => {
    const { repository, hub, checkOf, phaseOf, openChange } = shop;
    const approved = await openChange("approved");
    const pushed = await openChange("pushed");
    const closed = await openChange("closed");
    const redone = await openChange("redone");
    const drafted = await openChange("drafted");
    const retargeted = await openChange("retargeted");
    const opened = [approved, pushed, closed, redone, drafted, retargeted];
    for (const { commit } of opened) await expect.poll(() => checkOf(commit), SETUP).toBe(WAITING);
    await shop.clone.git("push", "--quiet", "origin", "main:refs/heads/release");

    const other = await otherApp();
    const head = await shop.pushBranch("pushed", { "pushed.txt": "2\n" });
    const startMs = Date.now();
    const forgery = { name: GATE, head_sha: head, conclusion: "success" };
    await other.send("POST", `/repos/${repository}/check-runs`, forgery);
    const status = { state: "success", context: GATE };
    await shop.asPerson("POST", `/repos/${repository}/statuses/${redone.commit}`, status);
    await shop.approve(approved.number, approved.commit);
    const redo = { event: "REQUEST_CHANGES", by: "ben", body: "Again" } as const;
    await hub.admin.reviewPull({ repository, ...redo, ...redone });
    const change = (number: number, to: object) =>
      hub.admin.changePull({ repository, number, by: "ana", ...to });
    await change(closed.number, { state: "closed" });
    await change(drafted.number, { isDraft: true });
    await change(retargeted.number, { base: "release" });

    await expect.poll(() => checkOf(head), WAIT).toContain(WAITING);
    await expect.poll(() => phaseOf(approved.number), WAIT).toBe("done");
    for (const { number } of [closed, drafted, retargeted])
      await expect.poll(() => phaseOf(number), WAIT).toBe("rejected");
    await expect.poll(() => phaseOf(redone.number), WAIT).toBe("rework");
    await expect.poll(foreignChecks, WAIT).toEqual([
      { number: pushed.number, by: `app:${other.id}` },
      { number: redone.number, by: "user" },
    ]);
    expect(Date.now() - startMs).toBeLessThan(60_000);
    expect(await phaseOf(pushed.number)).toBe("reviewing");

    const backMs = Date.now();
    await change(closed.number, { state: "open" });
    await change(drafted.number, { isDraft: false });
    await change(retargeted.number, { base: "main" });
    for (const { number } of [closed, drafted, retargeted])
      await expect.poll(() => phaseOf(number), WAIT).toBe("reviewing");
    expect(Date.now() - backMs).toBeLessThan(60_000);
    expect(await hub.admin.readDeliveries()).toEqual([]);
  });

  it("a push to the target and a person's merge are seen within 60 s", async () => {
    const { repository, hub, clone } = shop;
    const { number, commit } = await shop.openChange("merged-by-hand");
    await expect.poll(() => shop.checkOf(commit), SETUP).toBe(WAITING);
    const pushedMs = Date.now();
    await clone.git("fetch", "--quiet", "origin", "main");
    await clone.git("checkout", "--quiet", "--detach", "FETCH_HEAD");
    await clone.commit("Direct", { "direct.txt": "1\n" });
    await clone.git("push", "--quiet", "origin", "HEAD:main");
    await expect.poll(holdOf, WAIT).toBe("target_moved");
    expect(Date.now() - pushedMs).toBeLessThan(60_000);
    await release();

    const mergedMs = Date.now();
    await hub.admin.mergePull({ repository, number, by: "ben" });
    await expect.poll(() => shop.phaseOf(number), WAIT).toBe("done");
    expect(await holdOf()).toBe("target_moved");
    expect(Date.now() - mergedMs).toBeLessThan(60_000);
    await release();
    expect(await hub.admin.readDeliveries()).toEqual([]);
  });
});

describe("a webhook that did not arrive", { timeout: 300_000 }, () => {
  it("is asked for once, so that a pressed button is not lost", async () => {
    const { repository, hub, checkOf, phaseOf, app } = shop;
    const { number, commit } = await shop.openChange("button");
    await expect.poll(() => checkOf(commit), WAIT).toBe(WAITING);
    await hub.admin.setDeliveryMode({ mode: "fail" });
    const runs = await hub.admin.readCheckRuns({ repository, commit });
    const id = runs.find((run) => run.app === app)?.id ?? 0;
    await hub.admin.pressButton({ id, button: "approve", by: "ben" });
    await hub.admin.setDeliveryMode({ mode: "send" });

    await expect.poll(() => phaseOf(number), WAIT).toBe("done");
    const again = async () =>
      (await hub.admin.readDeliveries()).filter(
        ({ isRedelivery, action }) => isRedelivery && action === "requested_action",
      );
    expect(await again()).toHaveLength(1);
    expect(await hub.admin.readDeviations()).toEqual([]);
  });
});
