import { userInfo } from "node:os";
import { FORMER_WORKER_NAME } from "./former-names.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Where the engine and everything that it starts find programs, whatever the path of its starter is. */
export const ENGINE_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

const STORED = new Set([
  "TZ",
  "TMPDIR",
  "COUNTERSIGN_SHARED",
  "COUNTERSIGN_GIT",
  "COUNTERSIGN_DATABASE_URL",
  "COUNTERSIGN_DATABASE_OWNER_URL",
  "COUNTERSIGN_DATABASE_WORKER_URL",
  FORMER_WORKER_NAME,
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_USE_SYSTEM_CA",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
]);
const STORED_PREFIXES = ["LC_", "XDG_"];
/** Says where the data is; the engine gets COUNTERSIGN_DATA instead. */
const DATA_HOME = "XDG_DATA_HOME";

/**
 * The variables of a person's environment that are stored for their engine: where things are and how the
 * network is reached. No credential of an agent, nothing that changes how Node or git behave.
 */
export function storedVariables(env: Variables): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      entry[0] !== DATA_HOME &&
      (STORED.has(entry[0].toUpperCase()) ||
        STORED_PREFIXES.some((prefix) => entry[0].startsWith(prefix))),
  );
  return Object.fromEntries(kept);
}

/** The whole environment of an engine over a data directory. Its starter, which may be an agent, adds nothing. */
export function engineEnvironment(
  directory: string,
  stored: Readonly<Record<string, string>>,
): Record<string, string> {
  const { username, homedir } = account();
  return {
    LANG: "C.UTF-8",
    ...storedVariables(stored),
    PATH: ENGINE_PATH,
    HOME: homedir,
    USER: username,
    LOGNAME: username,
    COUNTERSIGN_DATA: directory,
  };
}

/** The account as the system knows it; a variable of the starter's does not change it. */
function account(): { username: string; homedir: string } {
  try {
    return userInfo();
  } catch {
    return { username: "", homedir: "/" }; // an account without an entry, as in some containers
  }
}
