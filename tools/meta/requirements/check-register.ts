import { isSurfaceTest, type TaggedTest } from "./find-tests.ts";
import type { Entry } from "./read-register.ts";

/**
 * Lists the mismatches between the register and the test titles, one sentence each.
 *
 * A requirement (R) needs a test through a surface; a contradiction, defect or hole (C, D, H) needs
 * any test. An entry without a test gives a reason, and an entry with one does not.
 */
export function checkRegister(entries: readonly Entry[], tests: readonly TaggedTest[]): string[] {
  const known = new Set(entries.map(({ id }) => id));
  const unknown = tests.flatMap(({ ids, file, title }) =>
    ids
      .filter((id) => !known.has(id))
      .map((id) => `${id} of ${file} › ${title} is not in the register`),
  );
  return [...entries.flatMap((entry) => checkEntry(entry, tests)), ...unknown];
}

function checkEntry({ id, reason }: Entry, tests: readonly TaggedTest[]): string[] {
  const proof = taggedTests(id, tests).find((test) => !id.startsWith("R-") || isSurfaceTest(test));
  if (proof === undefined && reason === null)
    return [`${id} has no test${id.startsWith("R-") ? " through a surface" : ""} and no reason`];
  if (proof !== undefined && reason !== null)
    return [`${id} has a test, so its reason must go: ${proof.file} › ${proof.title}`];
  return [];
}

/** Lists the tests with an id in their title. */
export function taggedTests(id: string, tests: readonly TaggedTest[]): TaggedTest[] {
  return tests.filter(({ ids }) => ids.includes(id));
}
