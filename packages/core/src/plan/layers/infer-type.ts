import { rememberTexts } from "../../kernel/remember-texts.ts";
import { compileGlobs } from "../../policy/glob/glob.ts";
import { matchGroups } from "../../policy/glob/match-groups.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Because } from "../schema.ts";

export type InferredType = { type: string; because: Because };

/**
 * Infers a type: from a phrase in the title, else from the changed paths, else from a word in the title.
 *
 * All phrases precede all words, so that "Implement the marketing plan" is marketing and not code. Files outweigh
 * a single word: "Add invoice totals" is code if code is changed.
 */
export function inferType(
  title: string,
  policy: Pick<Policy, "inferTypes">,
  paths: readonly string[],
): InferredType {
  return (
    readTitle("phrases", title, policy) ??
    readPaths(paths, policy) ??
    readTitle("words", title, policy) ?? {
      type: "internal_document",
      because: { entry: "inferTypes", fact: "neither title nor paths are on the list" },
    }
  );
}

function readTitle(
  list: "phrases" | "words",
  title: string,
  { inferTypes }: Pick<Policy, "inferTypes">,
): InferredType | undefined {
  const said = spaced(title);
  for (const { type, [list]: wanted } of inferTypes) {
    const found = wanted.find((phrase) => says(said, phrase));
    if (found !== undefined)
      return { type, because: { entry: `inferTypes.${type}`, fact: `the title says "${found}"` } };
  }
  return undefined;
}

function readPaths(
  paths: readonly string[],
  { inferTypes }: Pick<Policy, "inferTypes">,
): InferredType | undefined {
  const [changed] = matchGroups(inferTypes, paths);
  if (changed === undefined) return undefined;
  const { type, globs } = changed;
  const fact = `${paths.find(compileGlobs(globs))} is changed`;
  return { type, because: { entry: `inferTypes.${type}`, fact } };
}

function says(said: string, phrase: string): boolean {
  const wanted = spaced(phrase);
  return wanted.trim() !== "" && said.includes(wanted);
}

/** Returns the words in lower case, each surrounded by spaces, so that whole words can be searched as text. */
const spaced = rememberTexts({ texts: 1_000, characters: 200 }, (text) => {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(" ")} `;
});
