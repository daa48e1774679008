import type { Around, FileOrder } from "@countersign/review";
import { createPanelState, type PanelState } from "../../model/panel-state.ts";

/** Where the reader of a change is. */
type DiffPosition = {
  /** The line under the cursor, counted over all files and everything between. */
  readonly at: number;
  readonly top: number;
  readonly sideways: number;
  /** Where the range of lines begins that a comment will be about; the cursor is its other end. */
  readonly range: { readonly path: string; readonly line: number; readonly quote: string } | null;
};

export type DiffState = DiffPosition & {
  /** The visit of the task that the position belongs to. */
  readonly visit: number;
  /** Whether both versions are side by side; null: if the screen is wide enough. */
  readonly split: boolean | null;
  /** Whether changes of white space are hidden. */
  readonly blank: boolean;
  /** Folded files that were opened. */
  readonly opened: ReadonlySet<string>;
  /** The context of each file by path; left out: the smallest. */
  readonly around: ReadonlyMap<string, Around>;
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

/** The settings outlive the panel; the position is that of the current visit of the task. */
export const diffState: PanelState<DiffState> = {
  of(model) {
    const { visit } = model.review;
    const state = stored.of(model);
    return state.visit === visit ? state : { ...state, ...START, visit };
  },
  change: (model, change) => stored.change(model, { ...diffState.of(model), ...change }),
};
