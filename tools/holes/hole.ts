/** A piece of text that stands exactly once in a file, and what takes its place. */
export type Edit = { file: string; find: string; replace: string };

/** A known mistake: how to make it again and whose tests must notice, or the part of the product that owns it. */
export type Hole = { id: string; hole: string } & (Patch | { owner: string });

export type Patch = {
  edits: readonly Edit[];
  tests: readonly string[];
  /** The Vitest project that holds the tests. Default "unit". */
  project?: "unit" | "attack";
};

/** Makes the mistake: the files that it changes, with their new text. A text that is not found once is an error. */
export function dig(
  { id, edits }: { id: string; edits: readonly Edit[] },
  read: (file: string) => string,
): Map<string, string> {
  const files = new Map<string, string>();
  for (const { file, find, replace } of edits) {
    const parts = (files.get(file) ?? read(file)).split(find);
    if (parts.length !== 2)
      throw new Error(`${id}: found ${parts.length - 1} times in ${file}, not once: ${find}`);
    files.set(file, parts.join(replace));
  }
  return files;
}
