import { CountersignError, type Policy } from "@countersign/core";
import { requirePermission } from "../../access/permissions.ts";
import { type Principal, principalActor } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { lastValidPolicy } from "../../policy/last-valid-policy.ts";
import { describeAcceptance } from "../../proof/describe-acceptance.ts";
import { JOB_IDS } from "../../store/names/job-ids.ts";
import { mergeJob } from "../../store/names/merge-job.ts";
import { dropHold, readRepository } from "../../store/organisation/repositories.ts";
import { listRepositoryTasks } from "../../target/list-repository-tasks.ts";
import { acceptNamedTip } from "./accept-named-tip.ts";
import { type RepositorySummary, repositoryLine } from "./repository-lines.ts";
import { requirePresentFor } from "./require-present-for.ts";
import { requireSameTrust } from "./require-same-trust.ts";

/** The tip of the target that the owner saw, and their reason. */
export type ShownTip = { tip: string; reason: string };

/** Accepts the tip of the target that an owner has seen, and resumes merges from exactly that commit. */
export async function releaseRepository(
  scope: EngineScope,
  by: Principal,
  id: string,
  { tip, reason }: ShownTip,
): Promise<RepositorySummary> {
  requirePermission(by, "release_repository");
  const { org } = by;
  const line = await repositoryLine(scope, id);
  await requireTip(scope, line, tip);
  const { how, last } = await requireOwner(scope, by, line, tip);
  await requireSameTrust(scope.mirror, id, { from: line.tip, to: tip });
  // Only countersign may move a protected target, so another commit needs a signature under every policy.
  const alwaysSigned = last?.merge.foreign === "protected" && tip !== line.tip;
  await scope.transact((session) =>
    requirePresentFor(scope, session, by, {
      ...{ deed: "release_repository", repo: id, request: { repo: id, tip, reason } },
      alwaysSigned,
      describeAct: () => describeAcceptance(scope.mirror, by.actor.id, line, tip),
    }),
  );
  const acceptance = { how, by: principalActor(by), reason, person: by.actor.id };
  const repository = { ...line, gitDir: null, policyDigest: null };
  const waiting = await listRepositoryTasks(scope, id, ["approved", "merging"]);
  await acceptNamedTip(scope, repository, tip, acceptance, async (session) => {
    await dropHold(session, id, principalActor(by));
    const jobs = waiting.map((task) =>
      mergeJob(org, { id: task, repo: id }, JOB_IDS.mergeAfterRelease(org, task, tip), 0),
    );
    if (jobs.length > 0) await scope.queue.enqueue(session.client, jobs);
  });
  return repositoryLine(scope, id);
}

/** Refuses a tip that the target left after the owner looked. */
async function requireTip(
  scope: EngineScope,
  line: RepositorySummary,
  shown: string,
): Promise<void> {
  const { id, path, target } = line;
  const reading = await scope.mirror.readTarget(line, target);
  if (reading.is === "unreliable")
    throw new CountersignError("wrong_state", `${id} cannot be released yet. ${reading.detail}`);
  if (reading.is === "gone") throw new CountersignError("not_found", `${target} of ${id} is gone`);
  const { tip: now } = reading;
  if (now === shown) return;
  const [from, to] = [shown.slice(0, 12), now.slice(0, 12)];
  throw new CountersignError(
    "stale_content",
    `${target} of ${id} is at ${to} now; ${from} was shown`,
    { details: { task: id }, hint: `Review it: git -C ${path} log --stat ${from}..${to}` },
  );
}

/**
 * Requires an owner according to the last valid policy. A first policy is confirmed by a person whom it names as
 * owner, because no other policy names one.
 */
async function requireOwner(
  scope: EngineScope,
  { org, actor }: Principal,
  { id, path, target }: RepositorySummary,
  tip: string,
): Promise<{ how: "released" | "first_policy"; last: Policy | null }> {
  const stored = await scope.read((session) => readRepository(session, id));
  const last = await lastValidPolicy(scope, stored);
  await scope.mirror.fetch({ id, path }, { branch: target });
  if (last !== null) {
    const { owner } = last.people;
    if (owner.includes(actor.id)) return { how: "released", last };
    throw new CountersignError(
      "forbidden",
      `Only an owner may release ${id}: ${owner.join(", ")}.`,
    );
  }
  const found = await scope.policies.at(org, id, tip);
  const owners = "policy" in found ? found.policy.people.owner : [actor.id];
  if (owners.includes(actor.id)) return { how: "first_policy", last };
  throw new CountersignError(
    "forbidden",
    `The first policy of ${id} names ${owners.join(", ")} as owner, and you are ${actor.id}.`,
    { hint: `Name yourself in people.owner, commit that on ${target}, then confirm it` },
  );
}
