import { CountersignError, closest, type Policy, type Reviewer } from "@countersign/core";

/** The entry of a reviewer, by its name. */
export function namedReviewer(name: string, { reviewers }: Pick<Policy, "reviewers">): Reviewer {
  const found = reviewers.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const names = reviewers.map(({ id }) => id);
  const meant = closest(name, names);
  const hint = meant === undefined ? "" : `, did you mean \`${meant}\`?`;
  throw new CountersignError("not_found", `Unknown reviewer "${name}"${hint}`, {
    hint: "List reviewers: countersign reviewer list",
  });
}
