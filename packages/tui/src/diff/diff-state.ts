/** Where the reader of a change is. */
export type DiffState = {
  /** The round that the change is compared with; null: the whole change. */
  readonly since: number | null;
  /** The line under the cursor, counted over all files and everything between. */
  readonly at: number;
  readonly top: number;
  readonly sideways: number;
  readonly split: boolean | null;
  /** White space is not looked at. */
  readonly blank: boolean;
  /** Files that were opened although they are large, or closed by hand. */
  readonly opened: ReadonlySet<string>;
  readonly viewed: ReadonlySet<string>;
};

export const FIRST_DIFF: DiffState = {
  since: null,
  at: 0,
  top: 0,
  sideways: 0,
  split: null,
  blank: false,
  opened: new Set(),
  viewed: new Set(),
};
