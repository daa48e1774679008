import { CountersignError, foreignObstacles, type Policy } from "@countersign/core";
import type { EngineScope } from "../execute/engine-scope.ts";
import { lastValidPolicy } from "../policy/last-valid-policy.ts";
import { ENGINE } from "../store/names/engine-keys.ts";
import { isHeld } from "../store/organisation/foreign-tips.ts";
import type { Acceptance, StoredRepository } from "../store/organisation/repositories.ts";
import { describeAgents, describeCommits, describeUnreviewed } from "./describe-foreign.ts";
import { type FoundMove, readForeignMove } from "./read-foreign-move.ts";

const MAX_OBSTACLES = 3;

/** Foreign commits are accepted, or held with this detail. */
export type JudgedMove = { acceptance: Acceptance } | { detail: string };

/**
 * Judges commits that countersign did not merge by the last accepted policy. Holds commits that cannot be read or
 * compared, and all commits while the repository is already on hold.
 */
export async function judgeForeignMove(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string,
): Promise<JudgedMove> {
  const policy = await lastValidPolicy(scope, repository);
  if (policy === null) return { detail: "" };
  let move: FoundMove;
  try {
    move = await readForeignMove(scope, repository, { tip, policy });
  } catch (error) {
    const why = error instanceof CountersignError ? error.message : "git failed";
    return { detail: `. Its commits cannot be judged: ${why}` };
  }
  const obstacles = await obstaclesTo(scope, repository, { move, policy });
  if (obstacles.length > 0)
    return { detail: await describeHold(scope, repository, { move, policy, obstacles }) };
  const reason = describeUnreviewed(move, repository.target);
  return { acceptance: { how: "foreign", by: ENGINE, reason } };
}

type Judged = { move: FoundMove; policy: Policy };

async function obstaclesTo(
  { read }: EngineScope,
  { id, target }: StoredRepository,
  { move, policy }: Judged,
): Promise<string[]> {
  const { foreign } = policy.merge;
  if (foreign !== "accept") return [`merge.foreign is ${foreign}`];
  const found = foreignObstacles(move, policy);
  if (move.checkout === null) found.push(`no checkout of ${target} made them`);
  if (await read((session) => isHeld(session, id))) found.push("merges are stopped already");
  return found;
}

async function describeHold(
  scope: EngineScope,
  repository: StoredRepository,
  { move, policy, obstacles }: Judged & { obstacles: readonly string[] },
): Promise<string> {
  const { like } = move;
  const commits = describeCommits(move);
  const more = obstacles.length - MAX_OBSTACLES;
  const reasons = obstacles.slice(0, MAX_OBSTACLES).join("; ");
  const state = like?.isRejected === true ? "was rejected" : "is not merged";
  const { foreign } = policy.merge;
  const sentences = [
    await describeAgents(scope, repository, move),
    like === null ? null : `It has the content of ${like.task}, which ${state}`,
    foreign === "accept"
      ? `Not accepted automatically: ${reasons}${more > 0 ? `, and ${more} more reasons` : ""}`
      : null,
    foreign === "protected"
      ? `The policy protects ${repository.target}: put it back to ${repository.tip.slice(0, 12)}, or release it as a verified person`
      : null,
  ];
  return [
    commits === "" ? "" : `: ${commits}`,
    ...sentences.flatMap((text) => (text === null ? [] : [`. ${text}`])),
  ].join("");
}
