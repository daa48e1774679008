import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type HubShop, openHubShop } from "./open-hub-shop.ts";
import { receiveWebhooks } from "./receive-webhooks.ts";

describe("the loopback GitHub's webhooks", () => {
  let shop: HubShop;
  let receiver: Awaited<ReturnType<typeof receiveWebhooks>>;
  const received = () => receiver.received.map(({ event, action }) => `${event} ${action}`);

  beforeAll(async () => {
    receiver = await receiveWebhooks();
    shop = await openHubShop({ hookUrl: receiver.url });
  });

  it("announce a pull request's life, signed, and as GitHub describes them", async () => {
    const { hub, repository } = shop;
    const { admin } = hub;
    await shop.pushBranch("hooks", { "b.txt": "1\n" });
    await shop.pushBranch("other", { "c.txt": "1\n" });
    await admin.settle();
    receiver.received.length = 0;
    const author = { repository, author: "ana", head: "hooks", isDraft: true };
    const name = { repository, number: (await admin.openPull(author)).number };
    await admin.changePull({ ...name, by: "ana", isDraft: false });
    const head = await shop.pushBranch("hooks", { "b.txt": "2\n" });
    await admin.changePull({ ...name, by: "ana", base: "other" });
    await admin.changePull({ ...name, by: "ana", title: "Other" });
    await admin.assignPull({ ...name, by: "ben", assignee: "ana" });
    await admin.labelPull({ ...name, by: "ben", label: "risky" });
    const review = await admin.reviewPull({ ...name, by: "ben", event: "APPROVE" });
    await admin.dismissReview({ id: review.id, by: "ben" });
    await admin.changePull({ ...name, by: "ana", state: "closed" });
    await admin.changePull({ ...name, by: "ana", state: "open" });
    const actions = [{ label: "Approve", description: "Approve it", identifier: "approve" }];
    const run = { name: "countersign/gate", head_sha: head, status: "in_progress", actions };
    await shop.asApp("POST", `/repos/${repository}/check-runs`, run);
    const [{ id = 0 } = {}] = await admin.readCheckRuns({ repository, commit: head });
    await admin.pressButton({ id, button: "approve", by: "ben" });
    await admin.rerequestCheck({ id, by: "ben" });
    const comment = { body: "Hello" };
    await shop.asApp("POST", `/repos/${repository}/issues/${name.number}/comments`, comment);
    await admin.settle();
    expect(await admin.readDeviations()).toEqual([]);
    expect(received().toSorted()).toEqual(
      [
        "pull_request opened",
        "pull_request ready_for_review",
        "push null",
        "pull_request synchronize",
        "pull_request edited",
        "pull_request edited",
        "pull_request assigned",
        "pull_request labeled",
        "pull_request_review submitted",
        "pull_request_review dismissed",
        "pull_request closed",
        "pull_request reopened",
        "check_run created",
        "check_run requested_action",
        "check_run rerequested",
        "issue_comment created",
      ].toSorted(),
    );
    for (const { headers, body } of receiver.received) {
      const digest = createHmac("sha256", shop.appKeys.webhookSecret).update(body).digest("hex");
      expect(headers["x-hub-signature-256"]).toBe(`sha256=${digest}`);
    }
  });

  it("are listed as failed if the receiver refuses them, and can be delivered again", async () => {
    const { admin } = shop.hub;
    await admin.settle();
    receiver.received.length = 0;
    receiver.status = 503;
    await shop.pushBranch("refused", { "d.txt": "1\n" });
    await admin.settle();
    receiver.status = 202;
    const listed = await shop.asAppItself("GET", "/app/hook/deliveries");
    const [failed] = listed.body as { id: number; guid: string; status_code: number }[];
    expect(failed).toMatchObject({ event: "push", status_code: 503, redelivery: false });
    await shop.asAppItself("POST", `/app/hook/deliveries/${failed?.id}/attempts`);
    await admin.settle();
    expect(receiver.received.map(({ delivery }) => delivery)).toEqual([failed?.guid]);
    expect(await admin.readDeviations()).toEqual([]);
  });

  it("leave no trace while they are lost", async () => {
    const { admin } = shop.hub;
    const before = (await admin.readDeliveries()).length;
    await admin.setDeliveryMode({ mode: "lose" });
    await shop.pushBranch("lost", { "e.txt": "1\n" });
    await admin.settle();
    await admin.setDeliveryMode({ mode: "send" });
    expect((await admin.readDeliveries()).length).toBe(before);
  });
});
