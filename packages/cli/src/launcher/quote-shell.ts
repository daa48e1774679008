const PLAIN = /^[\w@%+=:,./-]+$/;

/** One command line for a shell. */
export function quoteShellCommand(words: readonly string[]): string {
  return words.map(quoteShellWord).join(" ");
}

export function quoteShellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
