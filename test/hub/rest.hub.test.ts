import { beforeAll, describe, expect, it } from "vitest";
import { type HubShop, openHubShop } from "./open-hub-shop.ts";

describe("the loopback GitHub's REST interface", () => {
  let shop: HubShop;

  beforeAll(async () => {
    shop = await openHubShop();
  });

  it("plays the life of a pull request without a deviation from GitHub's description", async () => {
    const { hub, repository } = shop;
    const api = `/repos/${repository}`;
    await shop.pushBranch("life", { "b.txt": "1\n" });
    const { number } = await hub.admin.openPull({ repository, author: "ana", head: "life" });
    const pulls = await shop.asApp("GET", `${api}/pulls?state=open`);
    expect(pulls).toMatchObject({ status: 200, body: [{ number, draft: false, state: "open" }] });
    const head = await shop.pushBranch("life", { "b.txt": "2\n" });
    const pull = await shop.asApp("GET", `${api}/pulls/${number}`);
    expect(pull.body).toMatchObject({ head: { sha: head, ref: "life" }, base: { ref: "main" } });
    const commits = await shop.asApp("GET", `${api}/pulls/${number}/commits`);
    expect(commits.body).toMatchObject([{ author: { login: "ana" } }, { sha: head }]);
    const run = await shop.asApp("POST", `${api}/check-runs`, {
      name: "countersign/gate",
      head_sha: head,
      conclusion: "success",
      output: { title: "Passed", summary: "All layers approved" },
    });
    expect(run).toMatchObject({
      status: 201,
      body: { status: "completed", app: { id: shop.app } },
    });
    const comment = await shop.asApp("POST", `${api}/issues/${number}/comments`, { body: "Hi" });
    expect(comment.status).toBe(201);
    await hub.admin.reviewPull({ repository, number, by: "ben", event: "APPROVE" });
    const reviews = await shop.asApp("GET", `${api}/pulls/${number}/reviews`);
    expect(reviews.body).toMatchObject([{ state: "APPROVED", commit_id: head }]);
    await hub.admin.assignPull({ repository, number, by: "ben", assignee: "ana" });
    const timeline = await shop.asApp("GET", `${api}/issues/${number}/timeline`);
    expect(timeline.body).toMatchObject([
      { event: "assigned", actor: { login: "ben" }, assignee: { login: "ana" } },
    ]);
    const merge = await shop.asApp("PUT", `${api}/pulls/${number}/merge`, { sha: head });
    expect(merge).toMatchObject({ status: 200, body: { merged: true } });
    const tip = await hub.admin.readBranch({ repository, branch: "main" });
    expect(tip).toBe((merge.body as { sha: string }).sha);
    expect(await hub.admin.readDeviations()).toEqual([]);
  });

  it("lists what an installation has", async () => {
    const installations = await shop.asAppItself("GET", "/app/installations");
    expect(installations.body).toMatchObject([{ app_id: shop.app, repository_selection: "all" }]);
    const repositories = await shop.asApp("GET", "/installation/repositories");
    expect(repositories.body).toMatchObject({ total_count: 1 });
    expect((await shop.asAppItself("GET", "/app")).body).toMatchObject({ id: shop.app });
    expect(await shop.hub.admin.readDeviations()).toEqual([]);
  });

  it("answers 501 to an operation that it does not implement, and counts it", async () => {
    const answer = await shop.asApp("GET", `/repos/${shop.repository}/actions/runs`);
    expect(answer.status).toBe(501);
    expect(await shop.hub.admin.readDeviations()).toEqual([
      {
        at: `GET /repos/${shop.repository}/actions/runs`,
        problem: "The hub does not implement this operation",
      },
    ]);
  });
});
