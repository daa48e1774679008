import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { OTHER_BEHAVIOURS } from "./behaviours.ts";
import { behavioursOf, GATE, openBehaviourLab } from "./open-behaviour-lab.ts";
import { signToken } from "./open-hub-shop.ts";

describe("reviews, pushes, lists and accounts on the loopback GitHub", () => {
  const { shop, receiver, api, openPull, otherApp, requireGate } = openBehaviourLab();
  const { behaves, expectAllTried } = behavioursOf(OTHER_BEHAVIOURS);

  behaves("answers 422 to an author who approves their own pull request", async () => {
    const { path } = await openPull();
    const asAna = shop().sendWith(() => shop().ana.token);
    const review = { event: "APPROVE" };
    expect((await asAna("POST", `${path}/reviews`, review)).status).toBe(422);
    expect((await shop().asPerson("POST", `${path}/reviews`, review)).status).toBe(200);
  });

  behaves("keeps the commit of a review after a push", async () => {
    const { branch, head, path, name } = await openPull();
    await shop().hub.admin.reviewPull({ ...name, by: "ben", event: "APPROVE" });
    await shop().pushBranch(branch, { "later.txt": "2\n" });
    const { body } = await shop().asApp("GET", `${path}/reviews`);
    expect(body).toMatchObject([{ state: "APPROVED", commit_id: head }]);
  });

  behaves("keeps a pull request open after a force push and records it", async () => {
    const { branch, path, number } = await openPull();
    await shop().clone.git("commit", "--quiet", "--amend", "--message", "Again");
    await shop().clone.git("push", "--quiet", "--force", "origin", branch);
    const head = await shop().clone.git("rev-parse", "HEAD");
    expect((await shop().asApp("GET", path)).body).toMatchObject({
      state: "open",
      head: { sha: head },
    });
    const { body } = await shop().asApp("GET", `${api()}/issues/${number}/timeline`);
    expect(body).toMatchObject([{ event: "head_ref_force_pushed", actor: { login: "ana" } }]);
  });

  behaves("marks a pull request as merged when a push contains its head", async () => {
    const { branch, path } = await openPull();
    await shop().clone.git("fetch", "--quiet", "origin", "main");
    await shop().clone.git("checkout", "--quiet", "--detach", "FETCH_HEAD");
    await shop().clone.git("merge", "--quiet", "--no-ff", "-m", "Merge", branch);
    await shop().clone.git("push", "--quiet", "origin", "HEAD:main");
    expect((await shop().asApp("GET", path)).body).toMatchObject({ state: "closed", merged: true });
  });

  behaves("refuses a push that a rule forbids, except to an app that may bypass", async () => {
    const bypass = [{ actor_id: shop().app, actor_type: "Integration", bypass_mode: "always" }];
    const { repository } = shop();
    await shop().hub.admin.createRuleset({ repository, rules: [{ type: "pull_request" }], bypass });
    await shop().clone.git("fetch", "--quiet", "origin", "main");
    await shop().clone.git("checkout", "--quiet", "--detach", "FETCH_HEAD");
    await shop().clone.commit("Direct", { "direct.txt": "1\n" });
    const push = (remote: string) => shop().clone.git("push", "--quiet", remote, "HEAD:main");
    await expect(push("origin")).rejects.toThrow(/must be made through a pull request/);
    const remote = new URL(`${shop().hub.url}/${repository}.git`);
    remote.username = "x-access-token";
    remote.password = shop().token;
    await push(remote.href);
  });

  behaves("hides who may bypass a ruleset from an app without write access", async () => {
    const { id } = await requireGate(shop().app);
    const path = `${api()}/rulesets/${id}`;
    expect((await shop().asApp("GET", path)).body).not.toHaveProperty("bypass_actors");
    expect((await shop().asPerson("GET", path)).body).toHaveProperty("bypass_actors", []);
    const rules = await shop().asApp("GET", `${api()}/rules/branches/main`);
    expect(rules.body).toMatchObject([{ type: "required_status_checks", ruleset_id: id }]);
  });

  behaves("answers 405 to a merge beside the merge queue", async () => {
    const { repository } = shop();
    await shop().hub.admin.createRuleset({ repository, rules: [{ type: "merge_queue" }] });
    const { path, head } = await openPull();
    expect((await shop().asApp("PUT", `${path}/merge`, { sha: head })).status).toBe(405);
  });

  behaves("answers 304 to a list that did not change, and counts nothing", async () => {
    const path = `${api()}/pulls?state=all`;
    const { headers } = await shop().asApp("GET", path);
    const etag = String(headers.etag);
    const conditional = shop().sendWith(() => shop().token, { "if-none-match": etag });
    const sinceMs = Date.now();
    expect((await conditional("GET", path)).status).toBe(304);
    const requests = await shop().hub.admin.readRequests({ sinceMs });
    expect(requests.filter(({ isCounted }) => isCounted)).toEqual([]);
    await openPull();
    expect((await conditional("GET", path)).status).toBe(200);
  });

  behaves("answers a secondary rate limit with 403 and retry-after", async () => {
    const operation = "GET /repos/{owner}/{repo}/pulls";
    await shop().hub.admin.addFault({ operation, kind: "secondary_limit", times: 1 });
    const limited = await shop().asApp("GET", `${api()}/pulls`);
    expect(limited.status).toBe(403);
    expect(limited.headers["retry-after"]).toBe("1");
    expect(limited.body).toMatchObject({
      message: expect.stringContaining("secondary rate limit"),
    });
    expect((await shop().asApp("GET", `${api()}/pulls`)).status).toBe(200);
  });

  behaves("links the pages of a long list", async () => {
    await openPull();
    await openPull();
    const first = await shop().asApp("GET", `${api()}/pulls?state=all&per_page=1`);
    expect(first.body).toHaveLength(1);
    const [, next = ""] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
    const second = await shop().asApp("GET", next);
    expect(second.body).toHaveLength(1);
    expect(second.body).not.toEqual(first.body);
  });

  behaves("links the pages of an app's deliveries by a cursor", async () => {
    await openPull();
    await shop().hub.admin.settle();
    const path = "/app/hook/deliveries";
    const all = await shop().asAppItself("GET", `${path}?per_page=100`);
    const first = await shop().asAppItself("GET", `${path}?per_page=1`);
    const [, next = ""] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
    expect(new URL(next).searchParams.get("page")).toBeNull();
    const second = await shop().asAppItself("GET", next);
    const both = [first, second].flatMap(({ body }) => body as object[]);
    expect(both).toEqual((all.body as object[]).slice(0, 2));
  });

  behaves("delivers a failed webhook again only on request, with its guid", async () => {
    await shop().hub.admin.settle();
    receiver().status = 503;
    await openPull();
    await shop().hub.admin.settle();
    receiver().status = 202;
    receiver().received.length = 0;
    const { body } = await shop().asAppItself("GET", "/app/hook/deliveries");
    const [failed] = body as { id: number; guid: string; status_code: number }[];
    expect(failed?.status_code).toBe(503);
    await shop().asAppItself("POST", `/app/hook/deliveries/${failed?.id}/attempts`);
    await shop().hub.admin.settle();
    expect(receiver().received.map(({ delivery }) => delivery)).toEqual([failed?.guid]);
  });

  behaves("keeps an account's id when its login changes", async () => {
    const { admin } = shop().hub;
    const { id } = await admin.createAccount({ login: "carl" });
    await admin.renameAccount({ login: "carl", to: "carla" });
    const taken = await admin.createAccount({ login: "carl" });
    expect((await shop().asPerson("GET", `/user/${id}`)).body).toMatchObject({ login: "carla" });
    expect((await shop().asPerson("GET", "/users/carl")).body).toMatchObject({ id: taken.id });
  });

  behaves("refuses an expired installation token with 401", async () => {
    const { admin } = shop().hub;
    const { token } = await admin.createInstallationToken({ id: shop().installation, lifeMs: 0 });
    expect((await shop().sendWith(() => token)("GET", `${api()}/pulls`)).status).toBe(401);
  });

  behaves("refuses an app's token that another key signed with 401", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const forged = shop().sendWith(() => signToken(shop().app, pem));
    expect((await forged("GET", "/app")).status).toBe(401);
    expect((await shop().asAppItself("GET", "/app")).status).toBe(200);
  });

  behaves("exchanges a manifest's code once", async () => {
    const manifest = { name: "From a manifest", default_permissions: { checks: "write" } };
    const { code } = await shop().hub.admin.acceptManifest({ owner: "acme", manifest });
    const path = `/app-manifests/${code}/conversions`;
    const { status, body } = await shop().asPerson("POST", path);
    expect(status).toBe(201);
    const { id, pem } = body as { id: number; pem: string };
    expect((await shop().sendWith(() => signToken(id, pem))("GET", "/app")).body).toMatchObject({
      id,
    });
    expect((await shop().asPerson("POST", path)).status).toBe(404);
  });

  behaves("refuses a call that the installation has no permission for with 403", async () => {
    const { head } = await openPull();
    const reader = await otherApp({ checks: "read", pull_requests: "read" });
    const run = { ...GATE, head_sha: head };
    expect((await reader.send("POST", `${api()}/check-runs`, run)).status).toBe(403);
    expect((await reader.send("GET", `${api()}/pulls`)).status).toBe(200);
  });

  it("deviated from GitHub's description in none of these answers", async () => {
    expect(await shop().hub.admin.readDeviations()).toEqual([]);
  });

  expectAllTried();
});
