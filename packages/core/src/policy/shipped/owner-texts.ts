import type { PolicyContent } from "../policy.ts";
import type { OwnerText, Reviewer } from "../schema-review.ts";
import { baseFile } from "./versions.ts";

/** The instructions and skills of a reviewer, in this order. */
export function ownerTexts({
  instructions,
  skills = [],
}: Pick<Reviewer, "instructions" | "skills">): OwnerText[] {
  return [...(instructions === undefined ? [] : [instructions]), ...skills];
}

/** What a text of the owner says; null for a file that was not read. */
export function ownerTextContent(text: OwnerText): string | null {
  return typeof text === "string" ? text : (text.text ?? null);
}

/** A reviewer whose texts were passed through `change`, such as to take credentials out. */
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

/** The files that a policy is read from besides those with a fixed name: its base, and texts for reviewers. */
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
