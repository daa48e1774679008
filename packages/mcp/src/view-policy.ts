import type { PolicyView } from "@countersign/api";
import { fitting, MAX_TOKENS } from "./limits.ts";
import { type McpSession, refuse } from "./session.ts";

/** Policy keys that affect how an agent's work is reviewed, most useful first. */
const WHOLE = [
  "checks",
  "modes",
  "chains",
  "chainOverrides",
  "gate",
  "limits",
  "silence",
  "merge",
  "trust",
  "profile",
] as const;

/** Long lists of which only the names are returned. */
const NAMED = ["policies", "reviewers", "domains", "rules"] as const;

/** Returns the policy of the agent's repository, as much as fits. */
export async function viewPolicy(session: McpSession) {
  const { repo, tip, digest, policy } = await session.client.readPolicy({
    repo: await repositoryOf(session),
  });
  const parts = [
    ...WHOLE.map((key) => [key, policy[key]] as const),
    ...NAMED.map((key) => [key, namesIn(policy[key])] as const),
  ].filter(([, value]) => value !== undefined);
  return { repo, tip, digest, ...Object.fromEntries(fitting(parts, MAX_TOKENS.full)) };
}

function namesIn(list: PolicyView["policy"][string]): unknown[] {
  if (!Array.isArray(list)) return [];
  return list.map((entry: unknown) =>
    typeof entry === "object" && entry !== null && "id" in entry ? entry.id : null,
  );
}

/** Returns the agent's repository, or the only repository that exists. */
async function repositoryOf({ client, place }: McpSession): Promise<string> {
  const here = await place();
  if (here.is === "worktree") return here.repo;
  const { items } = await client.listRepositories();
  const [only, another] = items;
  if (only !== undefined && another === undefined) return only.id;
  return refuse("invalid_input", "It is not known in which repository you work.");
}
