import { mkdtempSync, readFileSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SoloPostgres, startSoloPostgres } from "@countersign/engine";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Driven, openDriven } from "./drive.ts";
import { type Life, logOf, type Place, runServer } from "./run-server.ts";
import { verifyLives } from "./verify-lives.ts";
import { workThrough } from "./work-through.ts";

const GOAL_MS = 10_000;
const TASKS = 6;
const program = inject("program");
const folder = mkdtempSync(join(tmpdir(), "countersign-team-"));

let server: SoloPostgres;
let survivor: Driven;
let doomed: Life;

/** A team's database with two workers on it, one of which ends itself in the middle of its first merge. */
beforeAll(async () => {
  await chmod(folder, 0o755);
  server = await startSoloPostgres(folder);
  const env = {
    COUNTERSIGN_DATABASE_URL: server.appUrl,
    COUNTERSIGN_DATABASE_OWNER_URL: server.ownerUrl,
    COUNTERSIGN_DATABASE_WORKER_URL: server.workerUrl,
    COUNTERSIGN_SHARED: join(folder, "shared"),
  };
  survivor = await openDriven(program, env);
  const place: Place = { program, folder: join(folder, "other"), env };
  doomed = await runServer(place, [{ at: "merge.announced", nth: 1 }]);
  await doomed.ready;
});

afterAll(async () => {
  await survivor.lives.stop();
  await survivor.remove();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** When the survivor last said that it took something over. */
function takenOverAt(): number {
  const lines = readFileSync(logOf(survivor.place), "utf8").split("\n");
  const line = lines.findLast((text) => text.includes('"jobs_taken_over"')) ?? "{}";
  return Date.parse(JSON.parse(line).at);
}

it("is taken over by the other worker within seconds, when one of two is killed for good", async () => {
  const { lives, shop, tokens, ledger } = survivor;
  let killedMs = Number.NaN;
  void doomed.ended.then(() => {
    killedMs = Date.now();
  });
  for (let first = 0; Number.isNaN(killedMs); first += TASKS)
    await Promise.all(
      Array.from({ length: TASKS }, (_, index) =>
        workThrough(lives, shop, tokens, ledger, first + index),
      ),
    );
  const tookMs = takenOverAt() - killedMs;
  process.stdout.write(`its work was taken over ${tookMs} ms after the kill\n`);

  expect(await doomed.ended).toBe("killed");
  expect(tookMs).toBeLessThan(GOAL_MS);
  await verifyLives(server.appUrl, shop, ledger);
});
