/** Whether a call of the system failed for one of these reasons, such as `EACCES`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
