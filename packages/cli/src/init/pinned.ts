/** How this very program is started again: without a search on the path, which costs time and may find another. */
export type Pinned = { node: string; program: string };

const PLAIN = /^[\w@%+=:,./-]+$/;

/** One command line for a shell. */
export function shellCommand({ node, program }: Pinned, args: readonly string[]): string {
  return [node, program, ...args].map(shellWord).join(" ");
}

export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
