import type { RequirementStatus, RoundView } from "../schemas/task-view.ts";
import { requirementStanding } from "./requirement-standing.ts";

/** One layer of a chain, with its reviewers and status. */
export type ChainStep = {
  layer: string;
  status: RequirementStatus | "skipped" | "unknown";
  who: string[];
  verdicts: { by: string; opinion: string }[];
  because: string | null;
  /** No actor that was asked has answered. */
  noResult: boolean;
};

/**
 * Lists the chain in order, then the other requirements. Several steps may be one requirement; a
 * skipped step has a reason.
 */
export function chainSteps({ plan, requirements }: RoundView): ChainStep[] {
  const chain: readonly string[] = plan?.chain ?? [];
  const added = requirements.flatMap(({ layers }) => layers).filter((one) => !chain.includes(one));
  return [...chain, ...new Set<string>(added)].map((layer) => {
    const skipped = plan?.skipped.find((one) => one.layer === layer);
    if (skipped !== undefined) {
      return {
        layer,
        status: "skipped",
        who: [],
        verdicts: [],
        because: skipped.detail ?? skipped.reason,
        noResult: false,
      };
    }
    const found = requirements.find(({ layers }) => layers.some((name) => name === layer));
    return {
      layer,
      status: found?.status ?? "unknown",
      who: [...(found?.who ?? [])],
      verdicts: (found?.verdicts ?? []).map(({ by, opinion }) => ({ by, opinion })),
      because: found?.because[0]?.fact ?? null,
      noResult: found !== undefined && requirementStanding(found) === "no_result",
    };
  });
}
