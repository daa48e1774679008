import { askedReviewers } from "../check/check-reviewers.ts";
import type { PolicyContent } from "../policy.ts";
import type { Reviewer, ReviewPolicy } from "../schema-review.ts";
import type { AgentReviewers } from "../words.ts";

type Lists = Pick<PolicyContent, "reviewers" | "rules" | "policies">;

/** The model family of each program that can run the shipped agent reviewers. */
const FAMILIES: Readonly<Record<Exclude<AgentReviewers, "listed" | "none">, string | null>> = {
  claude: "claude",
  codex: "gpt",
  gemini: "gemini",
  opencode: null,
};

/** Returns the shipped reviewers, run by one program or by the adapter of each entry. */
export function runByProgram(
  shipped: readonly Reviewer[],
  agentReviewers: AgentReviewers,
): Reviewer[] {
  if (agentReviewers === "listed" || agentReviewers === "none") return [...shipped];
  return shipped.map((one) => runBy(one, agentReviewers));
}

/**
 * Removes agents from the shipped policies if no program runs them.
 *
 * `own` are the lists of the project's own files, which stay unchanged.
 */
export function withoutAgents(content: PolicyContent, own: ReadonlySet<string>): PolicyContent {
  const { agentReviewers, policies, rules } = content;
  if (agentReviewers !== "none") return content;
  const left = own.has("policies") ? policies : policies.flatMap((one) => programsOf(one, content));
  const asked = askedReviewers({ ...content, policies: left });
  const read = own.has("rules") ? rules : rules.filter(({ reviewer }) => asked.has(reviewer));
  return { ...content, policies: left, rules: read };
}

function runBy(reviewer: Reviewer, program: keyof typeof FAMILIES): Reviewer {
  if (reviewer.adapter !== "claude") return reviewer;
  return { ...reviewer, adapter: program, modelFamily: FAMILIES[program] };
}

/** Returns a policy without its agents, or none if it requires nothing else. */
function programsOf(policy: ReviewPolicy, { reviewers }: Lists): ReviewPolicy[] {
  const agents = new Set(reviewers.filter(({ kind }) => kind === "agent").map(({ id }) => id));
  const require = policy.require.filter(
    (demand) => "layer" in demand || !agents.has(demand.reviewer),
  );
  return require.length === 0 ? [] : [{ ...policy, require }];
}
