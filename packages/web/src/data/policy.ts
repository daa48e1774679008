import type { Client, PolicyView } from "@countersign/api";
import type { MergeStrategy } from "@countersign/review";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSession } from "../session/Session.tsx";

/** What the pages use of a repository's policy. */
export type PolicyFacts = { quickIssues: readonly string[]; strategy: MergeStrategy | null };

const UNKNOWN: PolicyFacts = { quickIssues: [], strategy: null };
/** Milliseconds after which the policy is read again: a merge may have changed it. */
const STALE_MS = 30_000;

/** Returns what is known of a repository's policy; nothing until it is loaded. */
export function usePolicyFacts(repo: string): PolicyFacts {
  const { engine } = useSession();
  return useQuery(policyOptions(engine, repo)).data ?? UNKNOWN;
}

function policyOptions(engine: Client, repo: string) {
  return queryOptions({
    queryKey: ["policy", repo],
    queryFn: async () => readPolicyFacts(await engine.readPolicy({ repo })),
    staleTime: STALE_MS,
  });
}

const STRATEGIES: readonly MergeStrategy[] = ["merge", "squash", "rebase", "none"];

/** Reads the facts. A newer engine may have values that these pages do not know. */
export function readPolicyFacts({ policy }: Pick<PolicyView, "policy">): PolicyFacts {
  const { feedback, merge }: Readonly<Record<string, unknown>> = policy;
  const issues = readKey(feedback, "quickIssues");
  const strategy = readKey(merge, "strategy");
  return {
    quickIssues: Array.isArray(issues) ? issues.filter((issue) => typeof issue === "string") : [],
    strategy: STRATEGIES.find((known) => known === strategy) ?? null,
  };
}

function readKey(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
