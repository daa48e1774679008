import type { PolicyContent } from "../policy.ts";
import { type Problem, problem } from "../problem.ts";
import type { Demand } from "../schema-review.ts";

export function missingUniversal({ policies }: PolicyContent): Problem[] {
  if (policies.some(({ when }) => when === "always")) return [];
  return [problem(["policies"], 'No universal policy; one must have "when": "always"')];
}

/** Refuses a quorum that cannot be reached: it would hold every task. */
export function unreachableQuorums({ policies, people }: PolicyContent): Problem[] {
  return policies.flatMap(({ require }, i) =>
    require.flatMap((demand, j) => {
      const most = mostAnswers(demand, people);
      if (demand.quorum <= most) return [];
      const path = ["policies", i, "require", j, "quorum"];
      return [problem(path, `${demand.quorum} answers are asked for, ${most} can be given`)];
    }),
  );
}

function mostAnswers(demand: Demand, people: PolicyContent["people"]): number {
  if ("reviewer" in demand) return 1;
  if (demand.layer === "owner") return new Set(people.owner).size;
  if (demand.layer === "csuite") return new Set(people.csuite).size;
  return demand.layer === "peer" ? Number.POSITIVE_INFINITY : 1;
}
