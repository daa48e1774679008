import { lossPerMinute, sizeMinutes } from "@countersign/core";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { ana, create, executeWith, NOW_MS, testContext } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { createTaskStore } from "./task-store.ts";
import type { TaskSummary } from "./tasks/list-tasks.ts";

const { pool, owner } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);
const TASKS = 60;
const PAGE = 7;

const count = fc.oneof(fc.constant(0), fc.nat(3));
const size = fc.record({ files: fc.nat(40), linesAdded: fc.nat(3_000), linesDeleted: fc.nat(900) });
/** What a list shows of a change: not read yet, or of any size, risk and number of findings. */
const facts = fc.record({
  change: fc.option(size, { nil: { files: null, linesAdded: null, linesDeleted: null } }),
  risk: fc.option(fc.integer({ min: 0, max: 10 })),
  findings: fc.record({ critical: count, major: count, warning: count, info: count }),
});

/** Creates tasks in pairs of equal age, with random facts. */
async function fill(org: string): Promise<void> {
  const random = fc.sample(facts, { numRuns: TASKS, seed: 20 });
  for (const [at, { change, ...more }] of random.entries()) {
    const task = `cs-${String(at).padStart(3, "0")}`;
    const ageMs = NOW_MS + Math.floor(at / 2);
    await executeWith(store, org, task, task, create(task), testContext(ana, ageMs));
    await owner.query(
      "UPDATE countersign.tasks SET list_facts = list_facts || $1 WHERE org_id = $2 AND task_id = $3",
      [JSON.stringify({ ...change, ...more }), org, task],
    );
  }
}

function lossOf({ risk, findings, files, linesAdded, linesDeleted }: TaskSummary): number {
  const { critical, major, warning, info } = findings;
  const lines = (linesAdded ?? 0) + (linesDeleted ?? 0);
  const open = critical + major + warning + info;
  const minutes = files === null ? 0 : sizeMinutes({ lines, files, findings: open });
  return lossPerMinute({ risk, findings, minutes });
}

beforeAll(() => fill("run"));

it("lists every task once over pages in the order of a review run", async () => {
  const seen: TaskSummary[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await store.list("run", { order: "run", limit: PAGE, ...(after && { after }) });
    seen.push(...page.items);
    after = page.next;
  }

  const expected = seen.toSorted(
    (one, other) =>
      lossOf(other) - lossOf(one) ||
      one.updatedMs - other.updatedMs ||
      (one.task < other.task ? -1 : 1),
  );
  expect(new Set(seen.map(({ task }) => task)).size).toBe(TASKS);
  expect(new Set(seen.map(lossOf)).size).toBeGreaterThan(TASKS / 3);
  expect(seen.map(({ task }) => task)).toEqual(expected.map(({ task }) => task));
});

it("refuses a cursor of the review run in an order with whole ranks", async () => {
  const { next } = await store.list("run", { order: "run", limit: 3 });

  await expect(store.list("run", { order: "risk", limit: 3, after: next ?? "" })).rejects.toThrow(
    "cursor is not valid",
  );
});
