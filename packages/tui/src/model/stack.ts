import type { PanelId } from "@countersign/review";

/** An open panel. */
export type PanelFrame = {
  readonly id: PanelId;
  /** The first visible line, or the selected entry. */
  readonly at: number;
  /** The focused pane in panels with two; 0 by default. */
  readonly pane: 0 | 1;
  /** The panel's own state; undefined until the panel changes it. */
  readonly state: unknown;
};

/** The open panels, the board first and the panel in front last. */
export type Stack = readonly [PanelFrame, ...PanelFrame[]];

/** Everything that opens or closes panels. */
export type PanelEvent =
  | { type: "START_REVIEW"; pending: number }
  | { type: "START_ONE_BY_ONE" }
  | { type: "JUMP_TO_TASK" }
  | { type: "OPEN"; panel: Overlay; state?: unknown }
  /** A decision was sent, and this many tasks are left to review. */
  | { type: "DECIDED"; left: number }
  | { type: "BACK" }
  | { type: "HOME" };

/** Panels that open on top of any other one. */
type Overlay = Exclude<PanelId, "board" | "summary" | "task" | "single">;

export const FIRST_STACK: Stack = [createFrame("board")];

/** Returns the panel in front. */
export function frontFrame(stack: Stack): PanelFrame {
  return stack.at(-1) ?? stack[0];
}

/** Applies an event to the stack; events without a meaning in the panel in front are ignored. */
export function moveStack(stack: Stack, event: PanelEvent): Stack {
  const [board, ...others] = stack;
  const front = frontFrame(stack).id;
  const home: Stack = [board];
  switch (event.type) {
    case "OPEN":
      return [board, ...others, { ...createFrame(event.panel), state: event.state }];
    case "BACK":
      return [board, ...others.slice(0, -1)];
    case "HOME":
      return home;
    case "DECIDED":
      return afterDecision(stack, event.left);
    case "START_REVIEW":
      if (front !== "board" || event.pending === 0) return stack;
      return [board, createFrame(event.pending === 1 ? "single" : "summary")];
    case "JUMP_TO_TASK":
      if (front === "board") return [board, createFrame("single")];
      return front === "summary" ? [...stack, createFrame("task")] : stack;
    case "START_ONE_BY_ONE":
      return front === "summary" ? [...stack, createFrame("task")] : stack;
  }
}

/**
 * Shows the next task in the task panel, even if a panel on top of it decided; a single task ends
 * the review.
 */
function afterDecision(stack: Stack, left: number): Stack {
  const [board, ...others] = stack;
  const front = frontFrame(stack).id;
  if (front === "board") return stack;
  if (left === 0 || others.some(({ id }) => id === "single")) return [board];
  const summary = others.find(({ id }) => id === "summary") ?? createFrame("summary");
  const isSummary = front === "summary" || front === "confirm";
  return isSummary ? [board, summary] : [board, summary, createFrame("task")];
}

function createFrame(id: PanelId): PanelFrame {
  return { id, at: 0, pane: 0, state: undefined };
}
