import { canonicalJson } from "../../kernel/canonical-json.ts";
import { parseStrictJson } from "../../kernel/strict-json.ts";
import { ReviewPolicy, type When } from "../../policy/schema-review.ts";
import type { Gap } from "../schema.ts";

const LIMITS = { maxChars: 2_000, maxDepth: 8 };
const MAX_PATHS = 20;

/** Returns the policy entry that a gap proposes. Null if its text is invalid. */
export function proposalIn({ proposal, reviewer }: Gap): ReviewPolicy | null {
  const parsed = parseStrictJson(proposal, LIMITS);
  const entry = parsed.ok ? ReviewPolicy.safeParse(parsed.value) : null;
  if (!entry?.success) return null;
  const asksOnly = entry.data.require.every(
    (demand) => "reviewer" in demand && demand.reviewer === reviewer,
  );
  return asksOnly ? entry.data : null;
}

/** Joins entries into one that covers all of them: their paths together, or every change. */
export function joinProposals(entries: readonly [ReviewPolicy, ...ReviewPolicy[]]): ReviewPolicy {
  const [first, ...others] = entries;
  return {
    ...first,
    when: others.reduce<When>((when, next) => either(when, next.when), first.when),
  };
}

function either(one: When, other: When): When {
  if (one === "always" || other === "always") return "always";
  if (canonicalJson(one) === canonicalJson(other)) return one;
  const [some, more] = [pathsAlone(one), pathsAlone(other)];
  if (some !== null && more !== null) {
    const paths = [...new Set([...some, ...more])].sort();
    return paths.length > MAX_PATHS ? "always" : { paths };
  }
  if (one.riskAtLeast !== undefined && other.riskAtLeast !== undefined)
    return { riskAtLeast: Math.min(one.riskAtLeast, other.riskAtLeast) };
  return "always";
}

/** Returns the paths of a condition that has no other part. */
function pathsAlone({ paths = [], ...rest }: Exclude<When, "always">): readonly string[] | null {
  return paths.length === 0 || Object.keys(rest).length > 0 ? null : paths;
}
