import type { Around, FileOrder } from "@countersign/review";

/** Where the reader of a change is. */
export type DiffState = {
  /** The round that the change is compared with; null: the whole change. */
  readonly since: number | null;
  /** The round that is shown; null: the current one. */
  readonly until: number | null;
  /** The line under the cursor, counted over all files and everything between. */
  readonly at: number;
  readonly top: number;
  readonly sideways: number;
  readonly split: boolean | null;
  /** White space is not looked at. */
  readonly blank: boolean;
  /** Files that were opened although they are large, or closed by hand. */
  readonly opened: ReadonlySet<string>;
  /** How much stands around the changes of a file, by path; left out: as little as can be. */
  readonly around: ReadonlyMap<string, Around>;
  readonly order: FileOrder;
  /** Where a range of lines begins that a comment will be about; the cursor is its other end. */
  readonly range: { readonly path: string; readonly line: number; readonly quote: string } | null;
};

export const FIRST_DIFF: DiffState = {
  since: null,
  until: null,
  at: 0,
  top: 0,
  sideways: 0,
  split: null,
  blank: false,
  opened: new Set(),
  around: new Map(),
  order: "findings",
  range: null,
};
