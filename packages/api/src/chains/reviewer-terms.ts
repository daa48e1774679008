import { PolicyFile, type Reviewer } from "@countersign/core";
import { z } from "zod";
import type { PolicyView } from "../schemas/replies.ts";

type ReviewerTerms = Pick<Reviewer, "focusAreas" | "maxWords">;

const Registry = z.object(PolicyFile.pick({ reviewers: true }).shape);

/** The panel's defaults for an agent without its own entry: focus areas and word limit. */
const DEFAULT_TERMS: ReviewerTerms = {
  focusAreas: ["Security vulnerabilities", "Spec compliance", "Integration correctness"],
  maxWords: 200,
};

/** Returns the focus areas and the summary limit of a reviewer from the policy. */
export function reviewerTerms({ policy }: PolicyView, reviewer: string): ReviewerTerms {
  const { reviewers = [] } = Registry.safeParse(policy).data ?? {};
  const entry = reviewers.find(({ id }) => id === reviewer);
  if (entry === undefined) return DEFAULT_TERMS;
  return { focusAreas: entry.focusAreas, maxWords: entry.maxWords };
}
