import type { RequirementView } from "@countersign/api";

type Needed = Pick<
  RequirementView,
  "id" | "status" | "human" | "who" | "layers" | "quorum" | "verdicts"
>;
type Approvable = {
  round: { content: { target: string }; requirements: readonly Needed[] } | null;
};

/** The values of `merge.strategy`. */
export type MergeStrategy = "merge" | "squash" | "rebase" | "none";

const EFFECTS: Readonly<Record<MergeStrategy, (target: string) => string>> = {
  merge: (target) => `Approve and merge into ${target}`,
  squash: (target) => `Approve and squash into ${target}`,
  rebase: (target) => `Approve and rebase onto ${target}`,
  none: () => "Approve; nothing is merged, and the branch stays",
};

/** Most people named of a layer. */
const MAX_NAMED = 2;

/**
 * Names what the person's approval leads to: `Approve and merge into main`, or which answers are missing after it. A
 * strategy of null is unknown, and nothing is promised.
 */
export function approvalEffect(
  { round }: Approvable,
  me: string | null,
  strategy: MergeStrategy | null = "merge",
): string {
  if (round === null) return "Approve";
  const own = round.requirements.find(
    ({ status, human, who }) => status === "waiting" && human && me !== null && who.includes(me),
  );
  const missing = round.requirements
    .filter((one) => (one === own ? !isLastVote(one) : one.status !== "satisfied"))
    .map((one) => (one === own ? "another reviewer" : requirementName(one)));
  if (missing.length === 0)
    return strategy === null ? "Approve" : EFFECTS[strategy](round.content.target);
  const what = strategy === "none" ? "it" : "the merge";
  return `Approve; ${what} then waits for ${[...new Set(missing)].join(", ")}`;
}

/** Returns whether one more approval satisfies a requirement. */
function isLastVote({ quorum, verdicts }: Needed): boolean {
  return verdicts.filter(({ opinion }) => opinion === "approved").length + 1 >= quorum;
}

/** Names a layer with its people, so that the person knows whom to ask: `csuite (bo)`. */
function requirementName({ id, layers, human, who }: Needed): string {
  const name = layers.length === 0 ? id.replace(/^[a-z]+:/u, "") : layers.join("+");
  if (!human || who.length === 0) return name;
  const more = who.length > MAX_NAMED ? ` or ${who.length - MAX_NAMED} more` : "";
  return `${name} (${who.slice(0, MAX_NAMED).join(" or ")}${more})`;
}
