import type { Facts, PolicyChange } from "../../content/schema.ts";
import { type LoosenedKey, loosenedText } from "../../policy/loosened/loosened-key.ts";
import type { Policy } from "../../policy/policy.ts";
import { policyFileMatcher } from "../../policy/policy-files.ts";
import { namedPolicyFiles } from "../../policy/shipped/owner-texts.ts";
import type { Because } from "../schema.ts";
import { touchedPaths } from "../touched-paths.ts";
import { judgeChanges, judgePath, judgeText } from "./judge-changes.ts";
import { protectedPaths } from "./protected-paths.ts";

/** A part of a change that needs the owner's approval in every mode, and why. */
export type GuardedChange = {
  /** A path, or a part of a file as `file#key`. Null if it is not about one path. */
  path: string | null;
  because: Because;
};

type GuardFacts = Pick<Facts, "files" | "changedKeys" | "policyChange">;

/**
 * Lists the parts of a change that need the owner: its judge files, and the paths that the policy protects.
 *
 * The policy may add paths but cannot remove built-in ones, so that no change of the list bypasses it. A path is
 * listed once, for the first reason that applies.
 */
export function guardedChanges(
  facts: GuardFacts,
  policy: Pick<Policy, "extends" | "reviewers" | "checks"> & {
    trust: Pick<Policy["trust"], "protected">;
  },
): GuardedChange[] {
  const found = [
    ...policyChanges(facts, policy),
    ...listedPaths(facts, policy.trust),
    ...steeringChanges(facts, policy),
  ];
  const seen = new Set<string>();
  return found.filter(({ path }) => {
    if (path === null) return true;
    const isNew = !seen.has(path);
    seen.add(path);
    return isNew;
  });
}

const POLICY = "policy";

/** Lists policy files, and keys that the merge loosens. */
function policyChanges(
  facts: GuardFacts,
  policy: Pick<Policy, "extends" | "reviewers">,
): GuardedChange[] {
  const { policyChange } = facts;
  const bases = policyChange?.bases ?? [];
  const isPolicy = policyFileMatcher([...namedPolicyFiles(policy), ...bases]);
  const files = touchedPaths(facts)
    .filter(isPolicy)
    .map((path) => ({ path, because: { entry: POLICY, fact: path } }));
  const fact = policyChange === undefined ? null : policyFact(policyChange, files.length > 0);
  return fact === null ? files : [{ path: null, because: { entry: POLICY, fact } }, ...files];
}

/** Describes how a change alters the policy. Null if it does not. */
function policyFact(
  { effect, problem, loosened }: PolicyChange,
  editsFiles: boolean,
): string | null {
  if (effect === "unreadable") return `this change leaves the policy unreadable: ${problem}`;
  if (loosened === undefined) return effect === "none" ? null : "this change alters the policy";
  if (loosened.length > 0) return `this change loosens the policy: ${namedKeys(loosened)}`;
  return effect === "changed" || editsFiles
    ? "this change edits the policy; no key loosened"
    : null;
}

const MAX_NAMED = 10;

/** Names each key once, so that many entries of one list do not displace other keys. */
function namedKeys(loosened: readonly LoosenedKey[]): string {
  const texts = [...Map.groupBy(loosened, ({ key }) => key)].map(([key, entries]) =>
    entries.length === 1 ? entries.map(loosenedText).join() : `${key} (${entries.length} entries)`,
  );
  const more = texts.length - MAX_NAMED;
  const named = texts.slice(0, MAX_NAMED);
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/** Lists changes of files that steer checks: a change must not decide how it is checked. */
function steeringChanges(facts: GuardFacts, policy: Pick<Policy, "checks">): GuardedChange[] {
  return judgeChanges(facts, policy).map((change) => ({
    path: judgePath(change),
    because: { entry: "checks", fact: judgeText(change) },
  }));
}

function listedPaths(
  facts: GuardFacts,
  trust: Pick<Policy["trust"], "protected">,
): GuardedChange[] {
  return protectedPaths(facts, trust.protected).map((path) => ({
    path,
    because: { entry: "trust.protected", fact: path },
  }));
}
