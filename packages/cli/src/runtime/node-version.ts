/** What `engines` in package.json asks for; npm only warns about it. */
const OLDEST = [22, 18] as const;

/** The error text for a version of Node that is too old; null for a supported one. */
export function nodeVersionProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  return isOld
    ? `countersign needs Node ${OLDEST.join(".")} or newer, but this is Node ${version}. Upgrade Node and run the command again.`
    : null;
}
