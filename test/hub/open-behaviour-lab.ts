import { afterEach, beforeAll, expect, it } from "vitest";
import type { Behaviour } from "./behaviours.ts";
import { type HubShop, openHubShop } from "./open-hub-shop.ts";
import { receiveWebhooks } from "./receive-webhooks.ts";

export const GATE = { name: "countersign/gate" };

/** A shop for all tests of a file, and what they have in common. */
export function openBehaviourLab() {
  let shop: HubShop;
  let receiver: Awaited<ReturnType<typeof receiveWebhooks>>;
  let last = 0;

  beforeAll(async () => {
    receiver = await receiveWebhooks();
    shop = await openHubShop({ hookUrl: receiver.url });
  });
  afterEach(async () => {
    await shop.hub.admin.deleteRulesets();
    await shop.hub.admin.settle();
  });

  return {
    shop: () => shop,
    receiver: () => receiver,
    api: () => `/repos/${shop.repository}`,

    /** Opens a pull request with one commit on a branch of its own. */
    async openPull(files: Record<string, string> = {}, isDraft = false) {
      const branch = `b${++last}`;
      const head = await shop.pushBranch(branch, { [`${branch}.txt`]: "1\n", ...files });
      const { repository } = shop;
      const pull = { repository, author: "ana", head: branch, isDraft };
      const { number } = await shop.hub.admin.openPull(pull);
      const path = `/repos/${repository}/pulls/${number}`;
      return { branch, head, number, path, name: { repository, number } };
    },

    async otherApp(permissions?: Record<string, string>) {
      const { admin } = shop.hub;
      const name = `other-${++last}`;
      const app = await admin.createApp({
        owner: "acme",
        name,
        ...(permissions && { permissions }),
      });
      const { id } = await admin.installApp({ app: app.id, account: "acme" });
      const { token } = await admin.createInstallationToken({ id });
      return { id: app.id, send: shop.sendWith(() => token) };
    },

    /** Requires the check of an app on `main`. */
    requireGate(app: number) {
      const required_status_checks = [{ context: GATE.name, integration_id: app }];
      const strict_required_status_checks_policy = false;
      const parameters = { strict_required_status_checks_policy, required_status_checks };
      const rules = [{ type: "required_status_checks", parameters }];
      return shop.hub.admin.createRuleset({ repository: shop.repository, rules });
    },
  };
}

/** Returns `it` for the rows of a table, and a last test that no row was left out. */
export function behavioursOf<Row extends Behaviour>(rows: readonly Row[]) {
  const tried = new Set<string>();
  return {
    behaves(title: Row["behaviour"], run: () => Promise<void>): void {
      tried.add(title);
      it(title, run);
    },
    expectAllTried(): void {
      it("has a test for every row of the table", () => {
        expect([...tried].toSorted()).toEqual(rows.map(({ behaviour }) => behaviour).toSorted());
      });
    },
  };
}
