import type { Commit, Facts } from "../../content/schema.ts";
import { nameKey } from "../../kernel/name-key.ts";
import type { Policy } from "../../policy/policy.ts";
import { Check } from "../../policy/schema-run.ts";
import { guardedChanges } from "./guarded-changes.ts";
import { TRUST_ADVICE, trustFileChanges } from "./trust-file-changes.ts";

/** A session of an agent that was active in a checkout. */
export type AgentSession = { agent: string; session: string; worktree: string };

/** An unmerged task that shares content with foreign commits. */
export type TaskLikeness = { task: string; isRejected: boolean };

/** Commits on the target that countersign did not merge, and their known origin. */
export type ForeignMove = {
  /** True if the target was only extended. False if its history was rewound or replaced. */
  isContinuation: boolean;
  facts: Pick<Facts, "files" | "changedKeys" | "policyChange" | "reachedFiles"> & {
    commits: readonly (Commit & { coAuthors: readonly string[] })[];
  };
  /** Sessions that were live in the checkout of the target. Null if the engine cannot know them. */
  sessions: readonly AgentSession[] | null;
  like: TaskLikeness | null;
};

/** Maximum number of new commits to judge one by one. */
const MAX_JUDGED = 100;

type Judge = Pick<Policy, "people" | "trust" | "checks" | "extends" | "reviewers">;

/**
 * Returns why foreign commits are not accepted without a review. An empty list accepts them.
 *
 * The policy is the last accepted one, which the commits cannot have changed.
 */
export function foreignObstacles(move: ForeignMove, policy: Judge): string[] {
  if (!move.isContinuation) return ["they rewind or replace the history of the target"];
  const { facts, sessions, like } = move;
  const found = [
    ...addressObstacles(facts.commits, policy.people),
    ...(sessions ?? []).map((one) => `${nameSession(one)} was at work in ${one.worktree}`),
    ...trustFileChanges(facts).map((path) => `they change ${path}. ${TRUST_ADVICE}`),
    ...guardedChanges(facts, withAnyCheck(policy)).map(({ path, because }) =>
      path === null ? because.fact : guardedText(path, because.entry),
    ),
    ...(like === null ? [] : [likenessText(like)]),
  ];
  if (sessions === null) found.push("this engine does not see which agents are at work");
  if (facts.commits.length === 0) found.push("the commits cannot be read");
  if (facts.commits.length > MAX_JUDGED) found.push(`they are more than ${MAX_JUDGED} commits`);
  return found;
}

/**
 * Returns a policy that protects the shipped judge files even without a check, because later checks would read
 * them from the accepted target.
 */
export function withAnyCheck<Checked extends Pick<Policy, "checks">>(policy: Checked): Checked {
  return policy.checks.length > 0 ? policy : { ...policy, checks: [ANY_CHECK] };
}

const ANY_CHECK = Check.parse({ id: "later-checks", run: "true" });

/** Requires that the committer is an owner, and that the policy knows every author and co-author as a person. */
function addressObstacles(
  commits: ForeignMove["facts"]["commits"],
  { emails, owner }: Policy["people"],
): string[] {
  const table = Object.entries({ ...emails }).map(([email, name]) => ({
    key: nameKey(email),
    name,
  }));
  const peopleAt = (email: string) =>
    table.filter(({ key }) => key === nameKey(email)).map(({ name }) => name);
  const isKnown = (email: string, isRight: (name: string) => boolean) => {
    const people = peopleAt(email);
    return people.length > 0 && people.every((name) => name !== null && isRight(name));
  };
  return commits.flatMap(({ id, authorEmail, committerEmail = authorEmail, coAuthors }) => {
    const short = id.slice(0, 7);
    if (!isKnown(committerEmail, (name) => owner.includes(name)))
      return [`people.emails names no owner for ${committerEmail}, who committed ${short}`];
    const other = [authorEmail, ...coAuthors].find((email) => !isKnown(email, () => true));
    return other === undefined
      ? []
      : [`people.emails names no person for ${other}, an author of ${short}`];
  });
}

function guardedText(path: string, entry: string): string {
  if (entry === "policy") return `they change ${path}, which the policy is read from`;
  return entry === "checks"
    ? `they change ${path}, which steers checks`
    : `they change ${path}, which the policy protects`;
}

function likenessText({ task, isRejected }: TaskLikeness): string {
  return `they have the content of ${task}, which ${isRejected ? "was rejected" : "is not merged"}`;
}

/** Returns the name of an agent and its session. */
export function nameSession({ agent, session }: AgentSession): string {
  return `${agent} (session ${session.slice(0, 8)})`;
}
