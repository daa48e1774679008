import { appendFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testDatabase } from "../testing/test-database.ts";
import { acceptLoss } from "./accept-loss.ts";
import { requireCopy, sealOnce } from "./seal-once.ts";
import { START, sealedOrg } from "./testing/sealed-org.ts";

const database = await testDatabase();
const { owner } = database;

describe("the copy outside", () => {
  it("is made good after a crash between the two", async () => {
    const { parts, file, add, seal } = sealedOrg(database, "crash");
    await add("cs-a");
    await seal("cs-a");
    await unlink(file);

    await requireCopy(parts, "crash");

    expect((await parts.copy.last("crash"))?.body.number).toBe(1);
  });

  it("is read past a line that a crash cut off", async () => {
    const { parts, file, add, seal } = sealedOrg(database, "torn");
    await add("cs-a");
    await seal("cs-a");
    await appendFile(file, '{"body":{"version":1,"org":"to');
    await add("cs-b");
    await seal("cs-b");

    expect((await parts.copy.last("torn"))?.body.number).toBe(2);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("stops sealing and merging when the database is not the one it speaks of, until a person accepts", async () => {
    const { parts, shown, sealer, add, seal, seals } = sealedOrg(database, "back");
    for (const task of ["cs-a", "cs-b", "cs-c"]) {
      await add(task);
      await seal(task);
    }
    await goBack("back", 1);

    await expect(sealer().untilSealed("back", "cs-a", 1)).rejects.toMatchObject({
      code: "on_hold",
      message: expect.stringContaining("Seal 3, the last one outside the database, is not in"),
    });
    const accepted = await acceptLoss(parts, "back", {
      by: { id: "ana" },
      ...(await shown()),
      reason: "disk died",
    });
    expect(accepted.body).toMatchObject({
      number: 4,
      says: { type: "accept", by: "ana", reason: "disk died", missing: { number: 3 } },
    });
    await sealer().untilSealed("back", "cs-c", 1);
    expect((await seals()).map(({ number }) => number)).toEqual([1, 4, 5]);
    await expect(
      acceptLoss(parts, "back", { by: { id: "ana" }, ...(await shown()), reason: "again" }),
    ).rejects.toThrow("No seal is missing");
  });

  it("gets the seal that a crash kept from it before a loss of the key is accepted", async () => {
    const { parts, shown, sealer, add, seal } = sealedOrg(database, "keyless");
    await add("cs-a");
    await seal("cs-a");
    await add("cs-b");
    const full = { ...parts.copy, append: () => Promise.reject(new Error("killed")) };
    await expect(sealOnce({ ...parts, copy: full }, "keyless", START, ["cs-b"])).rejects.toThrow(
      "killed",
    );
    await unlink(join(parts.directory, "seal-key.pem"));

    await acceptLoss(parts, "keyless", {
      by: { id: "ana" },
      ...(await shown()),
      reason: "the disk died",
    });

    await add("cs-c");
    await sealer().untilSealed("keyless", "cs-c", 1);
  });

  it("stops them when it is gone", async () => {
    const { parts, shown, sealer, file, add, seal } = sealedOrg(database, "gone");
    for (const task of ["cs-a", "cs-b"]) {
      await add(task);
      await seal(task);
    }
    await unlink(file);

    await expect(sealer().untilSealed("gone", "cs-a", 1)).rejects.toThrow("is gone");
    await acceptLoss(parts, "gone", {
      by: { id: "ana" },
      ...(await shown()),
      reason: "new machine",
    });
    await sealer().untilSealed("gone", "cs-b", 1);
  });
});

/** What an administrator does who restores an older state: the last seals are gone. */
async function goBack(org: string, number: number): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query("DELETE FROM countersign.seals WHERE org_id = $1 AND number > $2", [
      org,
      number,
    ]);
    await client.query("DELETE FROM countersign.seal_leaves WHERE org_id = $1 AND seal > $2", [
      org,
      number,
    ]);
  } finally {
    client.release(true);
  }
}
