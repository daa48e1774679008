/** Removes control characters except tab and line feed from a reviewer's text, and cuts it to `max`. */
export function cleanText(text: string, max: number): string {
  return withoutControls(text).trim().slice(0, max).toWellFormed();
}

/** Cuts quoted code to `max`, at the end of a line if possible. Its indentation stays. */
export function cleanQuote(quote: string, max: number): string {
  const text = withoutControls(quote);
  if (text.length <= max) return text;
  const lineEnd = text.lastIndexOf("\n", max);
  return text.slice(0, lineEnd > 0 ? lineEnd : max).toWellFormed();
}

/** Quotes an untrusted word for a message: short, on one line. Other values are described by their type. */
export function quoteWord(word: unknown): string {
  return typeof word === "string" ? JSON.stringify(cleanText(word, 60)) : `(${typeof word})`;
}

function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "");
}
