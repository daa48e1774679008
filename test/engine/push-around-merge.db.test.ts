import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { expect, it } from "vitest";
import type { Workshop } from "../../packages/adapters/src/git/testing/plain-git.ts";
import { times } from "../../packages/core/src/testing/scale.ts";
import { openEngine, openShop, POLICY } from "./open-engine.ts";

const QUIET = { ...POLICY, checks: [], modes: { default: "per-task" } };
const { engine, ana, agent, admin, key, until } = await openEngine(QUIET);

/** Sixteen pushes around each of 64 merges: 1,024 interleavings. Fewer merges where the time is short. */
const LANES = 4;
const PER_LANE = Math.max(4, times(16));
const PUSHES: readonly PushKind[] = Array.from({ length: 16 }, (_, number) => {
  if (number === 15) return "push to the target";
  return number % 5 === 4 ? "push and submit" : "push";
});

type PushKind = "push" | "push and submit" | "push to the target";
type Lane = { id: string; shop: Workshop };
type Push = { what: PushKind; isInside: boolean };
type Outcome = { pushes: Push[]; state: string };

/** For each number a branch with good work, and a commit on top of it that nobody has approved. */
function openLane(number: number): Lane {
  const shop = openShop(QUIET);
  const from = shop.git("rev-parse", "main");
  const commit = (ref: string, parent: string, path: string) =>
    [
      `commit ${ref}`,
      "committer Ada <ada@acme.test> 1700000000 +0000",
      "data 4\nwork",
      `from ${parent}`,
      `M 100644 inline ${path}`,
      "data 2\nx\n",
    ].join("\n");
  const stream = Array.from({ length: PER_LANE }, (_, index) => [
    commit(`refs/heads/good-${index}`, from, `good-${index}.txt`),
    commit(`refs/heads/evil-${index}`, `refs/heads/good-${index}`, `evil-${index}.txt`),
  ]);
  shop.feed(`${stream.flat().join("\n")}\n`, "fast-import", "--quiet");
  return { id: `lane-${number}`, shop };
}

/** How long a merge takes here, so that pushes fall before, into and after it. */
let mergeMs = 200;

async function play({ id: repo, shop }: Lane, index: number): Promise<Outcome> {
  const branch = `work-${index}`;
  shop.git("branch", branch, `good-${index}`);
  const { task } = await engine.createTask(agent, key(), { title: "Work", repo });
  const from = { branch };
  await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "" });
  const { round } = await until(
    task,
    ({ phase }) => phase.is === "reviewing" && phase.person !== null,
  );
  if (round === null) throw new Error("no round");
  const began = Date.now();
  const push = async (what: Push["what"]) => {
    await pause(Math.random() * mergeMs * 1.5);
    if (what === "push to the target") pushToTarget(shop, index);
    else shop.git("update-ref", `refs/heads/${branch}`, `refs/heads/evil-${index}`);
    const at = Date.now();
    if (what === "push and submit")
      await engine
        .submitWork(agent, key(), { task, from, signal: "DONE", summary: "" })
        .catch(onlyRefused);
    return { what, at };
  };
  // Only every fifth merge meets somebody else's commit: it stops the repository until it is released.
  // Every fourth meets nothing but new commits on its branch: it must merge what was approved.
  const planned = PUSHES.map((what) => {
    const isForeign = what === "push to the target" && index % 5 > 0;
    return isForeign || index % 4 === 1 ? ("push" as const) : what;
  });
  const { number, content } = round;
  const [pushed] = await Promise.all([
    Promise.all(planned.map(push)),
    engine
      .command(ana, key(), task, { type: "approve", round: number, tree: content.tree })
      .catch(onlyRefused),
  ]);
  const state = await settle(repo, task);
  const log = await engine.log(ana, task);
  const mergedAt =
    log.find(({ event }) => event.type === "merged")?.atMs ?? Number.POSITIVE_INFINITY;
  if (Number.isFinite(mergedAt)) mergeMs = mergeMs * 0.9 + (mergedAt - began) * 0.1;
  const pushes = pushed.map(({ what, at }) => ({ what, isInside: at > began && at < mergedAt }));
  return { pushes, state };
}

/** Somebody commits to the target directly. */
function pushToTarget(shop: Workshop, index: number): void {
  const main = shop.git("rev-parse", "main");
  const tree = shop.git("rev-parse", `${main}^{tree}`);
  const foreign = shop.git("commit-tree", "-p", main, "-m", `foreign ${index}`, tree);
  shop.tryGit("update-ref", "refs/heads/main", foreign, main);
}

function isStale(error: unknown): null {
  if (error instanceof CountersignError && error.code === "stale_content") return null;
  throw error;
}

/** Waits for an end; the owner releases a repository that was held. */
async function settle(repo: string, task: string): Promise<string> {
  for (;;) {
    const { phase } = await engine.task(ana, task);
    if (phase.is === "done" || phase.is === "rework" || phase.is === "held") return phase.is;
    if (phase.is === "reviewing" && phase.person !== null) return "waits for a person again";
    const line = (await engine.repositories(ana)).find(({ id }) => id === repo);
    const tip = line?.hold ? line.found : null;
    // A push between looking and deciding is refused, and looked at again.
    if (tip != null)
      await engine.releaseRepository(ana, repo, { tip, reason: "seen" }).catch(isStale);
    await pause(20);
  }
}

function onlyRefused(error: unknown): void {
  if (!(error instanceof CountersignError)) throw error;
}

it("never brings a tree to the target that was not approved, whatever is pushed around the merge [R-043]", async () => {
  const lanes = Array.from({ length: LANES }, (_, number) => openLane(number));
  for (const { id, shop } of lanes) await engine.addRepository(admin, { path: shop.repo, id });
  const outcomes: Outcome[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let index = 0; index < PER_LANE; index += 1) outcomes.push(await play(lane, index));
    }),
  );
  const pushes = outcomes.flatMap((one) => one.pushes);
  const inside = pushes.filter(({ isInside }) => isInside).length;
  const merged = outcomes.filter(({ state }) => state === "done").length;
  process.stdout.write(
    `${pushes.length} interleavings, ${inside} inside the window; ${merged} of ${outcomes.length} tasks merged\n`,
  );

  expect(pushes.length).toBe(PUSHES.length * LANES * PER_LANE);
  expect(inside).toBeGreaterThanOrEqual(pushes.length / 10);
  expect(merged).toBeGreaterThan(outcomes.length / 10);
  const files = lanes.map(({ shop }) =>
    shop.git("log", "--format=", "--name-only", "--first-parent", "-m", "main"),
  );
  expect(files.join("\n")).toContain("good");
  expect(files.join("\n")).not.toContain("evil");
  for (const { shop } of lanes) shop.remove();
}, 1_200_000);
