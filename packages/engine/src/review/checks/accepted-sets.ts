import type { JudgeChange } from "@countersign/core";

/** Maximum number of files named only by commands for which each file gets its own set. */
const MAX_ALONE = 3;

/**
 * Returns the sets of judge files to restore in a checkout, one run per set. The first set contains all of them.
 *
 * A file that only a command names may be the program under test. Restoring it would hide that the change breaks
 * the program, so other sets leave such files out.
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
