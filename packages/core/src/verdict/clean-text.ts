/** Text of a reviewer as we keep it: no control characters but tab and line feed, and never longer than `max`. */
export function cleanText(text: string, max: number): string {
  return withoutControls(text).trim().slice(0, max).toWellFormed();
}

/** Quoted code keeps its indentation; what is too long ends with a whole line where there is one. */
export function cleanQuote(quote: string, max: number): string {
  const text = withoutControls(quote);
  if (text.length <= max) return text;
  const lineEnd = text.lastIndexOf("\n", max);
  return text.slice(0, lineEnd > 0 ? lineEnd : max).toWellFormed();
}

/** A hostile word in a message: short, quoted, on one line; what is no word is named by its type. */
export function quoteWord(word: unknown): string {
  return typeof word === "string" ? JSON.stringify(cleanText(word, 60)) : `(${typeof word})`;
}

function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "");
}
