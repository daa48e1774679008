import { type Forge, ForgeError } from "@countersign/engine";
import { afterAll } from "vitest";
import type { Workshop } from "../../packages/adapters/src/git/testing/plain-git.ts";
import { transact } from "../../packages/engine/src/platform/transact.ts";
import { linkRepository } from "../../packages/engine/src/store/forge/linked-repositories.ts";
import { bindTask, saveReadChange } from "../../packages/engine/src/store/forge/stored-changes.ts";
import { ENGINE } from "../../packages/engine/src/store/names/engine-keys.ts";
import { createMemoryForge, openChange } from "../forge/memory-forge.ts";
import { type OpenEngine, ORG, openEngine, openShop, POLICY } from "./open-engine.ts";

const HOST = "github.com";

export type ForgeWork = { task: string; head: string };

/** A repository on a forge whose people merge pull requests themselves. */
export type ForgeShop = {
  shop: Workshop;
  /** Submits a branch with one commit for each file. */
  submit(...files: string[]): Promise<ForgeWork>;
  /** Submits a branch and approves it. */
  approved(...files: string[]): Promise<ForgeWork>;
  /** Moves the target to a commit with this tree, as the forge does. */
  land(tree: string, ...parents: string[]): string;
  /** The tree that git makes of a commit and the target. */
  mergedTree(head: string): string;
  /** Why the repository's merges are on hold. Null if they are not. */
  hold(): Promise<{ why: string; detail: string } | null>;
  /** Whether the engine has accepted the target as it is. */
  isAccepted(): Promise<boolean>;
};

/** An engine whose forge never answers a request to merge, so that approved tasks wait for people to merge there. */
export type ForgeLab = OpenEngine & {
  openForgeShop(id: string, merge?: object): Promise<ForgeShop>;
};

export async function openForgeLab(): Promise<ForgeLab> {
  const over = Promise.withResolvers<void>();
  const { forge } = createMemoryForge();
  const silent: Forge = {
    ...forge,
    changes: async () => ({ is: "same" }),
    async change() {
      await over.promise;
      throw new ForgeError("retry", "no answer");
    },
  };
  const connection = { host: HOST, clones: "/nonexistent", forge: silent };
  const opened = await openEngine({ ...POLICY, checks: [] }, { lookMs: 200, forge: connection });
  afterAll(() => over.resolve());
  let forgeId = 0;
  const openForgeShop = async (id: string, merge: object = {}): Promise<ForgeShop> => {
    const policy = { ...POLICY, checks: [], merge: { graceSeconds: 0, ...merge } };
    const shop = openShop(policy);
    afterAll(() => shop.remove());
    await opened.engine.addRepository(opened.admin, { path: shop.repo, id });
    forgeId += 1;
    const forge = { installation: 1, id: forgeId, name: `acme/${id}` };
    const link = { repo: id, host: HOST, forge };
    await transact(opened.database.pool, ORG, (session) => linkRepository(session, link, ENGINE));
    const forgeShop = createForgeShop(opened, id, shop);
    await forgeShop.approved("occupied.txt"); // its merge does not end, and those of others wait for it
    return forgeShop;
  };
  return { ...opened, openForgeShop };
}

function createForgeShop(
  { engine, database, agent, ana, key, until }: OpenEngine,
  id: string,
  shop: Workshop,
): ForgeShop {
  let branches = 0;
  const base = shop.git("rev-parse", "main");
  const submit = async (...files: string[]): Promise<ForgeWork> => {
    branches += 1;
    shop.git("checkout", "--quiet", "--detach", base);
    for (const file of files) {
      shop.write(file, `${file} of branch ${branches}\n`);
      shop.commit(`Add ${file}`);
    }
    const branch = `work-${branches}`;
    shop.git("branch", "--force", branch);
    const { task } = await engine.createTask(agent, key(), { title: branch, repo: id });
    await engine.submitWork(agent, key(), { task, from: { branch }, signal: "DONE", summary: "" });
    await until(task, ({ phase }) => phase.is === "reviewing" && phase.person !== null);
    const head = shop.git("rev-parse", branch);
    await transact(database.pool, ORG, async (session) => {
      await saveReadChange(session, id, openChange(branches, head));
      await bindTask(session, { repo: id, number: branches }, task);
    });
    return { task, head };
  };
  return {
    shop,
    submit,
    async approved(...files) {
      const work = await submit(...files);
      const { round } = await engine.task(ana, work.task);
      const shown = { round: round?.number ?? 0, tree: round?.content.tree ?? "" };
      await engine.command(ana, key(), work.task, { type: "approve", ...shown });
      return work;
    },
    land(tree, ...parents) {
      const given = parents.flatMap((parent) => ["-p", parent]);
      const commit = shop.git("commit-tree", ...given, "-m", "Merged on the forge", tree);
      shop.git("update-ref", "refs/heads/main", commit);
      return commit;
    },
    mergedTree: (head) => shop.git("merge-tree", "--write-tree", "main", head),
    async hold() {
      const found = (await engine.repositories(ana)).find((one) => one.id === id);
      return found?.hold ?? null;
    },
    async isAccepted() {
      const { rows } = await database.owner.query(
        "SELECT tip FROM countersign.repositories WHERE id = $1",
        [id],
      );
      return rows[0]?.tip === shop.git("rev-parse", "main");
    },
  };
}
