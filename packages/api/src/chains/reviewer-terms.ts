import { PolicyFile, type Reviewer } from "@countersign/core";
import { z } from "zod";
import type { PolicyView } from "../schemas/replies.ts";

type ReviewerTerms = Pick<Reviewer, "focusAreas" | "maxWords">;

const Registry = z.object(PolicyFile.pick({ reviewers: true }).shape);

/** What an agent without an entry of its own looks at, and how much it may say: the defaults of the panel. */
const DEFAULT_TERMS: ReviewerTerms = {
  focusAreas: ["Security vulnerabilities", "Spec compliance", "Integration correctness"],
  maxWords: 200,
};

/** What the policy says a reviewer looks at, and how long its summary may be. */
export function reviewerTerms({ policy }: PolicyView, reviewer: string): ReviewerTerms {
  const { reviewers = [] } = Registry.safeParse(policy).data ?? {};
  const entry = reviewers.find(({ id }) => id === reviewer);
  if (entry === undefined) return DEFAULT_TERMS;
  return { focusAreas: entry.focusAreas, maxWords: entry.maxWords };
}
