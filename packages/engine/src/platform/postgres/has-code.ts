/** Returns true if a system call failed with one of these codes, such as `EACCES`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
