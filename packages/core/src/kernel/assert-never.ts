/** Makes a missing `case` a compile error, and throws for a corrupt value. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
