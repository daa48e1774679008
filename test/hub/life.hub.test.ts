import type { Task } from "@countersign/core";
import { beforeAll, describe, expect, it } from "vitest";
import { transact } from "../../packages/engine/src/platform/transact.ts";
import { lockChange } from "../../packages/engine/src/store/forge/stored-changes.ts";
import { type OpenEngine, ORG, openEngine } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import { type ForgeShop, openForgeShop } from "./forge/open-forge.ts";

const HOST = "github.test";
const GATE = "countersign/gate";
const WAIT = { timeout: 60_000, interval: 100 };
const POLICY = { ...plainPolicy("ben"), trust: { forgeReviews: "all" } };

let shop: ForgeShop;
let engine: OpenEngine;
let repo: string;

// The engine, the adapter, git over https and GitHub's rules are real parts; no webhook arrives.
beforeAll(async () => {
  shop = await openForgeShop();
  await shop.clone.commit("Policy", { "countersign.json": JSON.stringify(POLICY) });
  await shop.clone.git("push", "--quiet", "origin", "main");
  const rule = {
    type: "required_status_checks",
    parameters: {
      strict_required_status_checks_policy: false,
      required_status_checks: [{ context: GATE, integration_id: shop.app }],
    },
  };
  await shop.hub.admin.createRuleset({ repository: shop.repository, rules: [rule] });
  engine = await openEngine(undefined, {
    forge: { host: HOST, clones: `${shop.folder}/clones`, forge: shop.forge },
    forgeTimes: { lookMs: 100, pollMs: 1_000 },
    lookMs: 1_000,
  });
  ({ id: repo } = await engine.engine.addForgeRepository(engine.admin, { name: shop.repository }));
  const { id: account, login } = shop.ben;
  await engine.engine.linkForgeAccount(engine.admin, { account, login, person: "ben" });
});

const mainTip = () => shop.hub.admin.readBranch({ repository: shop.repository, branch: "main" });

async function checkOf(commit: string): Promise<string> {
  const runs = await shop.hub.admin.readCheckRuns({ repository: shop.repository, commit });
  return runs.map(({ name, status, conclusion }) => `${name} ${conclusion ?? status}`).join();
}

async function taskOf(number: number): Promise<Task | null> {
  const stored = await transact(engine.database.pool, ORG, (session) =>
    lockChange(session, { repo, number }),
  );
  return stored?.taskId == null ? null : await engine.engine.task(engine.ana, stored.taskId);
}

const phaseOf = async (number: number) => (await taskOf(number))?.phase.is;

async function approve(number: number, commit: string): Promise<void> {
  const { repository } = shop;
  await shop.hub.admin.reviewPull({ repository, number, by: "ben", event: "APPROVE", commit });
}

describe("a pull request on GitHub", () => {
  it("is reviewed head by head, and merged by GitHub once a person approves the head", async () => {
    const { number, commit: first } = await shop.openChange("life");
    await expect.poll(() => checkOf(first), WAIT).toBe(`${GATE} in_progress`);
    const head = await shop.pushBranch("life", { "life.txt": "2\n" });
    await expect.poll(() => checkOf(head), WAIT).toBe(`${GATE} in_progress`);
    await approve(number, first);
    const before = await mainTip();
    await expect.poll(() => phaseOf(number), WAIT).toBe("reviewing");

    await approve(number, head);
    await expect.poll(() => phaseOf(number), WAIT).toBe("done");
    const { repository } = shop;
    const { state, mergeCommit } = await shop.hub.admin.readPull({ repository, number });
    expect(state).toBe("closed");
    expect([await mainTip(), await checkOf(head)]).toEqual([mergeCommit, `${GATE} success`]);
    expect(await mainTip()).not.toBe(before);
    expect(await checkOf(first)).not.toContain("success");
    expect(await shop.hub.admin.readComments({ repository, number })).toEqual([]);
  });

  it("is merged onto a target that moved, if its answer is lost", async () => {
    const changes = [await shop.openChange("one"), await shop.openChange("two")];
    const operation = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";
    await shop.hub.admin.addFault({ operation, kind: "act_then_cut", times: 2 });
    for (const { commit } of changes)
      await expect.poll(() => checkOf(commit), WAIT).toBe(`${GATE} in_progress`);
    for (const { number, commit } of changes) await approve(number, commit);
    for (const { number } of changes) await expect.poll(() => phaseOf(number), WAIT).toBe("done");

    const [found] = (await engine.engine.repositories(engine.ana)).filter(({ id }) => id === repo);
    expect(found?.hold ?? null).toBeNull();
  });

  it("follows GitHub's description in every request", async () => {
    expect(await shop.hub.admin.readDeviations()).toEqual([]);
  });
});
