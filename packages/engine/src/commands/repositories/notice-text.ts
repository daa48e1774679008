import type { EngineDeps } from "../../execute/engine-deps.ts";
import { lastValidPolicy } from "../../policy/last-valid-policy.ts";
import type { StoredRepository } from "../../store/organisation/repositories.ts";

/**
 * A one-time notice to the owner of a repository from an older release. Null if its policy makes it
 * pointless.
 */
export async function noticeText(
  parts: EngineDeps,
  org: string,
  repository: StoredRepository,
): Promise<string | null> {
  const policy = await lastValidPolicy(parts, org, repository);
  if (policy?.merge.freshness !== "clean-merge" || policy.merge.strategy === "none") return null;
  return `Merges to ${repository.target} now follow git: a file that both sides changed is merged when git can join the changes and the checks pass on the result. To send such work back as before: countersign config set merge.freshness no-overlap`;
}
