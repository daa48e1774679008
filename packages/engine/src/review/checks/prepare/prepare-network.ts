import { readdir } from "node:fs/promises";
import type { Policy } from "@countersign/core";
import { NO_CERTIFICATES } from "../../../ports/owner-certificates.ts";
import type { AllowedHost, PackageNetwork } from "../../../ports/package-network.ts";
import type { ProcessNetwork, ProcessResult } from "../../../ports/process-runner.ts";
import { type AcceptedLock, allowedHosts } from "./allowed-hosts.ts";
import { describeConnections } from "./describe-connections.ts";
import { isLockFile } from "./lock-files.ts";
import { proxiedCommand } from "./proxied-command.ts";

/** Reads a file of the accepted side; null where it has none, or one that is too large to be a lock file. */
export type AcceptedFileReader = (path: string) => Promise<string | null>;

/** What one preparation may reach. */
export type PrepareReach = {
  hosts: readonly AllowedHost[];
  npmRegistry: string | null;
};

type Launch = {
  command: string;
  network: ProcessNetwork;
  env: Readonly<Record<string, string>>;
  /** Files of the owner's that the command may read. */
  readable: readonly string[];
};

/** Finds what a preparation of a checkout may reach; null without a network for preparations. */
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
  const paths = new Set([...inputs, ...(await readdir(directory))].filter(isLockFile));
  const locks: AcceptedLock[] = [];
  for (const path of paths) locks.push({ path, accepted: await readAccepted(path) });
  const owner = await packages.registries();
  const hosts = allowedHosts({ locks, policy: prepare.allowHosts, owner });
  return { hosts, npmRegistry: owner.npm };
}

/** Runs a command that reaches these hosts alone, and says which others it asked for. */
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
