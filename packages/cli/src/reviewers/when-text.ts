import { PolicyFile, type Reviewer, type ReviewPolicy } from "@countersign/core";
import { z } from "zod";

/** The keys of a policy that say who is asked. */
export const AskingPolicy = z.object(
  PolicyFile.pick({ reviewers: true, policies: true, panel: true, gaps: true }).shape,
);

export type Registry = {
  reviewers: readonly Reviewer[];
  policies: readonly ReviewPolicy[];
  panel: z.infer<typeof AskingPolicy>["panel"];
  gaps: z.infer<typeof AskingPolicy>["gaps"];
};

type When = ReviewPolicy["when"];

/** When a policy asks a reviewer, in a few words each; empty if none does. */
export function askedWhen(id: string, { policies, panel, gaps, reviewers }: Registry): string[] {
  const asking = policies.filter(({ require }) =>
    require.some((demand) => "reviewer" in demand && demand.reviewer === id),
  );
  const standsFor = reviewers.filter(({ fallback }) => fallback === id);
  return [
    ...new Set([
      ...asking.map(({ when }) => whenText(when)),
      ...(panel?.members.includes(id) === true ? [`panel, ${whenText(panel.when)}`] : []),
      ...(gaps.reviewer === id ? ["gaps"] : []),
      ...standsFor.map((other) => `instead of ${other.id}`),
    ]),
  ];
}

function whenText(when: When): string {
  if (when === "always") return "always";
  const { domain, riskAtLeast, type, label, paths } = when;
  const parts = [
    ...(domain === undefined ? [] : [`domain ${domain}`]),
    ...(riskAtLeast === undefined ? [] : [`risk ${riskAtLeast} or more`]),
    ...(type === undefined ? [] : [`type ${type}`]),
    ...(label === undefined ? [] : [`label ${label}`]),
    ...(paths === undefined ? [] : [pathsText(paths)]),
  ];
  return parts.join(" and ");
}

const MAX_PATHS = 2;

function pathsText(paths: readonly string[]): string {
  const shown = paths.slice(0, MAX_PATHS).join(", ");
  return paths.length > MAX_PATHS ? `${shown} and ${paths.length - MAX_PATHS} more paths` : shown;
}
