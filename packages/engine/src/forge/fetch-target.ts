import type { EngineScope } from "../execute/engine-scope.ts";
import { followTarget, type TargetState } from "../target/follow-target.ts";
import type { ForgePlace } from "./forge-place.ts";

/** Fetches the target into our clone and judges its commits. */
export async function fetchTarget(
  scope: EngineScope,
  { forge, link, repository }: ForgePlace,
): Promise<TargetState> {
  const refs = { branches: [repository.target], changes: [] };
  await forge.fetchInto(link.forge, repository.gitDir ?? repository.path, refs);
  return await followTarget(scope, repository.id);
}
