import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The data directory of a single developer: COUNTERSIGN_DATA, the XDG data directory, or a system directory
 * for root.
 */
export function dataDirectory(
  env: Readonly<Record<string, string | undefined>>,
  { uid, home = homedir() }: { uid: number | undefined; home?: string },
): string {
  const { COUNTERSIGN_DATA: own, XDG_DATA_HOME: xdg } = env;
  if (own !== undefined && isAbsolute(own)) return own;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "countersign");
  // Root's home is not accessible to the user that Postgres runs as.
  return uid === 0 ? "/var/lib/countersign" : join(home, ".local", "share", "countersign");
}
