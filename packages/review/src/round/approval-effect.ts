import type { RequirementView } from "@countersign/api";

type Needed = Pick<
  RequirementView,
  "id" | "status" | "human" | "who" | "layers" | "quorum" | "verdicts"
>;
type Approvable = {
  round: { content: { target: string }; requirements: readonly Needed[] } | null;
};

/**
 * Names what the person's approval leads to: `Approve and merge into main`, or which answers are missing after it.
 */
export function approvalEffect({ round }: Approvable, me: string | null): string {
  if (round === null) return "Approve";
  const own = round.requirements.find(
    ({ status, human, who }) => status === "waiting" && human && me !== null && who.includes(me),
  );
  const missing = round.requirements
    .filter((one) => (one === own ? !isLastVote(one) : one.status !== "satisfied"))
    .map((one) => (one === own ? "another reviewer" : requirementName(one)));
  if (missing.length === 0) return `Approve and merge into ${round.content.target}`;
  return `Approve; the merge then waits for ${[...new Set(missing)].join(", ")}`;
}

/** Returns whether one more approval satisfies a requirement. */
function isLastVote({ quorum, verdicts }: Needed): boolean {
  return verdicts.filter(({ opinion }) => opinion === "approved").length + 1 >= quorum;
}

function requirementName({ id, layers }: Needed): string {
  return layers.length === 0 ? id.replace(/^[a-z]+:/u, "") : layers.join("+");
}
