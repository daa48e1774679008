import type { ContextSize, FileOrder } from "@countersign/review";
import { createPanelState, type PanelState } from "../../model/panel-state.ts";

/** The position of the reader in a change. */
type DiffPosition = {
  /** The item under the cursor, counted over all files. */
  readonly at: number;
  readonly top: number;
  readonly sideways: number;
  /** The start of the range for a comment; the cursor is its other end. */
  readonly range: { readonly path: string; readonly line: number; readonly quote: string } | null;
};

export type DiffState = DiffPosition & {
  /** The visit of the task that the position belongs to. */
  readonly visit: number;
  /** Whether both versions are side by side; null to decide by the width of the screen. */
  readonly split: boolean | null;
  /** Whether white-space changes are hidden. */
  readonly blank: boolean;
  /** Collapsed files that were opened. */
  readonly opened: ReadonlySet<string>;
  /** The context of each file by path. Default: the smallest. */
  readonly around: ReadonlyMap<string, ContextSize>;
  readonly order: FileOrder;
};

export const START: DiffPosition = { at: 0, top: 0, sideways: 0, range: null };

const stored = createPanelState<DiffState>({
  id: "diff",
  init: {
    ...START,
    visit: 0,
    split: null,
    blank: false,
    opened: new Set(),
    around: new Map(),
    order: "findings",
  },
  isRemembered: true,
});

/** The settings survive the panel; the position belongs to the current visit of the task. */
export const diffState: PanelState<DiffState> = {
  of(model) {
    const { visit } = model.review;
    const state = stored.of(model);
    return state.visit === visit ? state : { ...state, ...START, visit };
  },
  change: (model, change) => stored.change(model, { ...diffState.of(model), ...change }),
};
