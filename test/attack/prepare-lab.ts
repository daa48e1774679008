import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { PolicyFile } from "@countersign/core";
import type { OwnerRegistries } from "@countersign/engine";
import {
  openPackageProxy,
  type ProxyOptions,
} from "../../packages/adapters/src/gateway/open-package-proxy.ts";
import { createSandboxedProcessRunner } from "../../packages/adapters/src/process/create-sandboxed-process-runner.ts";
import {
  type PrepareOutcome,
  prepareCheckout,
} from "../../packages/engine/src/review/checks/prepare/prepare-checkout.ts";
import { createPreparedCache } from "../../packages/engine/src/review/checks/prepare/prepared-cache.ts";

const execute = promisify(execFile);
const processes = createSandboxedProcessRunner({ graceMs: 200 });
const LIMITS = { timeoutMs: 60_000, outputBytes: 200_000, processes: 500, memoryBytes: 2e9 };

type Files = Readonly<Record<string, string>>;

export type Preparation = {
  files: Files;
  /** Files of the accepted side. */
  accepted?: Files;
  prepare?: object;
  registries?: Partial<OwnerRegistries>;
  proxy?: ProxyOptions;
};

/** Prepares a checkout with these files in the real sandbox, through the real proxy. */
export async function prepareFiles({
  files,
  accepted = {},
  prepare = {},
  registries = {},
  proxy = {},
}: Preparation): Promise<{ prepared: PrepareOutcome; directory: string }> {
  const root = await mkdtemp(join(tmpdir(), "prepare-lab-"));
  const directory = join(root, "checkout");
  await mkdir(join(root, "cache"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const packages = {
    open: (hosts: Parameters<typeof openPackageProxy>[0]) => openPackageProxy(hosts, proxy),
    registries: async () => ({ hosts: [], npm: null, ...registries }),
  };
  const cache = createPreparedCache(join(root, "cache"));
  const prepared = await prepareCheckout(
    { processes, cache, packages },
    {
      directory,
      prepare: PolicyFile.parse({ prepare }).prepare,
      limits: LIMITS,
      readAccepted: async (path) => accepted[path] ?? null,
      signal: undefined,
    },
  );
  return { prepared, directory };
}

/** A manifest and its lock file, with one package that comes from `resolved`. */
export function projectWith(resolved: string, lock: object = {}): Record<string, string> {
  const root = { name: "shop", version: "1.0.0", dependencies: { tiny: "1.0.0" } };
  const packages = { "": root, "node_modules/tiny": { version: "1.0.0", resolved, ...lock } };
  return {
    "package.json": JSON.stringify(root),
    "package-lock.json": JSON.stringify({ ...root, lockfileVersion: 3, packages }),
  };
}

/** A package as a registry serves it. */
export async function packTiny(
  scripts: object = {},
): Promise<{ bytes: Buffer; integrity: string }> {
  const root = await mkdtemp(join(tmpdir(), "tiny-"));
  await mkdir(join(root, "package"));
  const manifest = { name: "tiny", version: "1.0.0", scripts };
  await writeFile(join(root, "package", "package.json"), JSON.stringify(manifest));
  await writeFile(join(root, "package", "index.js"), "module.exports = 7;\n");
  await execute("tar", ["-czf", join(root, "tiny.tgz"), "-C", root, "package"]);
  const bytes = await readFile(join(root, "tiny.tgz"));
  return { bytes, integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}` };
}

/** Connections that a proxy made: the address that each was made to. */
export type StandIn = { connect: (options: TcpNetConnectOpts) => Socket; connected: string[] };

/**
 * The internet in one port of this machine: a connection to any checked address ends at `port`.
 *
 * What the proxy checks is the address that the look-up gives, as with a real connection.
 */
export function standInFor(port: number): StandIn {
  const connected: string[] = [];
  return {
    connected,
    connect({ host = "", lookup: checked }) {
      const lookup: LookupFunction = (name, _options, done) =>
        checked?.(name, { all: true }, (error, found) => {
          const [first] = Array.isArray(found) ? found : [];
          if (error === null && first !== undefined) connected.push(first.address);
          done(error, [{ address: "127.0.0.1", family: 4 }]);
        });
      const name = isIP(host) === 0 ? host : "address.example";
      return connect({ host: name, port, lookup, allowHalfOpen: true });
    },
  };
}
