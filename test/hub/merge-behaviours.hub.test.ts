import { describe, expect, it } from "vitest";
import { MERGE_BEHAVIOURS } from "./behaviours.ts";
import { behavioursOf, GATE, openBehaviourLab } from "./open-behaviour-lab.ts";
import type { Send } from "./open-hub-shop.ts";
import { openWorkClone } from "./work-clone.ts";

describe("merges and checks on the loopback GitHub", () => {
  const { shop, api, openPull, otherApp, requireGate } = openBehaviourLab();
  const { behaves, expectAllTried } = behavioursOf(MERGE_BEHAVIOURS);

  behaves("answers 409 to a merge whose expected head moved", async () => {
    const { branch, head, path } = await openPull();
    await shop().pushBranch(branch, { "more.txt": "2\n" });
    expect((await shop().asApp("PUT", `${path}/merge`, { sha: head })).status).toBe(409);
  });

  behaves("answers 405 to a merge that lacks a required check", async () => {
    await requireGate(shop().app);
    const { head, path } = await openPull();
    const merge = () => shop().asApp("PUT", `${path}/merge`, { sha: head });
    expect((await merge()).status).toBe(405);
    await shop().asApp("POST", `${api()}/check-runs`, {
      ...GATE,
      head_sha: head,
      conclusion: "success",
    });
    expect((await merge()).status).toBe(200);
  });

  behaves("answers 405 to a merge with a conflict", async () => {
    const one = await openPull({ "same.txt": "one\n" });
    const other = await openPull({ "same.txt": "other\n" });
    expect((await shop().asApp("PUT", `${one.path}/merge`)).status).toBe(200);
    expect((await shop().asApp("PUT", `${other.path}/merge`)).status).toBe(405);
  });

  behaves("answers 405 to a merge of a draft", async () => {
    const { path } = await openPull({}, true);
    expect((await shop().asApp("PUT", `${path}/merge`)).status).toBe(405);
  });

  behaves("merges onto the target's present tip and keeps both changes", async () => {
    const [one, other] = [await openPull(), await openPull()];
    await shop().asApp("PUT", `${one.path}/merge`, { sha: one.head });
    await shop().asApp("PUT", `${other.path}/merge`, { sha: other.head });
    await shop().clone.git("fetch", "--quiet", "origin", "main");
    const files = await shop().clone.git("ls-tree", "--name-only", "FETCH_HEAD");
    expect(files.split("\n")).toEqual(
      expect.arrayContaining([`${one.branch}.txt`, `${other.branch}.txt`]),
    );
  });

  behaves("answers 403 to a check run by a person", async () => {
    const { head } = await openPull();
    const answer = await shop().asPerson("POST", `${api()}/check-runs`, {
      ...GATE,
      head_sha: head,
    });
    expect(answer.status).toBe(403);
  });

  behaves("answers 403 to a change of another app's check run", async () => {
    const { head } = await openPull();
    const run = await shop().asApp("POST", `${api()}/check-runs`, { ...GATE, head_sha: head });
    const { id } = run.body as { id: number };
    const other = await otherApp();
    const change = { conclusion: "success" };
    expect((await other.send("PATCH", `${api()}/check-runs/${id}`, change)).status).toBe(403);
  });

  behaves("answers 422 to a check run on an unknown commit", async () => {
    const run = { ...GATE, head_sha: "0".repeat(40) };
    expect((await shop().asApp("POST", `${api()}/check-runs`, run)).status).toBe(422);
  });

  behaves("lists the latest run per app and name", async () => {
    const { head } = await openPull();
    const other = await otherApp();
    const create = (send: Send, conclusion: string) =>
      send("POST", `${api()}/check-runs`, { ...GATE, head_sha: head, conclusion });
    await create(shop().asApp, "failure");
    await create(other.send, "success");
    await create(shop().asApp, "success");
    const list = async (filter: string) =>
      (await shop().asApp("GET", `${api()}/commits/${head}/check-runs${filter}`)).body;
    expect(await list("")).toMatchObject({ total_count: 2 });
    expect(await list("?filter=all")).toMatchObject({ total_count: 3 });
    const own = await list(`?app_id=${shop().app}&check_name=countersign%2Fgate`);
    expect(own).toMatchObject({ total_count: 1, check_runs: [{ conclusion: "success" }] });
  });

  behaves("keeps a completed run completed", async () => {
    const { head } = await openPull();
    const created = { ...GATE, head_sha: head, conclusion: "success" };
    const { id } = (await shop().asApp("POST", `${api()}/check-runs`, created)).body as {
      id: number;
    };
    const change = { status: "in_progress" };
    const { body } = await shop().asApp("PATCH", `${api()}/check-runs/${id}`, change);
    expect(body).toMatchObject({ status: "completed", conclusion: "success" });
  });

  behaves("lists no pull requests on a check run of a fork's head", async () => {
    const { admin } = shop().hub;
    const { repository } = shop();
    const own = await openPull();
    const fork = await admin.forkRepository({ repository, owner: "ben" });
    const { caPath } = shop().hub;
    const options = {
      cloneUrl: fork.cloneUrl,
      caPath,
      token: shop().ben.token,
      email: shop().ben.email,
    };
    const clone = await openWorkClone(options);
    await clone.git("fetch", "--quiet", "origin", "main");
    await clone.git("checkout", "--quiet", "-b", "idea", "FETCH_HEAD");
    const head = await clone.commit("Idea", { "idea.txt": "1\n" });
    await clone.git("push", "--quiet", "origin", "idea");
    await admin.openPull({ repository, author: "ben", head: "idea", fork: fork.name });
    const create = (head_sha: string) =>
      shop().asApp("POST", `${api()}/check-runs`, { ...GATE, head_sha });
    expect((await create(head)).body).toMatchObject({ pull_requests: [] });
    expect((await create(own.head)).body).toMatchObject({
      pull_requests: [{ number: own.number }],
    });
  });

  behaves("does not count a check of another app for a rule that names ours", async () => {
    await requireGate(shop().app);
    const { head, path } = await openPull();
    const other = await otherApp();
    await other.send("POST", `${api()}/check-runs`, {
      ...GATE,
      head_sha: head,
      conclusion: "success",
    });
    const status = { state: "success", context: GATE.name };
    await shop().asPerson("POST", `${api()}/statuses/${head}`, status);
    expect((await shop().asApp("PUT", `${path}/merge`, { sha: head })).status).toBe(405);
  });

  it("deviated from GitHub's description in none of these answers", async () => {
    expect(await shop().hub.admin.readDeviations()).toEqual([]);
  });

  behaves("refuses more than 50 annotations in one request", async () => {
    const { head } = await openPull();
    const annotation = { path: "a", start_line: 1, end_line: 1, annotation_level: "notice" };
    const annotations = Array.from({ length: 51 }, () => ({ ...annotation, message: "m" }));
    const run = { ...GATE, head_sha: head, output: { title: "t", summary: "s", annotations } };
    expect((await shop().asApp("POST", `${api()}/check-runs`, run)).status).toBe(422);
    expect(await shop().hub.admin.readDeviations()).toMatchObject([
      { problem: expect.stringContaining("annotations must NOT have more than 50 items") },
    ]);
  });

  expectAllTried();
});
