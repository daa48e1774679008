import { expect, it } from "vitest";
import { transact } from "../../platform/transact.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { createBlobStore } from "./blob-store.ts";

const { pool } = await testDatabase();
const blobs = createBlobStore(pool);

it("finds a blob by its digest in its own organisation alone, and keeps it once", async () => {
  const digest = await blobs.put("ours", Buffer.from("a long text"));

  expect(await blobs.put("ours", Buffer.from("a long text"))).toBe(digest);
  expect(Buffer.from((await blobs.get("ours", digest)) ?? []).toString()).toBe("a long text");
  expect(await blobs.get("theirs", digest)).toBeNull();
});

it("cannot store one under another name than its content's", async () => {
  const attempt = transact(pool, "ours", ({ client }) =>
    client.query("INSERT INTO countersign.blobs (org_id, digest, bytes) VALUES ('ours', $1, $2)", [
      "0".repeat(64),
      Buffer.from("other"),
    ]),
  );

  await expect(attempt).rejects.toMatchObject({ code: "23514" });
});
