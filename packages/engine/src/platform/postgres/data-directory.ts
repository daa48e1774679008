import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where a single developer's data lives: COUNTERSIGN_DATA, the XDG data directory, or the system's for root. */
export function dataDirectory(
  env: Readonly<Record<string, string | undefined>>,
  { uid, home = homedir() }: { uid: number | undefined; home?: string },
): string {
  const { COUNTERSIGN_DATA: own, XDG_DATA_HOME: xdg } = env;
  if (own !== undefined && isAbsolute(own)) return own;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "countersign");
  // Root's home is closed to the user that Postgres must run as.
  return uid === 0 ? "/var/lib/countersign" : join(home, ".local", "share", "countersign");
}
