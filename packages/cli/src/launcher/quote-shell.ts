const PLAIN = /^[\w@%+=:,./-]+$/;

/** One command line for a shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}

export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
