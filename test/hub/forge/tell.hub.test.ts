import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ForgeShop, openForgeShop, waitingReport } from "./open-forge.ts";

const CREATE_RUN = "POST /repos/{owner}/{repo}/check-runs";
const UPDATE_RUN = "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}";
const CREATE_COMMENT = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";

describe("the GitHub adapter tells", () => {
  let shop: ForgeShop;

  beforeAll(async () => {
    shop = await openForgeShop(2_000);
  });
  afterAll(async () => {
    expect(await shop.hub.admin.readDeviations()).toEqual([]);
  });

  const runsOn = (commit: string) =>
    shop.hub.admin.readCheckRuns({ repository: shop.repo.name, commit });
  const commentsOn = (number: number) =>
    shop.hub.admin.readComments({ repository: shop.repo.name, number });

  it("one check per head and one comment, over five pushes", async () => {
    const { forge, repo } = shop;
    const { number, commit } = await shop.openChange("told");
    let ids = await forge.tell(repo, number, waitingReport(commit), null);
    for (const push of [2, 3, 4, 5]) {
      const head = await shop.pushBranch("told", { "told.txt": `${push}\n` });
      const report = waitingReport(head, { externalId: `cs-1/${push}`, comment: `Round ${push}` });
      ids = await forge.tell(repo, number, report, ids);

      expect(await runsOn(head)).toMatchObject([
        { id: ids.check, status: "in_progress", externalId: `cs-1/${push}` },
      ]);
    }

    expect(await runsOn(commit)).toHaveLength(1);
    expect(await commentsOn(number)).toMatchObject([
      { id: ids.comment, body: expect.stringContaining("Round 5") },
    ]);
  });

  it("the same report twice without a second write", async () => {
    const { forge, repo, hub } = shop;
    const { number, commit } = await shop.openChange("twice");
    const report = waitingReport(commit);
    const ids = await forge.tell(repo, number, report, null);
    const sinceMs = Date.now() + 1;
    await new Promise((resolve) => setTimeout(resolve, 5));

    expect(await forge.tell(repo, number, report, ids)).toEqual(ids);
    expect(await forge.tell(repo, number, report, null)).toEqual(ids);
    const requests = await hub.admin.readRequests({ sinceMs });
    expect(requests.filter(({ operation }) => !operation.startsWith("GET "))).toEqual([]);
    expect((await runsOn(commit))[0]?.annotations).toHaveLength(1);
  });

  it("the comment again that a person edited", async () => {
    const { forge, repo, hub } = shop;
    const { number, commit } = await shop.openChange("edited");
    const report = waitingReport(commit);
    const ids = await forge.tell(repo, number, report, null);
    const [before] = await commentsOn(number);
    await hub.admin.editComment({ id: ids.comment ?? 0, body: "Approved by everyone" });
    await forge.tell(repo, number, report, ids);

    expect(await commentsOn(number)).toEqual([before]);
  });

  it("a decision, and never leaves a success on a check that waits again", async () => {
    const { forge, repo } = shop;
    const { number, commit } = await shop.openChange("undone");
    const ids = await forge.tell(repo, number, waitingReport(commit, { state: "success" }), null);
    expect(await runsOn(commit)).toMatchObject([{ status: "completed", conclusion: "success" }]);
    await forge.tell(repo, number, waitingReport(commit), ids);

    expect(await runsOn(commit)).toMatchObject([
      { id: ids.check, status: "completed", conclusion: "action_required" },
    ]);
  });

  it.each(["act_then_cut", "cut", "bad_gateway", "hang"] as const)(
    "no second check or comment after the fault %s of each write",
    async (kind) => {
      const { forge, repo, hub } = shop;
      const { number, commit } = await shop.openChange(`lost-${kind}`);
      const report = waitingReport(commit);
      for (const operation of [CREATE_RUN, CREATE_COMMENT]) {
        await hub.admin.addFault({ operation, kind, times: 1 });
        await expect(forge.tell(repo, number, report, null)).rejects.toMatchObject({
          kind: "retry",
        });
      }
      const ids = await forge.tell(repo, number, report, null);
      await hub.admin.addFault({ operation: UPDATE_RUN, kind, times: 1 });
      const passed = waitingReport(commit, { state: "success" });
      await expect(forge.tell(repo, number, passed, ids)).rejects.toMatchObject({ kind: "retry" });
      await forge.tell(repo, number, passed, ids);

      expect(await runsOn(commit)).toMatchObject([{ id: ids.check, conclusion: "success" }]);
      expect(await commentsOn(number)).toMatchObject([{ id: ids.comment }]);
    },
  );

  it.each(["secondary_limit", "too_many_requests"] as const)(
    "how long to wait after the fault %s",
    async (kind) => {
      const { forge, repo, hub } = shop;
      const { number, commit } = await shop.openChange(`limited-${kind}`);
      await hub.admin.addFault({ operation: CREATE_RUN, kind, times: 1 });
      const failure = await forge.tell(repo, number, waitingReport(commit), null).catch((e) => e);

      expect(failure).toMatchObject({ kind: "wait" });
      expect(failure.retryAfterMs).toBeGreaterThan(0);
      expect(await runsOn(commit)).toEqual([]);
    },
  );
});
