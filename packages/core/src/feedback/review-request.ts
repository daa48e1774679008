import type { ActorId } from "../kernel/ids.ts";
import type { Reviewer } from "../policy/schema-review.ts";
import { oneLine } from "./untrusted.ts";

const MAX_SUMMARY = 2_000;

export type ReviewRequestInput = {
  reviewer: Pick<Reviewer, "id" | "focusAreas" | "maxWords">;
  /** The agents whose work is reviewed. */
  targets: readonly ActorId[];
} & ({ pass: "first" } | { pass: "second"; summaries: Readonly<Record<ActorId, string>> });

export type ReviewRequest = {
  type: "review_request";
  reviewer: ActorId;
  targets: ActorId[];
  context: Record<string, string>;
  focus_areas: string[];
  max_words: number;
};

/**
 * Asks a panel member in the form of the panel document.
 *
 * The authors' summaries could bias the member, so the first pass has an empty `context`.
 */
export function reviewRequest(input: ReviewRequestInput): ReviewRequest {
  const { reviewer, targets } = input;
  return {
    type: "review_request",
    reviewer: reviewer.id,
    targets: [...targets],
    context: input.pass === "second" ? contextOf(targets, input.summaries) : {},
    focus_areas: [...reviewer.focusAreas],
    max_words: reviewer.maxWords,
  };
}

function contextOf(
  targets: readonly ActorId[],
  summaries: Readonly<Record<ActorId, string>>,
): Record<string, string> {
  return Object.fromEntries(
    targets
      .filter((target) => Object.hasOwn(summaries, target))
      .map((target) => [`${target}_summary`, oneLine(summaries[target] ?? "", MAX_SUMMARY)]),
  );
}
