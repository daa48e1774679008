import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toShown } from "@countersign/core";
import { afterAll } from "vitest";
import { createVerifier, type VerifyResult } from "../../audit/create-verifier.ts";
import { exportRecords } from "../../audit/export-records.ts";
import { SNAPSHOT, transact } from "../../platform/transact.ts";
import { sealedOrg } from "../../seal/testing/sealed-org.ts";
import { ana, create, executeWith, testContext } from "../../testing/task-commands.ts";
import type { TestDatabase } from "../../testing/test-database.ts";
import { type ArchiveDeps, archiveMonth } from "../archive-month.ts";
import { restoreMonth } from "../restore-month.ts";
import { MONTH } from "./past-month-name.ts";

const AT_MS = Date.UTC(2026, 2, 14);

/** An organisation with a past month of two rejected, sealed tasks, and one task of the present. */
export async function pastMonth(database: TestDatabase, org: string, orgs = [org]) {
  const sealed = sealedOrg(database, org);
  const { store, parts } = sealed;
  const folder = mkdtempSync(join(tmpdir(), "countersign-archive-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const { ownerUrl } = database;
  const deps: ArchiveDeps = { ...parts, ownerUrl, orgs, by: { id: "ana" }, version: "1.0.0" };
  const past = testContext(ana, AT_MS);
  const add = (id: string) => executeWith(store, org, id, `new-${id}`, create(id), past);
  const reject = async (id: string) => {
    const task = await store.load(org, id);
    if (task === null) throw new Error(`There is no task ${id}`);
    const command = { type: "reject", ...toShown(task), reason: "not needed" } as const;
    await executeWith(store, org, id, `end-${id}`, command, past);
  };
  for (const id of ["cs-past-1", "cs-past-2"]) {
    await add(id);
    await reject(id);
  }
  await executeWith(store, org, "cs-now", "now", create("cs-now"), testContext(ana, Date.now()));
  await sealed.seal("cs-past-1", "cs-past-2", "cs-now");
  return {
    ...{ ...sealed, deps, folder, add, reject, past },
    sealFile: sealed.file,
    file: join(folder, "month.jsonl.gz"),
    archive: (file = join(folder, "month.jsonl.gz")) => archiveMonth(deps, MONTH, file),
    restore: (file = join(folder, "month.jsonl.gz")) => restoreMonth(deps, file),
    verifyAll: () => verifyAll(deps, org),
  };
}

/** Verifies everything that an export of the organisation holds, as `audit verify` does. */
async function verifyAll({ pool, signer, copy }: ArchiveDeps, org: string): Promise<VerifyResult> {
  const { publicKey } = await signer.current();
  const verifier = createVerifier({ publicKey, outside: await copy.last(org) });
  let after: string | undefined;
  do {
    const { items, next } = await transact(
      pool,
      org,
      (session) => exportRecords(session, publicKey, { after }),
      SNAPSHOT,
    );
    for (const item of items) verifier.readLine(JSON.stringify(item));
    after = next ?? undefined;
  } while (after !== undefined);
  return verifier.finish();
}
