import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { FORGE_TIMES } from "../../../packages/engine/src/effects/upkeep/due-forge-reads.ts";
import { GATE, receiveHooks, WAITING } from "../engine/open-reviewed-shop.ts";
import { type Life, openLife, WAIT } from "../open-life.ts";

const CI = "ci";
const LOOK_MS = 100;

/** A merge group that was seen in the queue. */
export type SeenGroup = {
  commit: string;
  seenMs: number;
  /** Milliseconds until our check was seen on it; null while it has none. */
  answeredMs: number | null;
  /** Whether our check was ever green. */
  wasGreen: boolean;
};

/** A repository with a merge queue whose groups also wait for another app's check, so that they pile up. */
export type GroupLab = Awaited<ReturnType<typeof openGroupLab>>;

/** Opens an engine that merges through the queue and receives the hub's webhooks. */
export async function openGroupLab() {
  const other = {
    type: "required_status_checks",
    parameters: { required_status_checks: [{ context: CI }] },
  };
  const life = await openLife({
    merge: { through: "queue" },
    rules: [{ type: "merge_queue" }, other],
    pollMs: FORGE_TIMES.pollMs,
  });
  const { shop } = life;
  const { hub, repository, app } = shop;
  await hub.admin.setHookUrl({ app, url: await receiveHooks(life.engine) });
  const ci = await hub.admin.createApp({ owner: "acme", name: CI });
  const { id } = await hub.admin.installApp({ app: ci.id, account: "acme" });
  const { token } = await hub.admin.createInstallationToken({ id });
  const send = shop.sendWith(() => token);
  const passCi = async (commit: string): Promise<void> => {
    const run = { name: CI, head_sha: commit, status: "completed", conclusion: "success" };
    const { status } = await send("POST", `/repos/${repository}/check-runs`, run);
    expect(status).toBe(201);
  };
  return {
    ...{ life, passCi },
    readQueue: () => hub.admin.readQueue({ repository }),
    /** The commits of the groups that are built, first to be merged first. */
    async readGroups(): Promise<string[]> {
      const queue = await hub.admin.readQueue({ repository });
      return queue.flatMap(({ group }) => group?.commit ?? []);
    },
    /** Opens pull requests, waits until each is reviewed, and lets the other app pass them. */
    async propose(branches: readonly string[]) {
      const opened = [];
      for (const branch of branches) opened.push(await shop.openChange(branch));
      for (const { commit } of opened) {
        await expect.poll(() => life.checkOf(commit), WAIT).toBe(WAITING);
        await passCi(commit);
      }
      return opened;
    },
    /** Merges heads onto the target in an order of our own. `change` alters a merge. */
    async stack(name: string, heads: readonly string[], change = async (_: number) => {}) {
      const { git } = shop.clone;
      await git("fetch", "--quiet", "origin", "main");
      await git("checkout", "--quiet", "--detach", "FETCH_HEAD");
      for (const [index, head] of heads.entries()) {
        await git("merge", "--quiet", "--no-ff", "--message", "Merge", head);
        await change(index);
      }
      await git("push", "--quiet", "origin", `HEAD:refs/heads/${name}`);
      return await git("rev-parse", "HEAD");
    },
    watchGroups: () => watchGroups(life),
  };
}

/** Notes every group of the queue, and when it was answered, until it is stopped. */
function watchGroups({ shop: { hub, repository, app } }: Life) {
  const seen = new Map<string, SeenGroup>();
  let isOver = false;
  const noteGroups = async (): Promise<void> => {
    const queue = await hub.admin.readQueue({ repository });
    for (const commit of queue.flatMap(({ group }) => group?.commit ?? []))
      if (!seen.has(commit))
        seen.set(commit, { commit, seenMs: Date.now(), answeredMs: null, wasGreen: false });
  };
  const noteAnswer = async (one: SeenGroup): Promise<void> => {
    const runs = await hub.admin.readCheckRuns({ repository, commit: one.commit });
    const own = runs.filter(({ name, app: by }) => name === GATE && by === app);
    if (own.length > 0) one.answeredMs ??= Date.now() - one.seenMs;
    if (own.some(({ conclusion }) => conclusion === "success")) one.wasGreen = true;
  };
  const watching = (async () => {
    while (!isOver) {
      await noteGroups();
      for (const one of seen.values()) await noteAnswer(one);
      await pause(LOOK_MS);
    }
  })();
  return {
    wasGreen: (commit: string) => seen.get(commit)?.wasGreen,
    async stop(): Promise<SeenGroup[]> {
      isOver = true;
      await watching;
      return [...seen.values()];
    },
  };
}
