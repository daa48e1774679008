import type { Client } from "@countersign/api";
import { expect } from "vitest";
import { manageForge } from "./memory-forge.ts";
import type { Role } from "./open-server.ts";

type ClientFor = (role: Role) => Client;

/** Calls the routes of the audit, of learning and of the forge. */
export async function callAuditRoutes(as: ClientFor): Promise<void> {
  const none = { items: [], next: null };
  expect(await as("viewer").audit()).toMatchObject({ last: null, problem: null });
  expect(await as("viewer").listAuditEntries({ since: 0, limit: 5 })).toEqual(none);
  expect(await as("human").exportAudit({})).toEqual(none);
  expect(await as("viewer").replay({})).toEqual(none);
  expect(await as("viewer").readFeedback({ task: "cs-alpha" })).toMatchObject({ text: null });
  expect(await as("viewer").listRecurringFindings({ repo: "shop" })).toEqual({ items: [] });
  expect(await as("viewer").listPolicyGaps({ limit: 5 })).toEqual({ items: [] });
  await manageForge(as("admin"));
  expect(await as("admin").rotateSealKey({ body: {} })).toMatchObject({ unsealed: 0 });
  await expect(
    as("human").acceptLoss({ body: { outside: null, inside: null, reason: "known" } }),
  ).rejects.toMatchObject({
    code: "wrong_state",
  });
}

/** Calls the routes that count sections and show a change in parts. */
export async function callListRoutes(as: ClientFor, task: string): Promise<void> {
  const { counts } = await as("human").countSections({ q: "alpha", riskAtLeast: 3, since: 0 });
  expect(counts.agents).toBeGreaterThan(0);
  expect(await as("viewer").listFiles({ task })).toMatchObject({
    task,
    files: [{ path: "src/app.ts", linesAdded: 1 }],
  });
  const file = ["src/app.ts", "a b&c=d.ts"];
  const patches = await as("viewer").showPatches({ task, file, context: 10 });
  expect(patches.files.map(({ path }) => path)).toEqual(["src/app.ts"]);
  const { items } = await as("viewer").listRounds({ task });
  expect(items).toMatchObject([{ number: 1, author: "author-a", files: 1 }]);
}

/** Calls the routes of a person's drafts and read marks, and previews a redo. */
export async function callReadingRoutes(
  client: Client,
  task: string,
  shown: { round: number; tree: string },
): Promise<void> {
  expect(await client.readDraft({ task })).toEqual({
    task,
    draft: null,
    version: 0,
    updatedMs: null,
  });
  const saved = await client.saveDraft({ task, body: { draft: { feedback: "Name it" } } });
  expect(saved).toMatchObject({ version: 1, draft: { feedback: "Name it", option: "keep" } });
  const read = [{ path: "src/app.ts", lines: ["A".repeat(16)] }];
  expect(await client.markReadLines({ task, body: { read } })).toEqual({});
  expect(await client.listReadLines({ task })).toEqual({ task, files: read });
  const body = { ...shown, customFeedback: "Name it" };
  const { text } = await client.previewFeedback({ task, body });
  expect(text).toContain("Name it");
}

/** Approves two tasks with one key, one of them in another round than it has, and undoes both. */
export async function callBatchRoutes(
  client: Client,
  task: string,
  shown: { round: number; tree: string },
): Promise<void> {
  const items = [
    { task, ...shown },
    { task: "cs-alpha", ...shown, round: 7 },
  ];
  const { approved, refused } = await client.approveBatch({ key: "batch-1", body: { items } });
  expect(approved).toMatchObject([{ task, state: "approved" }]);
  expect(refused).toMatchObject([{ task: "cs-alpha", code: "stale_round" }]);
  const { undone } = await client.undoBatch({ body: { key: "batch-1" } });
  expect(undone).toMatchObject([{ task, state: "reviewing" }]);
}
