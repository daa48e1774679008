import type { JudgeChange } from "@countersign/core";

/** More files than this that only commands name are laid over together, and not one by one. */
const MAX_ALONE = 3;

/**
 * The sets of judge files that are laid over a change, one after the other: all of them first.
 *
 * A file that only a command names may be the program under test. Laid over, it would hide that the
 * change breaks the program, so the files are also laid over without it.
 */
export function acceptedSets(changes: readonly JudgeChange[]): (readonly JudgeChange[])[] {
  const listed = changes.filter(({ mayBeProgram }) => mayBeProgram === undefined);
  const named = changes.filter(({ mayBeProgram }) => mayBeProgram === true);
  if (named.length === 0) return [changes];
  const isOneByOne = named.length > 1 && named.length <= MAX_ALONE;
  return [
    changes,
    ...(listed.length === 0 ? [] : [listed]),
    ...(isOneByOne ? named.map((change) => [...listed, change]) : []),
  ];
}
