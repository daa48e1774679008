import { toShown } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { createReadiness } from "../review/reviewers/create-readiness.ts";
import { createTaskStore } from "../store/task-store.ts";
import { orgTransactions } from "../testing/org-transactions.ts";
import { principal } from "../testing/principal.ts";
import { onePolicy, registerShop } from "../testing/shop.ts";
import { ana, CONTENT, executeWith, testContext, waitForOwner } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { tryModes } from "./try-modes.ts";

const { pool } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);
const policies = onePolicy(testContext(ana).policy);
const readiness = createReadiness({});
const scopeOf = (org: string) => ({
  store,
  policies,
  runners: {},
  readiness,
  ...orgTransactions(pool, org),
});
const SHOWN = toShown({ round: { number: 1, content: CONTENT } });

async function waiting(org: string): Promise<void> {
  await registerShop(pool, org);
  await waitForOwner(store, org, "cs-a");
}

describe("tryModes", () => {
  it("tells what each mode would make of a task, and changes nothing", async () => {
    await waiting("tries");
    const before = await store.load("tries", "cs-a");
    const tried = await tryModes(scopeOf("tries"), principal("tries"), "cs-a");
    expect(tried.map(({ mode, becomes, refused }) => [mode, becomes, refused])).toEqual([
      ["per-task", "per-task", null],
      ["batch", "batch", null],
      ["auto", "auto", null],
      ["skip", "skip", null],
    ]);
    const [strict, , auto] = tried;
    expect(strict).toMatchObject({
      state: "reviewing",
      turn: { holder: "person", who: "ana" },
      waitsFor: ["layer:owner"],
    });
    expect(auto).toMatchObject({ state: "approved", waitsFor: [] });
    expect(await store.load("tries", "cs-a")).toEqual(before);
  });

  it("says why a mode cannot be asked for", async () => {
    await waiting("ends");
    const reject = { type: "reject", ...SHOWN, reason: "no" } as const;
    await executeWith(store, "ends", "cs-a", "k", reject, testContext(ana));
    const [first] = await tryModes(scopeOf("ends"), principal("ends"), "cs-a");
    expect(first).toMatchObject({ state: "rejected", refused: expect.stringContaining("cs-a") });
  });

  it("is for those who may ask for a mode, and for tasks that there are", async () => {
    await waiting("others");
    await expect(
      tryModes(scopeOf("others"), principal("others", "viewer"), "cs-a"),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(tryModes(scopeOf("others"), principal("others"), "cs-b")).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
