import type { PolicyContent } from "../policy.ts";
import type { OwnerText, Reviewer } from "../schema-review.ts";
import { baseFile } from "./versions.ts";

/** Returns the instructions and skills of a reviewer, in this order. */
export function ownerTexts({
  instructions,
  skills = [],
}: Pick<Reviewer, "instructions" | "skills">): OwnerText[] {
  return [...(instructions === undefined ? [] : [instructions]), ...skills];
}

/** Returns the content of an owner's text; null for a file that was not read. */
export function ownerTextContent(text: OwnerText): string | null {
  return typeof text === "string" ? text : (text.text ?? null);
}

/** Applies `change` to all texts of a reviewer, for example to redact credentials. */
export function mapOwnerTexts<Entry extends Pick<Reviewer, "instructions" | "skills">>(
  entry: Entry,
  change: (text: string) => string,
): Entry {
  const { instructions, skills } = entry;
  const changed = (text: OwnerText): OwnerText => {
    if (typeof text === "string") return change(text);
    return text.text === undefined ? text : { ...text, text: change(text.text) };
  };
  return {
    ...entry,
    ...(instructions === undefined ? {} : { instructions: changed(instructions) }),
    ...(skills === undefined ? {} : { skills: skills.map(changed) }),
  };
}

/** Returns the files that a policy names: its base, and texts for reviewers. */
export function namedPolicyFiles({
  extends: base,
  reviewers,
}: Pick<PolicyContent, "extends" | "reviewers">): string[] {
  const texts = reviewers
    .flatMap(ownerTexts)
    .flatMap((text) => (typeof text === "string" ? [] : [text.file]));
  const file = baseFile(base);
  return [...new Set([...(file === null ? [] : [file]), ...texts])];
}
