import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RepositoryLine } from "@countersign/api";
import { expect, it, onTestFinished } from "vitest";
import { checkFolders } from "./check-folders.ts";

const lineOf = (id: string, path: string): RepositoryLine => ({
  ...{ id, path, target: "main", tip: null, found: null, hold: null, problem: null },
  ...{ unsandboxed: false, notice: null, unreviewed: null, trustRequest: null },
});

it("names repositories whose folder is gone, and no others", async () => {
  const home = await mkdtemp(join(tmpdir(), "folders-"));
  onTestFinished(() => rm(home, { recursive: true }));

  const found = await checkFolders([lineOf("shop", home), lineOf("app", join(home, "moved"))]);

  expect(found).toMatchObject([
    { level: "fail", about: "app", says: `${join(home, "moved")} does not exist any more` },
  ]);
});
