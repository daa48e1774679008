const CONTROL = /[\p{Cc}]/u;

/**
 * A path as a string of the profile language: quotation marks, backslashes, line ends and tabs are escaped, and
 * parentheses mean nothing within a string. Throws for other control characters, which cannot be written there.
 */
export function quotePath(path: string): string {
  const escaped = path
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  if (!path.startsWith("/")) throw new Error(`${JSON.stringify(path)} is not an absolute path`);
  if (CONTROL.test(escaped))
    throw new Error(`${JSON.stringify(path)} contains a control character`);
  return `"${escaped}"`;
}
