import type { Policy } from "../policy/policy.ts";
import type { Because } from "./schema.ts";

export type InferredType = { type: string; because: Because };

/**
 * Reads a type from a title; the first match wins.
 *
 * All phrases come before all words, so that "Implement the marketing plan" is marketing and not code.
 */
export function inferType(title: string, policy: Pick<Policy, "inferTypes">): InferredType {
  const said = spaced(title);
  for (const list of ["phrases", "words"] as const) {
    for (const entry of policy.inferTypes) {
      const found = entry[list].find((phrase) => says(said, phrase));
      if (found === undefined) continue;
      return {
        type: entry.type,
        because: { entry: `inferTypes.${entry.type}`, fact: `the title says "${found}"` },
      };
    }
  }
  return {
    type: "internal_document",
    because: { entry: "inferTypes", fact: "the title says nothing on the list" },
  };
}

function says(said: string, phrase: string): boolean {
  const wanted = spaced(phrase);
  return wanted.trim() !== "" && said.includes(wanted);
}

/** The words in lower case with a space on both sides of each: whole words can then be searched as text. */
function spaced(text: string): string {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(" ")} `;
}
