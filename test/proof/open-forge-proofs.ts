import type { Task } from "@countersign/core";
import type { ForgeMerge, ForgeMergeOutcome, ForgeProofs, ForgePush } from "@countersign/engine";
import { transact } from "../../packages/engine/src/platform/transact.ts";
import { linkRepository } from "../../packages/engine/src/store/forge/linked-repositories.ts";
import { lockChange } from "../../packages/engine/src/store/forge/stored-changes.ts";
import { ORG } from "../engine/open-engine.ts";
import { createMemoryForge, type MemoryForge } from "../forge/memory-forge.ts";
import { openProofEngine, type ProofEngine } from "./open-proof-engine.ts";

/** The forge's proofs. The forge's branches are those of the repository, so they have another place there. */
export const FORGE_PROOFS = "refs/heads/countersign/proofs/main/000000";
const MAIN = "refs/heads/main";

export type ForgeProofLab = ProofEngine & {
  hub: MemoryForge;
  /** Every push to the target and of proofs, as the names of the refs that moved together. */
  pushes: string[][];
  /** What the forge does with the next pushes instead of carrying them out. */
  answers: ((refs: string[]) => ForgeMergeOutcome)[];
  commitOf(ref: string): string;
  /** Opens a pull request with one file, and waits until it is Ana's turn. */
  propose(number: number, file: string): Promise<Task>;
};

/** The repository itself is the forge. */
function specsOf(push: ForgePush | null, proofs: ForgeProofs): string[] {
  const moved = [...proofs].map(([ref, id]) => `${id}:${ref}`);
  if (push === null) return [".", ...moved];
  const lease = `--force-with-lease=${push.ref}:${push.expected ?? ""}`;
  return [lease, ".", `${push.commit ?? ""}:${push.ref}`, ...moved];
}

/** An engine with proofs whose repository is linked to a forge in memory. */
export async function openForgeProofs(
  through: "push" | "host",
  options: { hasRoot?: boolean } = {},
): Promise<ForgeProofLab> {
  const hub = createMemoryForge();
  const lab = await openProofEngine({
    ...options,
    policy: {
      merge: { graceSeconds: 0, through },
      proofs: { refs: "refs/heads/countersign" },
      ...(options.hasRoot === false ? { trust: { humanPresence: "terminal" } } : {}),
    },
    more: {
      forge: { host: "forge.test", clones: "/nonexistent", forge: hub.forge },
      forgeTimes: { lookMs: 50, pollMs: 500 },
      ...(options.hasRoot === false ? { files: {} } : {}),
    },
  });
  const { shop, database } = lab;
  const forge = { installation: 5, id: 77, name: "acme/shop" };
  await transact(database.pool, ORG, (session) =>
    linkRepository(session, { repo: "shop", host: "forge.test", forge }, { id: "root" }),
  );
  const pushes: string[][] = [];
  const answers: ForgeProofLab["answers"] = [];
  const commitOf = (ref: string) => shop.git("for-each-ref", "--format=%(objectname)", ref).trim();
  const carryOut = (push: ForgePush | null, proofs: ForgeProofs): ForgeMergeOutcome => {
    const refs = [...(push === null ? [] : [push.ref]), ...proofs.keys()];
    const isCounted = refs.includes(MAIN) || proofs.size > 0;
    const answer = isCounted ? answers.shift() : undefined;
    if (answer !== undefined) return answer(refs);
    try {
      shop.git("push", "--quiet", "--atomic", ...specsOf(push, proofs));
    } catch (error) {
      return { outcome: "not_mergeable", detail: String(error) };
    }
    if (isCounted) pushes.push(refs);
    return { outcome: "requested", commit: push?.commit ?? null };
  };
  hub.control.push = async (push, proofs) => carryOut(push, proofs);
  hub.control.pushProofs = async (proofs) => carryOut(null, proofs);
  hub.control.land = ({ head, title }: ForgeMerge) => {
    const tree = shop.git("merge-tree", "--write-tree", "main", head).trim();
    const merged = ["commit-tree", "-p", "main", "-p", head, "-m", title, tree];
    const commit = shop.git(...merged).trim();
    shop.git("update-ref", MAIN, commit);
    return commit;
  };
  const taskOf = async (number: number): Promise<Task | null> => {
    const stored = await transact(database.pool, ORG, (session) =>
      lockChange(session, { repo: "shop", number }),
    );
    return stored?.taskId == null ? null : await lab.engine.task(lab.ana, stored.taskId);
  };
  return {
    ...{ ...lab, hub, pushes, answers, commitOf },
    async propose(number, file) {
      shop.git("checkout", "--quiet", "--detach", "main");
      shop.write(file, `${file}\n`);
      const head = shop.commit(`Add ${file}`);
      shop.git("branch", "--force", `keep-${number}`, head);
      hub.open(number, head);
      for (let tries = 0; tries < 1_200; tries += 1) {
        const task = await taskOf(number);
        if (task?.phase.is === "reviewing" && task.phase.person !== null) return task;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`pull request ${number} has no task that waits for a person`);
    },
  };
}
