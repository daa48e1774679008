import { basename } from "node:path";
import { CountersignError } from "@countersign/core";
import { requireMay } from "../access/may.ts";
import { actingAs, type Principal } from "../access/principal.ts";
import { requireBelowRoot } from "../access/repository-roots.ts";
import { readableRepository } from "../access/scope.ts";
import { lastValidPolicy } from "../config/last-valid-policy.ts";
import { keepPolicy } from "../config/policy-source.ts";
import { followTarget, tasksOf } from "../effects/follow-target.ts";
import { mergeJob } from "../effects/jobs-of.ts";
import { JOB_IDS } from "../names/job-ids.ts";
import type { Mirror, Repository } from "../ports/mirror.ts";
import {
  dropHold,
  listRepositories,
  type RepositoryHold,
  readRepository,
  type StoredRepository,
  saveRepository,
} from "../store/repositories.ts";
import { transact } from "../store/transact.ts";
import { acceptNamedTip } from "./accept-named-tip.ts";
import { commitConfig } from "./commit-config.ts";
import { noticeText } from "./notice-text.ts";
import type { Parts } from "./parts.ts";
import { requirePresentFor } from "./require-present-for.ts";

export type RepositoryLine = {
  id: string;
  path: string;
  target: string;
  /** Where the target stood when it was last accepted. */
  tip: string;
  /** Where the target is now; null while merges go on, or when it cannot be read. */
  found: string | null;
  /** Why nothing is merged to it now; null when merges go on. */
  hold: RepositoryHold | null;
  /** Why the configuration of the target branch cannot be used; null when it can. */
  problem: string | null;
  /** The engine's owner lets its commands run without a sandbox where there is none. */
  unsandboxed: boolean;
  /** What changed in countersign for this repository, for its owner; null for nothing. */
  notice: string | null;
};

export type NewRepository = {
  path: string;
  id?: string | undefined;
  /** The target branch; left out: main or master, or what their configuration names. */
  target?: string | undefined;
  /** A first configuration, to be committed to the target as its own commit. */
  config?: string | undefined;
};

type NewlyLocated = Repository & { gitDir: string };

const USUAL_TARGETS = ["main", "master"] as const;

/** Registers a repository. The same path again answers with what is registered. */
export async function addRepository(
  parts: Parts,
  by: Principal,
  wanted: NewRepository,
): Promise<RepositoryLine> {
  requireMay(by, "add_repository");
  const { org } = by;
  const { root, gitDir } = await parts.mirrorOf(org).locate(wanted.path);
  await requireBelowRoot(parts.roots, [root, gitDir]);
  const known = await findRegistered(parts, org, { path: wanted.path, gitDir });
  if (known !== null && wanted.config === undefined) return known;
  if (known !== null) {
    await commitFirstPolicy(parts, by, known, wanted.config ?? "");
    return lineFor(parts, org, known.id);
  }
  const repository = {
    id: wanted.id ?? (await freeName(parts, org, wanted.path)),
    path: wanted.path,
    gitDir,
  };
  if (wanted.config !== undefined)
    await commitConfig(parts, by, await look(parts, org, repository, wanted.target), wanted.config);
  const stored = await look(parts, org, repository, wanted.target);
  await transact(parts.pool, org, (session) =>
    saveRepository(session, org, stored, {
      how: "registered",
      by: actingAs(by),
      reason: "",
    }),
  );
  return lineFor(parts, org, repository.id);
}

/** The registration of a path, or of another path to the same repository. */
async function findRegistered(
  parts: Parts,
  org: string,
  { path, gitDir }: { path: string; gitDir: string },
): Promise<RepositoryLine | null> {
  const rows = await transact(parts.pool, org, (session) => listRepositories(session, org));
  const found = rows.find((row) => row.path === path) ?? rows.find((row) => row.gitDir === gitDir);
  return found === undefined ? null : lineFor(parts, org, found.id);
}

/** Commits the first policy of a registered repository; whoever gives it confirms it. */
async function commitFirstPolicy(
  parts: Parts,
  by: Principal,
  { id }: RepositoryLine,
  config: string,
): Promise<void> {
  const { org } = by;
  await followTarget(parts, org, id);
  const stored = await transact(parts.pool, org, (session) => readRepository(session, org, id));
  if ((await lastValidPolicy(parts, org, stored)) !== null)
    throw new CountersignError("wrong_state", `${id} has a policy already`, {
      hint: "Change it like any other file: countersign task submit",
    });
  const tip = await commitConfig(parts, by, stored, config);
  const reason = "written by countersign init";
  const acceptance = { how: "first_policy", by: actingAs(by), reason } as const;
  await acceptNamedTip(parts, org, stored, tip, acceptance);
  await transact(parts.pool, org, (session) =>
    dropHold(session, org, id, actingAs(by), "first_policy"),
  );
}

/** Finds the target branch: the one that its own configuration names. */
async function look(
  parts: Parts,
  org: string,
  repository: NewlyLocated,
  given: string | undefined,
): Promise<StoredRepository> {
  const mirror = parts.mirrorOf(org);
  for (const branch of given === undefined ? USUAL_TARGETS : [given]) {
    if (!(await hasTarget(mirror, repository, branch))) continue;
    const { stored, named } = await readTarget(parts, org, repository, branch);
    const isIt = given !== undefined || named === null || named === branch;
    if (isIt || !(await hasTarget(mirror, repository, named))) return stored;
    return (await readTarget(parts, org, repository, named)).stored;
  }
  const wanted = given ?? USUAL_TARGETS.join(" or ");
  throw new CountersignError(
    "invalid_input",
    `The repository has no branch ${wanted} with a commit`,
    {
      hint: "Commit something first, or name the branch that work is merged to",
    },
  );
}

/** Whether a branch has a commit; one that git may read in another way than we do is refused. */
async function hasTarget(mirror: Mirror, repository: Repository, branch: string): Promise<boolean> {
  const reading = await mirror.readTarget(repository, branch);
  if (reading.is === "unreliable") throw new CountersignError("invalid_input", reading.detail);
  return reading.is === "at";
}

async function readTarget(
  parts: Parts,
  org: string,
  repository: NewlyLocated,
  target: string,
): Promise<{ stored: StoredRepository; named: string | null }> {
  const { commit: tip } = await parts.mirrorOf(org).fetch(repository, { branch: target });
  const found = await parts.policies.at(org, repository.id, tip);
  if ("problem" in found) {
    const stored = { ...repository, target, tip, policyDigest: null, problem: found.problem };
    return { stored, named: null };
  }
  await transact(parts.pool, org, (session) => keepPolicy(session, org, found.policy));
  const policyDigest = found.policy.digest;
  const stored = { ...repository, target, tip, policyDigest, problem: null };
  return { stored, named: found.policy.merge.target };
}

/** A short name from the directory's, with a number if it is taken. */
async function freeName(parts: Parts, org: string, path: string): Promise<string> {
  const plain = basename(path)
    .replaceAll(/[^\w.-]+/g, "-")
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, "");
  const name = plain.slice(0, 60) || "repository";
  const taken = new Set((await lines(parts, org)).map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

export async function repositories(parts: Parts, by: Principal): Promise<RepositoryLine[]> {
  const only = await readableRepository(parts, by);
  const all = await lines(parts, by.org);
  return only === undefined ? all : all.filter(({ id }) => id === only);
}

/** The tip of the target that the owner was shown, and what they found. */
export type ShownTip = { tip: string; reason: string };

/** An owner has looked at one tip of the target: it is trusted, and merges go on from it and no other. */
export async function releaseRepository(
  parts: Parts,
  by: Principal,
  id: string,
  { tip, reason }: ShownTip,
): Promise<RepositoryLine> {
  requireMay(by, "release_repository");
  const { org } = by;
  const line = await lineFor(parts, org, id);
  await requireTip(parts, org, line, tip);
  const how = await requireOwner(parts, by, line, tip);
  await requirePresentFor(parts, by, "release_repository", id);
  const acceptance = { how, by: actingAs(by), reason };
  const repository = { ...line, gitDir: null, policyDigest: null };
  await acceptNamedTip(parts, org, repository, tip, acceptance);
  const waiting = await tasksOf(parts, org, id, ["approved", "merging"]);
  await transact(parts.pool, org, async (session) => {
    await dropHold(session, org, id, actingAs(by));
    const jobs = waiting.map((task) =>
      mergeJob(org, { id: task, repo: id }, JOB_IDS.mergeAfterRelease(org, task, tip), 0),
    );
    if (jobs.length > 0) await parts.queue.enqueue(session.client, jobs);
  });
  return lineFor(parts, org, id);
}

/** A move after the owner looked was not looked at. */
async function requireTip(
  parts: Parts,
  org: string,
  line: RepositoryLine,
  shown: string,
): Promise<void> {
  const { id, path, target } = line;
  const reading = await parts.mirrorOf(org).readTarget(line, target);
  if (reading.is === "unreliable")
    throw new CountersignError("wrong_state", `${id} cannot be released yet. ${reading.detail}`);
  if (reading.is === "gone") throw new CountersignError("not_found", `${target} of ${id} is gone`);
  const { tip: now } = reading;
  if (now === shown) return;
  const [from, to] = [shown.slice(0, 12), now.slice(0, 12)];
  throw new CountersignError(
    "stale_content",
    `${target} of ${id} is at ${to} now; ${from} was shown`,
    { details: { task: id }, hint: `Look at it: git -C ${path} log --stat ${from}..${to}` },
  );
}

/**
 * Owners as the last valid policy names them. A first policy is confirmed by a person whom it names as owner
 * itself: nobody else can answer for it.
 */
async function requireOwner(
  parts: Parts,
  { org, actor }: Principal,
  { id, path, target }: RepositoryLine,
  tip: string,
): Promise<"released" | "first_policy"> {
  const stored = await transact(parts.pool, org, (session) => readRepository(session, org, id));
  const last = await lastValidPolicy(parts, org, stored);
  if (last !== null) {
    const { owner } = last.people;
    if (owner.includes(actor.id)) return "released";
    throw new CountersignError(
      "forbidden",
      `Only an owner may release ${id}: ${owner.join(", ")}.`,
    );
  }
  await parts.mirrorOf(org).fetch({ id, path }, { branch: target });
  const found = await parts.policies.at(org, id, tip);
  const owners = "policy" in found ? found.policy.people.owner : [actor.id];
  if (owners.includes(actor.id)) return "first_policy";
  throw new CountersignError(
    "forbidden",
    `The first policy of ${id} names ${owners.join(", ")} as owner, and you are ${actor.id}.`,
    { hint: `Name yourself in people.owner, commit that on ${target}, then confirm it` },
  );
}

async function lines(parts: Parts, org: string): Promise<RepositoryLine[]> {
  const rows = await transact(parts.pool, org, (session) => listRepositories(session, org));
  return await Promise.all(
    rows.map(async ({ notice, ...row }) => {
      const { id, path, target, tip, hold, problem } = row;
      const unsandboxed = (await parts.allowsUnsandboxed?.(path)) ?? false;
      const isSettled = hold === null && problem === null;
      const found = isSettled ? null : await tipNow(parts, org, { id, path }, target);
      const told = notice === null ? null : await noticeText(parts, org, row);
      return { id, path, target, tip, found, hold, problem, unsandboxed, notice: told };
    }),
  );
}

async function tipNow(parts: Parts, org: string, repository: Repository, target: string) {
  const reading = await parts.mirrorOf(org).readTarget(repository, target);
  return reading.is === "at" ? reading.tip : null;
}

async function lineFor(parts: Parts, org: string, id: string): Promise<RepositoryLine> {
  const found = (await lines(parts, org)).find((line) => line.id === id);
  if (found === undefined) throw new CountersignError("not_found", `There is no repository ${id}`);
  return found;
}
