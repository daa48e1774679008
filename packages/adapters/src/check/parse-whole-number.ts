/** The whole number that a text says, if it says one. */
export function parseWholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}
