import type { Result } from "./result.ts";

/** The answer to every --dry-run: what would be done, with whatever tells it from anything else. */
export function wouldDo(
  verb: string,
  about: Readonly<Record<string, unknown>>,
  text: Result["text"],
): Result {
  return {
    schema: "dryrun.show",
    data: { wouldDo: verb, ...about },
    text,
    plain: [[verb, JSON.stringify(about)]],
  };
}
