import type { PanelId } from "@countersign/review";
import type { Model } from "./model.ts";
import { frontFrame, moveStack, type PanelEvent, type PanelFrame, type Stack } from "./stack.ts";

/** Reads and changes the state of one panel in the model. */
export type PanelState<State> = {
  /**
   * Returns the state of the open panel; for a closed panel the remembered state, otherwise the
   * initial one.
   */
  of(model: Model): State;
  change(model: Model, change: Partial<State>): Model;
};

export type PanelStateOptions<State> = {
  readonly id: PanelId;
  readonly init: State;
  /** Whether the state survives closing the panel. Default false. */
  readonly isRemembered?: boolean;
};

export function createPanelState<State extends object>({
  id,
  init,
  isRemembered = false,
}: PanelStateOptions<State>): PanelState<State> {
  const isOwn = (frame: PanelFrame): frame is PanelFrame & { state: State | undefined } =>
    frame.id === id;
  const of = (model: Model): State =>
    model.stack.findLast(isOwn)?.state ??
    (isRemembered ? model.closed.find(isOwn)?.state : undefined) ??
    init;
  return {
    of,
    change(model, change) {
      const state = { ...of(model), ...change };
      const at = model.stack.findLastIndex(isOwn);
      if (at !== -1) return { ...model, stack: withFrame(model.stack, at, { state }) };
      if (!isRemembered) return model;
      const others = model.closed.filter((frame) => !isOwn(frame));
      return { ...model, closed: [...others, { id, at: 0, pane: 0, state }] };
    },
  };
}

/** Returns the id of the panel in front. */
export function frontPanel({ stack }: Pick<Model, "stack">): PanelId {
  return frontFrame(stack).id;
}

/** Changes the position of the reader in the panel in front. */
export function changeFront(model: Model, change: Partial<Pick<PanelFrame, "at" | "pane">>): Model {
  return { ...model, stack: withFrame(model.stack, model.stack.length - 1, change) };
}

/** Opens or closes panels. The panel in front starts at its first line, and closed panels are remembered. */
export function navigate(model: Model, event: PanelEvent): Model {
  const moved = moveStack(model.stack, event);
  const stack = withFrame(moved, moved.length - 1, { at: 0, pane: 0 });
  const gone = model.stack.filter(({ id }) => stack.every((frame) => frame.id !== id));
  if (gone.length === 0) return { ...model, stack };
  const others = model.closed.filter(({ id }) => gone.every((frame) => frame.id !== id));
  return {
    ...model,
    stack,
    closed: [...others, ...gone.filter(({ state }) => state !== undefined)],
  };
}

function withFrame(stack: Stack, at: number, change: Partial<PanelFrame>): Stack {
  const [board, ...others] = stack;
  if (at === 0) return [{ ...board, ...change }, ...others];
  return [
    board,
    ...others.map((frame, index) => (index + 1 === at ? { ...frame, ...change } : frame)),
  ];
}
