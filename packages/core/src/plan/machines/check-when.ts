import { compileGlobs } from "../../policy/glob/glob.ts";
import type { When } from "../../policy/schema-review.ts";
import type { Classification } from "../schema.ts";

/** The inputs of conditions. Labels of any actor count, because a condition can only add a requirement. */
export type Situation = Pick<Classification, "domains" | "risk"> & {
  types: readonly string[];
  labels: readonly string[];
  paths: readonly string[];
};

type Checked = { holds: true; fact: string } | { holds: false; needs: string };

type Tested = { met: boolean; fact: string; needs: string };
type Conditions = Exclude<When, "always">;

/** Returns whether a condition holds and by which fact, or what is missing. */
export function checkWhen(when: When, situation: Situation): Checked {
  if (when === "always") return { holds: true, fact: "every change" };
  const tested = [domain, risk, type, label, paths].flatMap((test) => test(when, situation));
  const missing = tested.filter(({ met }) => !met);
  if (missing.length > 0)
    return { holds: false, needs: missing.map(({ needs }) => needs).join(", ") };
  return { holds: true, fact: tested.map(({ fact }) => fact).join(", ") };
}

function domain({ domain: wanted }: Conditions, { domains }: Situation): Tested[] {
  if (wanted === undefined) return [];
  const text = `domain ${wanted}`;
  return [{ met: domains.includes(wanted), fact: text, needs: text }];
}

function risk({ riskAtLeast }: Conditions, { risk: is }: Situation): Tested[] {
  if (riskAtLeast === undefined) return [];
  return [
    {
      met: is >= riskAtLeast,
      fact: `risk ${is} (at least ${riskAtLeast})`,
      needs: `risk at least ${riskAtLeast} (is ${is})`,
    },
  ];
}

function type({ type: wanted }: Conditions, { types }: Situation): Tested[] {
  if (wanted === undefined) return [];
  const needs = `type ${wanted} (is ${types.join(" and ")})`;
  return [{ met: types.includes(wanted), fact: `type ${wanted}`, needs }];
}

function label({ label: wanted }: Conditions, { labels }: Situation): Tested[] {
  if (wanted === undefined) return [];
  const text = `label ${wanted}`;
  return [{ met: labels.includes(wanted), fact: text, needs: text }];
}

function paths({ paths: globs }: Conditions, { paths: changed }: Situation): Tested[] {
  if (globs === undefined) return [];
  const hit = changed.find(compileGlobs(globs));
  return [
    { met: hit !== undefined, fact: `path ${hit}`, needs: `a path like ${globs.join(" or ")}` },
  ];
}
