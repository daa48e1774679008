/** Parses a whole number; undefined if the text is not one. */
export function parseWholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}
