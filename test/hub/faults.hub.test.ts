import { beforeAll, describe, expect, it } from "vitest";
import { type HubShop, openHubShop } from "./open-hub-shop.ts";

const CREATE_CHECK = "POST /repos/{owner}/{repo}/check-runs";
const MERGE = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";

describe("faults of the loopback GitHub", () => {
  let shop: HubShop;
  let head: string;
  let number: number;
  const createCheck = () =>
    shop.asApp("POST", `/repos/${shop.repository}/check-runs`, { name: "a", head_sha: head });
  const runs = () => shop.hub.admin.readCheckRuns({ repository: shop.repository, commit: head });

  beforeAll(async () => {
    shop = await openHubShop();
    head = await shop.pushBranch("faults", { "b.txt": "1\n" });
    const pull = { repository: shop.repository, author: "ana", head: "faults" };
    number = (await shop.hub.admin.openPull(pull)).number;
  });

  it.each([
    ["secondary_limit", 403],
    ["too_many_requests", 429],
    ["bad_gateway", 502],
  ] as const)("%s answers %i as often as asked and does nothing", async (kind, status) => {
    const before = (await runs()).length;
    await shop.hub.admin.addFault({ operation: CREATE_CHECK, kind, times: 2 });
    expect((await createCheck()).status).toBe(status);
    expect((await createCheck()).status).toBe(status);
    expect(await runs()).toHaveLength(before);
    expect((await createCheck()).status).toBe(201);
  });

  it("cut closes the connection and does nothing", async () => {
    const before = (await runs()).length;
    await shop.hub.admin.addFault({ operation: CREATE_CHECK, kind: "cut", times: 1 });
    await expect(createCheck()).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(await runs()).toHaveLength(before);
  });

  it("act_then_cut does what was asked and loses the answer", async () => {
    const before = (await runs()).length;
    await shop.hub.admin.addFault({ operation: CREATE_CHECK, kind: "act_then_cut", times: 1 });
    await expect(createCheck()).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(await runs()).toHaveLength(before + 1);
  });

  it("hang answers nothing", async () => {
    await shop.hub.admin.addFault({ operation: CREATE_CHECK, kind: "hang", times: 1 });
    const pause = new Promise((resolve) => setTimeout(resolve, 500, "nothing"));
    expect(await Promise.race([createCheck(), pause])).toBe("nothing");
  });

  it("false_merge says merged and merges nothing", async () => {
    const { admin } = shop.hub;
    const { repository } = shop;
    const before = await admin.readBranch({ repository, branch: "main" });
    await admin.addFault({ operation: MERGE, kind: "false_merge", times: 1 });
    const path = `/repos/${repository}/pulls/${number}/merge`;
    const answer = await shop.asApp("PUT", path, { sha: head });
    expect(answer).toMatchObject({ status: 200, body: { merged: true } });
    expect(await admin.readBranch({ repository, branch: "main" })).toBe(before);
    expect(await admin.readPull({ repository, number })).toMatchObject({ state: "open" });
  });
});
