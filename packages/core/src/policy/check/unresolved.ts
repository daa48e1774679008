import { closest } from "../closest.ts";
import { type Path, type Problem, problem } from "../problem.ts";

export type Reference = { path: Path; name: string };

const MAX_SUGGESTIONS = 20;

/** Finds unresolved references, with the closest match. */
export function unresolved(
  references: readonly Reference[],
  known: ReadonlySet<string>,
  what: string,
): Problem[] {
  return references
    .filter(({ name }) => !known.has(name))
    .map(({ path, name }, i) =>
      problem(
        path,
        `There is no ${what} ${name}`,
        i < MAX_SUGGESTIONS ? closest(name, known) : undefined,
      ),
    );
}
