import { isDependencyPath, isMigration } from "../../content/changes-dependencies.ts";
import { isGeneratedPath } from "../../content/is-generated-path.ts";
import { compileGlobs } from "../../policy/glob/glob.ts";
import type { Policy } from "../../policy/policy.ts";
import { splitProtected } from "../../policy/policy-files.ts";

type RiskOrder = {
  /** Paths that the trusted side's attributes mark as generated, in addition to known names. */
  generated: ReadonlySet<string>;
  policy: Pick<Policy, "domains" | "trust" | "risk">;
};

/** The rank of generated files, below all others. */
const GENERATED = -1;

/**
 * Sorts files by risk, highest first, using the policy's points for their paths.
 *
 * Generated files come last. Files of equal risk keep their order, and none is left out.
 */
export function orderByRisk<File extends { path: string }>(
  files: readonly File[],
  { generated, policy }: RiskOrder,
): File[] {
  const { trust, risk } = policy;
  const isProtected = compileGlobs(trust.protected.map((entry) => splitProtected(entry).pattern));
  const domains = policy.domains.map((domain) => ({
    points: domain.risk,
    has: compileGlobs(domain.globs),
  }));
  const pointsOf = (path: string): number => {
    const domain = domains.map(({ points, has }) => (has(path) ? points : 0));
    const guard = isProtected(path) ? risk.protected : 0;
    if (guard === 0 && (generated.has(path) || isGeneratedPath(path))) return GENERATED;
    const dependency = isDependencyPath(path) ? risk.dependency : 0;
    return Math.max(0, ...domain) + guard + dependency + (isMigration(path) ? risk.migration : 0);
  };
  return files
    .map((file) => ({ file, points: pointsOf(file.path) }))
    .toSorted((a, b) => b.points - a.points)
    .map(({ file }) => file);
}
