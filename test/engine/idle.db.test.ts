import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { countMessages } from "../../packages/engine/src/testing/count-messages.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const { database } = await openEngine(POLICY, { sealMs: 1_000 });
/** Milliseconds until the engine has sent the statements of its start, even on a busy machine. */
const SETTLE_MS = 4_000;
const SECONDS = 10;
const MAX_STATEMENTS_PER_SECOND = 5;

/** Records the statements of this engine from now on. Other test files may have left work in the process. */
function watchStatements(): string[] {
  const statements: string[] = [];
  const { pathname } = new URL(database.ownerUrl);
  const counter = countMessages(
    (_, text) => statements.push(...text.split(";")),
    (client) => `/${client.database}` === pathname,
  );
  onTestFinished(() => counter.stop());
  return statements;
}

it("sends at most five statements per second while there is nothing to do, and polls for everything", async () => {
  await pause(SETTLE_MS);
  const statements = watchStatements();
  await pause(SECONDS * 1_000);

  expect(statements.length).toBeLessThanOrEqual(MAX_STATEMENTS_PER_SECOND * SECONDS);
  const polled = (text: string) => statements.filter((statement) => statement.includes(text));
  const seconds = (text: string) => polled(text).length / SECONDS;
  expect(seconds("countersign_durable.beat")).toBeGreaterThan(0.6);
  expect(seconds("due <= now()")).toBeGreaterThan(0.6);
  expect(seconds("countersign.seal_leaves")).toBeGreaterThan(0.6);
  for (const poll of ["{round,baseTask}", "{phase,waits}", "open_seats", "t.repo", "merging"])
    expect(polled(poll), poll).not.toEqual([]);
});
