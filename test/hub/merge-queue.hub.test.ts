import { beforeAll, describe, expect, it } from "vitest";
import { type HubShop, openHubShop } from "./open-hub-shop.ts";
import { receiveWebhooks } from "./receive-webhooks.ts";

const ENQUEUE = `mutation ($id: ID!, $head: GitObjectID!) {
  enqueuePullRequest(input: { pullRequestId: $id, expectedHeadOid: $head }) {
    mergeQueueEntry { position state headCommit { oid } }
  }
}`;
const QUEUE = `query ($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: "main") {
      entries(first: 100) { nodes { headCommit { oid } baseCommit { oid } pullRequest { number } } }
    }
  }
}`;

describe("the loopback GitHub's merge queue", () => {
  let shop: HubShop;
  let receiver: Awaited<ReturnType<typeof receiveWebhooks>>;
  const check = (head_sha: string, conclusion: string) =>
    shop.asApp("POST", `/repos/${shop.repository}/check-runs`, {
      name: "countersign/gate",
      head_sha,
      conclusion,
    });
  const query = (text: string, variables: object) =>
    shop.asApp("POST", `${shop.hub.url}/api/graphql`, { query: text, variables });
  const openPull = async (branch: string) => {
    const head = await shop.pushBranch(branch, { [`${branch}.txt`]: "1\n" });
    const { repository } = shop;
    const { number, id } = await shop.hub.admin.openPull({
      repository,
      author: "ana",
      head: branch,
    });
    await check(head, "success");
    return { head, number, id: `PR_${id}` };
  };
  const queue = () => shop.hub.admin.readQueue({ repository: shop.repository });

  beforeAll(async () => {
    receiver = await receiveWebhooks();
    shop = await openHubShop({ hookUrl: receiver.url });
    const required = { context: "countersign/gate", integration_id: shop.app };
    const parameters = {
      strict_required_status_checks_policy: false,
      required_status_checks: [required],
    };
    const rules = [{ type: "merge_queue" }, { type: "required_status_checks", parameters }];
    await shop.hub.admin.createRuleset({ repository: shop.repository, rules });
  });

  it("refuses a pull request whose expected head moved", async () => {
    const { id } = await openPull("moved");
    const answer = await query(ENQUEUE, { id, head: "0".repeat(40) });
    expect(answer.body).toMatchObject({ errors: [{ message: /Head branch was modified/ }] });
    expect(await queue()).toEqual([]);
  });

  it("merges a group when its check passes, in order, and rebuilds it when one before it fails", async () => {
    const [one, two] = [await openPull("one"), await openPull("two")];
    await query(ENQUEUE, { id: one.id, head: one.head });
    await query(ENQUEUE, { id: two.id, head: two.head });
    const [first, second] = await queue();
    expect(second?.group?.base).toBe(first?.group?.commit);
    const [owner, name] = shop.repository.split("/");
    const listed = await query(QUEUE, { owner, name });
    expect(listed.body).toMatchObject({
      data: {
        repository: {
          mergeQueue: {
            entries: {
              nodes: [
                { pullRequest: { number: one.number }, headCommit: { oid: first?.group?.commit } },
                { pullRequest: { number: two.number }, baseCommit: { oid: first?.group?.commit } },
              ],
            },
          },
        },
      },
    });
    await check(first?.group?.commit ?? "", "failure");
    const [rebuilt] = await queue();
    expect(rebuilt?.number).toBe(two.number);
    expect(rebuilt?.group?.commit).not.toBe(second?.group?.commit);
    await check(rebuilt?.group?.commit ?? "", "success");
    const { repository } = shop;
    const tip = await shop.hub.admin.readBranch({ repository, branch: "main" });
    expect(tip).toBe(rebuilt?.group?.commit);
    const merged = await shop.hub.admin.readPull({ repository, number: two.number });
    expect(merged).toMatchObject({ state: "closed", mergeCommit: tip });
    await shop.hub.admin.settle();
    const groups = receiver.received.filter(({ event }) => event === "merge_group");
    expect(groups.map(({ action }) => action).toSorted()).toEqual([
      "checks_requested",
      "checks_requested",
      "checks_requested",
      "destroyed",
      "destroyed",
      "destroyed",
    ]);
    expect(await shop.hub.admin.readDeviations()).toEqual([]);
  });

  it("removes a pull request from the queue when its branch is pushed", async () => {
    const { id, head } = await openPull("pushed");
    await query(ENQUEUE, { id, head });
    expect(await queue()).toHaveLength(1);
    await shop.pushBranch("pushed", { "pushed.txt": "2\n" });
    expect(await queue()).toEqual([]);
  });

  it("counts a query that GitHub's schema does not allow", async () => {
    await query("query { viewer { nickname } }", {});
    expect(await shop.hub.admin.readDeviations()).toMatchObject([{ at: "POST /graphql" }]);
  });
});
