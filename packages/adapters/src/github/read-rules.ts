import type { ForgeBranchRules, ForgeRepository } from "@countersign/engine";
import { z } from "zod";
import { type GithubClients, parseResponse, repositoryParts } from "./client/github-clients.ts";
import { PAGE_SIZE, readPages } from "./client/read-pages.ts";
import { answeredStatus } from "./client/to-forge-error.ts";

const statusCheckParameters = z.object({
  strict_required_status_checks_policy: z.boolean(),
  required_status_checks: z.array(
    z.object({ context: z.string(), integration_id: z.number().nullish() }),
  ),
});

/** A rule that is in force on a branch, and the ruleset that contains it. */
export const branchRule = z.object({
  type: z.string(),
  ruleset_id: z.number().optional(),
  parameters: z.unknown().optional(),
});
export type BranchRule = z.infer<typeof branchRule>;

/** The actors that may bypass a ruleset. GitHub omits them if the app may not read them. */
const ruleset = z.object({
  bypass_actors: z
    .array(
      z.object({
        actor_type: z.string(),
        actor_id: z.number().nullish(),
        bypass_mode: z.string().optional(),
      }),
    )
    .optional(),
});
export type Ruleset = z.infer<typeof ruleset>;

/** Reads the rules of all rulesets that apply to a branch. */
export async function readRules(
  clients: GithubClients,
  repo: ForgeRepository,
  branch: string,
): Promise<ForgeBranchRules> {
  const parts = repositoryParts(repo);
  return await clients.asInstallation(repo.installation, async ({ paginate, rest }) => {
    const found = await readPages(
      paginate.iterator(rest.repos.getBranchRules, { ...parts, branch, per_page: PAGE_SIZE }),
    );
    const rules = parseResponse(z.array(branchRule), found);
    const ids = new Set(rules.flatMap(({ ruleset_id }) => ruleset_id ?? []));
    const rulesets: Ruleset[] = [];
    for (const ruleset_id of ids) {
      try {
        const { data } = await rest.repos.getRepoRuleset({ ...parts, ruleset_id });
        rulesets.push(parseResponse(ruleset, data));
      } catch (error) {
        // A ruleset of the organization can be invisible to the app.
        if (answeredStatus(error) !== 404) throw error;
        rulesets.push({});
      }
    }
    return toBranchRules(rules, rulesets);
  });
}

export function toBranchRules(
  rules: readonly BranchRule[],
  rulesets: readonly Ruleset[],
): ForgeBranchRules {
  const ofType = (type: string) => rules.filter((rule) => rule.type === type);
  const checks = ofType("required_status_checks").map(({ parameters }) =>
    parseResponse(statusCheckParameters, parameters),
  );
  return {
    requiresPullRequest: ofType("pull_request").length > 0,
    requiredChecks: checks
      .flatMap((rule) => rule.required_status_checks)
      .map(({ context, integration_id }) => ({ name: context, app: integration_id ?? null })),
    isStrict: checks.some((rule) => rule.strict_required_status_checks_policy),
    hasMergeQueue: ofType("merge_queue").length > 0,
    bypass: bypassOf(rulesets),
  };
}

/** Returns every actor that may bypass a ruleset; null if one of them does not say. */
function bypassOf(rulesets: readonly Ruleset[]): string[] | null {
  const actors = new Set<string>();
  for (const { bypass_actors } of rulesets) {
    if (bypass_actors === undefined) return null;
    for (const { actor_type, actor_id } of bypass_actors) {
      actors.add(actor_id ? `${actor_type} ${actor_id}` : actor_type);
    }
  }
  return [...actors];
}
