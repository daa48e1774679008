import { createHash } from "node:crypto";
import { CountersignError } from "@countersign/core";
import { and, eq } from "drizzle-orm";
import type { Pool } from "pg";
import { transact } from "../../platform/transact.ts";
import { blobs } from "../schema/schema.ts";

const MAX_BYTES = 64 * 1024 * 1024;

/** Large texts, named by their SHA-256. */
export interface BlobStore {
  /** Stores the bytes and returns their name. Idempotent. */
  put(org: string, bytes: Uint8Array): Promise<string>;
  get(org: string, digest: string): Promise<Uint8Array | null>;
}

export function createBlobStore(pool: Pool): BlobStore {
  return {
    async put(org, bytes) {
      if (bytes.byteLength > MAX_BYTES)
        throw new CountersignError("too_large", `A blob can have at most ${MAX_BYTES} bytes.`);
      const digest = createHash("sha256").update(bytes).digest("hex");
      await transact(pool, org, ({ db }) =>
        db
          .insert(blobs)
          .values({ orgId: org, digest, bytes: Buffer.from(bytes) })
          .onConflictDoNothing(),
      );
      return digest;
    },
    get: (org, digest) =>
      transact(pool, org, async ({ db }) => {
        const [row] = await db
          .select({ bytes: blobs.bytes })
          .from(blobs)
          .where(and(eq(blobs.orgId, org), eq(blobs.digest, digest)));
        return row?.bytes ?? null;
      }),
  };
}
