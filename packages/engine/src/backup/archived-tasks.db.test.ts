import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { restoreMonth } from "../archive/restore-month.ts";
import { pastMonth } from "../archive/testing/past-month.ts";
import { MONTH } from "../archive/testing/past-month-name.ts";
import { createTaskStore } from "../store/task-store.ts";
import { testDatabase } from "../testing/test-database.ts";
import { exportBackup } from "./export-backup.ts";
import { importBackup } from "./import-backup.ts";

const ORG = "acme";
const queue = { enqueue: async () => undefined };

/** The lines of a backup with a change, and an end that matches them. */
function withChange(lines: readonly string[], from: string, to: string): string[] {
  const changed = lines.slice(0, -1).map((line) => line.replaceAll(from, to));
  expect(changed.join("\n")).not.toBe(lines.slice(0, -1).join("\n"));
  const sha256 = createHash("sha256")
    .update(`${changed.join("\n")}\n`)
    .digest("hex");
  return [...changed, JSON.stringify({ end: { lines: changed.length, sha256 } })];
}

describe("a backup of a database with an archived month", () => {
  it("holds its tasks, into which the month can be restored, and refuses others", async () => {
    const here = await pastMonth(await testDatabase(), ORG);
    await here.archive();
    const { pool } = here.deps;
    const lines: string[] = [];
    for await (const line of exportBackup({ pool, orgs: [ORG], version: "1.0.0" }))
      lines.push(line.trimEnd());
    const target = await testDatabase();
    const restore = (content: readonly string[], { pool: into } = target) =>
      importBackup({ pool: into, queue }, async function* () {
        yield* content;
      });
    const leaves = (await here.seals()).flatMap((seal) => seal.leaves);
    const head = leaves.find(({ task }) => task === "cs-past-1")?.head ?? "";
    const forged = withChange(lines, `"head_hash": "${head}"`, `"head_hash": "${"0".repeat(64)}"`);
    await expect(restore(forged, await testDatabase())).rejects.toThrow(
      `the tasks of ${MONTH} are not the ones`,
    );

    expect(await restore(lines)).toMatchObject({ tasks: 3 });

    const store = createTaskStore(target.pool, async () => undefined);
    expect(await store.load(ORG, "cs-past-1")).toEqual(await here.store.load(ORG, "cs-past-1"));
    await expect(store.log(ORG, "cs-past-1")).rejects.toThrow("is archived with");
    const { ownerUrl } = target;
    await restoreMonth({ ...here.deps, pool: target.pool, ownerUrl }, here.file);
    expect(await store.verify(ORG, "cs-past-1")).toBeNull();
    expect(await store.verify(ORG, "cs-now")).toBeNull();
  });
});
