/** Makes a missing `case` a compile error, and a corrupt value a loud one. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
