import { readdir } from "node:fs/promises";
import type { Policy } from "@countersign/core";
import { NO_CERTIFICATES } from "../../../ports/owner-certificates.ts";
import type { AllowedHost, PackageNetwork } from "../../../ports/package-network.ts";
import type { ProcessNetwork, ProcessResult } from "../../../ports/process-runner.ts";
import { type AcceptedLock, allowedHosts } from "./allowed-hosts.ts";
import { describeConnections } from "./describe-connections.ts";
import { isRegistryLockFile } from "./lock-files.ts";

/** Reads a file of the accepted side. Null if there is none or it is too large for a lock file. */
export type AcceptedFileReader = (path: string) => Promise<string | null>;

/** The network access of one preparation. */
export type PrepareReach = {
  hosts: readonly AllowedHost[];
  npmRegistry: string | null;
};

type Launch = {
  command: string;
  network: ProcessNetwork;
  env: Readonly<Record<string, string>>;
  /** Files of the engine's owner that the command may read. */
  readable: readonly string[];
};

/** Returns the network access for the preparation of a checkout. Null if preparations have no network. */
export async function prepareReach(
  packages: PackageNetwork | undefined,
  {
    directory,
    inputs,
    prepare,
    readAccepted,
  }: {
    directory: string;
    /** Paths of the files that the command sees. */
    inputs: readonly string[];
    prepare: Pick<Policy["prepare"], "allowHosts">;
    readAccepted: AcceptedFileReader;
  },
): Promise<PrepareReach | null> {
  if (packages === undefined) return null;
  const paths = new Set([...inputs, ...(await readdir(directory))].filter(isRegistryLockFile));
  const locks: AcceptedLock[] = [];
  for (const path of paths) locks.push({ path, accepted: await readAccepted(path) });
  const owner = await packages.registries();
  const hosts = allowedHosts({ locks, policy: prepare.allowHosts, owner });
  return { hosts, npmRegistry: owner.npm };
}

/** Runs a command that can reach only these hosts, and reports the connections that were refused. */
export async function runWithReach(
  packages: PackageNetwork | undefined,
  {
    reach,
    command,
    allowHosts,
  }: {
    reach: PrepareReach | null;
    command: string;
    allowHosts: readonly string[];
  },
  run: (launch: Launch) => Promise<ProcessResult>,
): Promise<{ result: ProcessResult; refused: string | null }> {
  if (packages === undefined || reach === null) {
    const result = await run({ command, network: "none", env: {}, readable: [] });
    return { result, refused: null };
  }
  const proxy = await packages.open(reach.hosts);
  try {
    const { extra, file, directory } = (await packages.certificates?.()) ?? NO_CERTIFICATES;
    const readable = [extra, file, directory].filter((path) => path !== null);
    const env = {
      ...(reach.npmRegistry !== null && { NPM_REGISTRY: reach.npmRegistry }),
      ...(extra !== null && { OWNER_EXTRA_CERTS: extra }),
      ...(file !== null && { OWNER_CERT_FILE: file }),
      ...(directory !== null && { SSL_CERT_DIR: directory }),
    };
    const network = { socket: proxy.socket };
    const result = await run({ command: proxiedCommand(command), network, env, readable });
    return { result, refused: describeConnections(proxy.failed(), allowHosts) };
  } finally {
    await proxy.close();
  }
}

/** Variables that configure the proxy of package managers and their helpers. */
const PROXY_VARIABLES = [
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"],
  ...["npm_config_proxy", "npm_config_https_proxy", "YARN_HTTP_PROXY", "YARN_HTTPS_PROXY"],
  ...["PIP_PROXY", "CARGO_HTTP_PROXY"],
];

/** Files with the certificates that the system trusts. The first existing file is used. */
const CERTIFICATES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/certs/ca-bundle.crt",
];

/** Variables that configure the certificate file of programs. */
const CERTIFICATE_VARIABLES = [
  ...["SSL_CERT_FILE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO"],
  ...["REQUESTS_CA_BUNDLE", "PIP_CERT", "CARGO_HTTP_CAINFO"],
];

/** Returns the command with settings for the proxy and the registries' certificates. */
function proxiedCommand(command: string): string {
  return [
    'proxy="http://127.0.0.1:$GATEWAY_PORT"',
    `export ${PROXY_VARIABLES.map((name) => `${name}="$proxy"`).join(" ")}`,
    'export NO_PROXY="" no_proxy="" npm_config_noproxy=""',
    // Disables npm's other requests to registries.
    "export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false",
    `for file in "$OWNER_CERT_FILE" ${CERTIFICATES.join(" ")}; do`,
    '  if [ -r "$file" ]; then',
    `    export ${CERTIFICATE_VARIABLES.map((name) => `${name}="$file"`).join(" ")}`,
    '    export NODE_EXTRA_CA_CERTS="$file"',
    "    break",
    "  fi",
    "done",
    // Node adds these certificates to its own, and also reads those of the system.
    "export NODE_USE_SYSTEM_CA=1",
    'if [ -n "$OWNER_EXTRA_CERTS" ]; then export NODE_EXTRA_CA_CERTS="$OWNER_EXTRA_CERTS"; fi',
    'if [ -n "$NPM_REGISTRY" ]; then printf "registry=%s\\n" "$NPM_REGISTRY" > "$HOME/.npmrc"; fi',
    "unset proxy file NPM_REGISTRY OWNER_EXTRA_CERTS OWNER_CERT_FILE",
    command,
  ].join("\n");
}
