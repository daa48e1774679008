const KEPT = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "TZ",
  "TMPDIR",
  "COUNTERSIGN_SHARED",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_WORKER_URL",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
]);

const KEPT_PREFIXES = ["LC_", "XDG_"];

/**
 * What the engine inherits from whoever happens to start it, which may be an agent: where things are, no
 * credential of theirs, nothing that changes how Node or git behave.
 */
export function engineEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      (KEPT.has(entry[0].toUpperCase()) ||
        KEPT_PREFIXES.some((prefix) => entry[0].startsWith(prefix))),
  );
  return Object.fromEntries(kept);
}
