/** Limits on how much of a change is shown. Files above the limits are only listed. */
export type DiffCaps = { fileBytes: number; diffBytes: number; files: number; totalBytes: number };

export type DiffOptions = Partial<DiffCaps> & {
  /** Shows only this file, with all of its lines. */
  file?: string;
  /** Shows only these files. */
  paths?: readonly string[];
  /** The least number of unchanged lines around each change. Default 3. */
  context?: number;
};

/** A side that does not exist has mode 000000 and an id of zeros. */
export type UnshownFile = {
  path: string;
  oldMode: string;
  newMode: string;
  oldId: string;
  newId: string;
  why: "too_large";
};

/**
 * A change as bytes that a person can read.
 *
 * Applying the patch and the unshown entries to the first tree gives exactly the second tree; this is
 * verified before the diff is returned.
 */
export type ShownDiff = {
  patch: Uint8Array;
  /** The part of the patch for each path, in patch order. */
  files: readonly { path: string; patch: Uint8Array }[];
  unshown: readonly UnshownFile[];
};
