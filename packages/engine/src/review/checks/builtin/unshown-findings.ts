import { type Facts, oneLine, type RawChange } from "@countersign/core";
import type { ShownDiff } from "../../../ports/shown-diff.ts";
import { addedLines } from "../findings/added-lines.ts";
import type { CheckFinding } from "../findings/check-result.ts";

type Entry = RawChange["entries"][number];
type Unshown = Pick<Facts["unshown"][number], "path" | "why">;
type Why = Unshown["why"];

/** Images, fonts and recordings: binary files that people expect and view in other programs. */
export const EXPECTED_BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp3|mp4|webm|ogg)$/i;

const MAX_SHOWN = 200;

/** A finding of a built-in check. With `forPerson` the author cannot settle it, so a person decides. */
export type BuiltinFinding = CheckFinding & { forPerson?: true };

/** Reasons why no reviewer can read the content in a diff. The author cannot change that. */
const UNREADABLE: ReadonlySet<Why> = new Set(["binary", "too_large", "submodule"]);

/**
 * Reports each entry that a diff cannot show.
 *
 * Major: content that no reviewer can read (too large, unexpected binary files, submodules), for a person to
 * decide; and links out of the repository, for the author to remove. Warning: changes that words can describe
 * (modes, links inside, removals, moves) and expected kinds of binary files.
 */
export function unshownFindings(
  change: RawChange,
  shown: ShownDiff,
  unshown: Facts["unshown"],
): BuiltinFinding[] {
  const entries = new Map(change.entries.map((entry) => [entry.path, entry]));
  const listed = new Set(unshown.map(({ path, why }) => `${why} ${path}`));
  const more = shown.unshown.filter(({ path, why }) => !listed.has(`${why} ${path}`));
  return oneContentEach([...unshown, ...more]).map(({ path, why }) => {
    const entry = entries.get(path);
    const link = why === "symlink" ? linkTarget(shown, path) : null;
    const finding = {
      category: "integrity",
      file: path,
      message: findingMessage(why, entry, link),
    };
    if (isHarmless(why, entry, link))
      return { ...finding, severity: "warning", recommendation: ACKNOWLEDGE };
    if (!UNREADABLE.has(why)) return { ...finding, severity: "major", recommendation: REMOVE_LINK };
    return { ...finding, severity: "major", recommendation: DECIDE, forPerson: true };
  });
}

const ACKNOWLEDGE = "Remove it if the task does not need it.";
const REMOVE_LINK = "Remove the link, or let it point to a file of the repository.";
const DECIDE = "Open it, then set this answer aside, or send the change back.";

/** Reports content that is both binary and too large once, as too large, which is the stricter reason. */
function oneContentEach(all: readonly Unshown[]): Unshown[] {
  const tooLarge = new Set(all.filter(({ why }) => why === "too_large").map(({ path }) => path));
  return all.filter(({ path, why }) => why !== "binary" || !tooLarge.has(path));
}

function isHarmless(why: Why, entry: Entry | undefined, link: string | null): boolean {
  if (entry === undefined) return false;
  if (entry.status === "deleted" || why === "mode" || entry.oldId === entry.newId) return true;
  if (why === "binary") return EXPECTED_BINARY.test(entry.path);
  return why === "symlink" && link !== null && staysInside(entry.path, link);
}

/** Returns the target of a link. The patch adds the target as a line. */
function linkTarget(shown: ShownDiff, path: string): string | null {
  const parts = shown.files.filter((file) => file.path === path);
  const last = parts.at(-1);
  if (last === undefined) return null;
  const [line] = addedLines(last.patch);
  return line?.isText ? line.text : null;
}

function staysInside(path: string, link: string): boolean {
  if (link.startsWith("/") || link === "" || link.includes("\\")) return false;
  let depth = path.split("/").length - 1;
  for (const part of link.split("/")) {
    if (part === "..") depth -= 1;
    else if (part !== "." && part !== "") depth += 1;
    if (depth < 0) return false;
  }
  return true;
}

function findingMessage(why: Why, entry: Entry | undefined, link: string | null): string {
  const what = entry?.status === "deleted" ? "is removed" : "cannot be shown in the diff";
  switch (why) {
    case "binary":
      return `Binary content ${what}.`;
    case "too_large":
      return `Content too large to be shown ${entry?.status === "deleted" ? "is removed" : "was added or changed"}.`;
    case "submodule":
      return "A submodule points to content of another repository, which is not part of this review.";
    case "symlink":
      return link === null
        ? "A symbolic link changes."
        : `A symbolic link leads to ${oneLine(link, MAX_SHOWN)}.`;
    case "mode":
      return `The mode changes from ${entry?.oldMode} to ${entry?.newMode}.`;
  }
}
