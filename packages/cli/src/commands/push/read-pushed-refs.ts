import { setTimeout } from "node:timers/promises";
import type { Clone } from "@countersign/adapters";
import { CountersignError } from "@countersign/core";
import { readParentPolicy } from "../../verify/policy-at.ts";

/** What one push sends: the target, and everything that proves its moves. */
export type PushedRefs = {
  target: string;
  commit: string;
  /** Number of proofs' segments. 0: the target has no proofs. */
  segments: number;
  /** Objects by the names that they get in the other repository. */
  refs: ReadonlyMap<string, string>;
};

type Source = Pick<Clone, "listRefs" | "readCommit" | "files">;

const OWN = "refs/countersign/";
const TRIES = 25;
const PAUSE_MS = 200;

/**
 * Reads the target and its proofs so that both end at the same commit. The engine moves one right after the other, so
 * a difference is read again before it counts.
 */
export async function readPushedRefs(clone: Source, target: string): Promise<PushedRefs> {
  for (let tries = 1; ; tries += 1) {
    const read = await readOnce(clone, target);
    if (read.proves === null || read.proves === read.commit)
      return await nameRefs(clone, target, read);
    if (tries === TRIES) throw unprovedTarget(target, read.commit, read.proves);
    await setTimeout(PAUSE_MS);
  }
}

/** `proves` is the commit of the last proof. Null without proofs. */
type ReadRefs = {
  commit: string;
  proves: string | null;
  proofs: ReadonlyMap<string, string>;
  others: ReadonlyMap<string, string>;
};

async function readOnce(clone: Source, target: string): Promise<ReadRefs> {
  const commit = (await clone.listRefs("refs/heads/")).get(`refs/heads/${target}`);
  if (commit === undefined)
    throw new CountersignError("not_found", `There is no branch ${target} here`, {
      hint: "Name the target branch: --target <branch>",
    });
  const proofs = await clone.listRefs(`${OWN}proofs/${target}/`);
  const [last] = [...proofs].toSorted(([one], [other]) => (one < other ? 1 : -1));
  const end = last === undefined ? null : await clone.readCommit(last[1]);
  const proves = last === undefined ? null : (end?.message.split("\n", 1)[0] ?? "");
  const waypoints = await clone.listRefs(`${OWN}waypoints/${target}/`);
  const witnessed = `${OWN}witnessed/${target}`;
  const seen = [...(await clone.listRefs(witnessed))].filter(([ref]) => ref === witnessed);
  const retracted = await clone.listRefs(`${OWN}retracted/`);
  const others = new Map([...waypoints, ...seen, ...retracted]);
  return { commit, proves, proofs, others };
}

/** Names the refs as the policy of the target wants them in other repositories. */
async function nameRefs(
  clone: Source,
  target: string,
  { commit, proofs, others }: ReadRefs,
): Promise<PushedRefs> {
  const { policy } = await readParentPolicy(clone, commit);
  const place = policy?.proofs?.refs ?? "refs/countersign";
  const named = [...proofs, ...others].map(
    ([ref, id]) => [`${place}/${ref.slice(OWN.length)}`, id] as const,
  );
  return {
    ...{ target, commit, segments: proofs.size },
    refs: new Map([[`refs/heads/${target}`, commit], ...named]),
  };
}

function unprovedTarget(target: string, commit: string, proves: string): CountersignError {
  const [at, last] = [commit.slice(0, 12), proves.slice(0, 12)];
  return new CountersignError(
    "wrong_state",
    `${target} is at ${at}, but its last proof is of ${last}`,
    { hint: "Nothing was pushed. See why: countersign status" },
  );
}
