import { fenceText, type Policy, type Requirement, type Task } from "@countersign/core";
import type { ClientCommand } from "../execute/execute-command.ts";
import type { ForgeHint, ForgeReview } from "../ports/forge.ts";
import type { LinkedAccounts } from "./change-author.ts";
import { submittedHead } from "./plan-change.ts";

/** A person's command that a review or a button on the forge stands for. */
export type ReviewCommand = {
  person: string;
  command: Approval | Redo | Undo;
};

type Approval = Extract<ClientCommand, { type: "approve" }>;
type Redo = Extract<ClientCommand, { type: "redo" }>;
type Undo = Extract<ClientCommand, { type: "undo" }>;

/** A command of one review. Its number makes the command idempotent. */
export type ForgeReviewStep = ReviewCommand & { review: number };

type Trust = Pick<Policy, "trust">;
type Press = NonNullable<ForgeHint["pressed"]>;

const MAX_BODY = 9_000;

/**
 * Returns the commands that the reviews of a pull request stand for. The last review of each linked person counts,
 * and only if it was made on the head under review. Reviews of bots and of other accounts decide nothing.
 */
export function planReviews(
  task: Task,
  reviews: readonly ForgeReview[],
  linked: LinkedAccounts,
  policy: Trust,
): ForgeReviewStep[] {
  const head = submittedHead(task);
  const last = new Map<string, ForgeReview>();
  for (const review of reviews.toSorted((a, b) => a.submittedAtMs - b.submittedAtMs)) {
    const person = linked.get(review.by.id);
    if (person === undefined || review.by.isBot || review.state === "commented") continue;
    if (head !== null && review.commit === head) last.set(person, review);
  }
  return [...last].flatMap(([person, review]) => {
    const command = commandFor(task, person, review, policy);
    return command === null ? [] : [{ review: review.id, person, command }];
  });
}

function commandFor(
  task: Task,
  person: string,
  { state, body }: ForgeReview,
  policy: Trust,
): ReviewCommand["command"] | null {
  switch (state) {
    case "approved":
      return approval(task, person, layersOf(policy, "review"));
    case "changes_requested":
      return redo(task, person, body);
    case "dismissed":
      return withdrawal(task, person);
    default:
      return null;
  }
}

/** Undoes the approval of a dismissed review. Null if it can no longer be undone, which the core checks again. */
function withdrawal({ grace, round }: Task, person: string): Undo | null {
  if (grace?.act !== "approve" || grace.by !== person || round === null) return null;
  return { type: "undo", round: round.number, tree: round.content.tree };
}

/** Returns the command of a pressed button. Null if the person is unknown, or saw another head. */
export function planPress(
  task: Task,
  { action, by, commit }: Press,
  linked: LinkedAccounts,
  policy: Trust,
): ReviewCommand | null {
  const person = linked.get(by.id);
  if (person === undefined || by.isBot || action === "why") return null;
  if (commit !== submittedHead(task)) return null;
  const command =
    action === "approve"
      ? approval(task, person, layersOf(policy, "button"))
      : redo(task, person, "");
  return command === null ? null : { person, command };
}

type Layers = "none" | "lower" | "all";

/**
 * Returns the layers that the forge may answer. A review can be made with a token that an agent of the person can
 * reach, a button is pressed in the browser, so only buttons answer the owner's layer by default.
 */
function layersOf({ trust }: Trust, by: "review" | "button"): Layers {
  if (trust.humanPresence !== "terminal") return "none";
  const { forgeReviews = "lower" } = trust; // older stored policies lack the key
  return by === "button" && forgeReviews === "lower" ? "all" : forgeReviews;
}

/** Approves the one requirement that waits for the person. Null if there is none, or more than one. */
function approval({ phase, round }: Task, person: string, layers: Layers): Approval | null {
  if (phase.is !== "reviewing" || round === null || layers === "none") return null;
  const outstanding = round.decision?.outstanding ?? [];
  const isAsked = ({ id, human, who }: Requirement) =>
    human && outstanding.includes(id) && (who.includes(person) || round.turns.includes(person));
  const [asked, ...others] = (round.plan?.requirements ?? []).filter(isAsked);
  if (asked === undefined || others.length > 0) return null;
  const isOwners = asked.kind === "owner" || asked.layers.includes("owner");
  if (isOwners && layers !== "all") return null;
  const { number, content } = round;
  return { type: "approve", round: number, tree: content.tree, requirement: asked.id };
}

const SENT_BACK: ReadonlySet<string> = new Set(["reviewing", "held", "approved"]);

function redo({ phase, round }: Task, person: string, body: string): Redo | null {
  if (!SENT_BACK.has(phase.is) || round === null) return null;
  const label = "Review on the pull request";
  const text = body.trim();
  return {
    type: "redo",
    round: round.number,
    tree: round.content.tree,
    quickIssues: text === "" ? ["Changes were requested on the pull request"] : [],
    customFeedback: text === "" ? "" : fenceText(text, { label, by: person, maxChars: MAX_BODY }),
    option: "keep",
    priority: "same",
  };
}
