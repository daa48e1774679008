import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ReportReader } from "../../../ports/report-reader.ts";
import { loadTestPolicy } from "../../../testing/load-test-policy.ts";
import { runCheck } from "../run-check.ts";
import { createPlainProcesses, type PlainProcesses } from "../testing/plain-processes.ts";
import { openPlainRepository } from "../testing/plain-repository.ts";
import { type RecordingNetwork, recordingNetwork } from "../testing/recording-network.ts";
import { prepareCheckout } from "./prepare-checkout.ts";
import type { AcceptedFileReader } from "./prepare-network.ts";
import { createPreparedCache, type PreparedCache } from "./prepared-cache.ts";

const LIMITS = { timeoutMs: 60_000, outputBytes: 10_000, processes: 50, memoryBytes: 1e9 };
const LOCK = (host: string) => `tiny@1.0.0:\n  resolved "https://${host}/tiny.tgz"\n`;

const NO_REPORTS: ReportReader = { read: () => ({ ok: false, reason: "there is none" }) };

let root = "";
let cache: PreparedCache;
let processes: PlainProcesses;
let packages: RecordingNetwork | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "prepare-network-"));
  await mkdir(join(root, "cache"));
  cache = createPreparedCache(join(root, "cache"));
  processes = createPlainProcesses();
  packages = undefined;
  return () => rm(root, { recursive: true, force: true });
});

async function checkoutOf(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(root, "tree-"));
  for (const [path, text] of Object.entries(files)) await writeFile(join(directory, path), text);
  return directory;
}

async function prepare(directory: string, settings: object, readAccepted?: AcceptedFileReader) {
  const { prepare: policy } = loadTestPolicy({ prepare: settings });
  const request = { directory, prepare: policy, limits: LIMITS, readAccepted, signal: undefined };
  return await prepareCheckout({ processes, cache, packages }, request);
}

describe("the network of a preparation", () => {
  it("has no network where preparations have none", async () => {
    await prepare(await checkoutOf({ lock: "1" }), {
      run: "true",
      cacheKey: [],
      allowHosts: ["packages.example"],
    });

    expect(processes.asked[0]?.network).toBe("none");
  });

  it("reaches the proxy alone, with the hosts of the accepted side and of the owner", async () => {
    const directory = await checkoutOf({ "yarn.lock": LOCK("change.example"), lock: "1" });
    packages = recordingNetwork({ hosts: ["npm.corp.example"], npm: "http://mirror.example/" });

    await prepare(
      directory,
      { run: 'echo "$NPM_REGISTRY$HTTPS_PROXY" > out', cacheKey: [], allowHosts: ["a.example"] },
      async (path) => (path === "yarn.lock" ? LOCK("accepted.example") : null),
    );

    expect(packages.opened).toEqual([
      [
        ...["a.example", "accepted.example", "mirror.example", "npm.corp.example"],
        ...["registry.npmjs.org", "registry.yarnpkg.com"],
      ],
    ]);
    expect(processes.asked[0]?.network).toEqual({ socket: "/run/proxy" });
    expect(processes.asked[0]?.env).toEqual({ NPM_REGISTRY: "http://mirror.example/" });
    expect(await readFile(join(directory, "out"), "utf8")).toBe("http://127.0.0.1:\n");
    expect(await readFile(join(root, ".npmrc"), "utf8")).toBe("registry=http://mirror.example/\n");
    expect(packages.closed).toBe(1);
  });

  it("trusts the certificates of the owner, and lets Node read the system's", async () => {
    const directory = await checkoutOf({});
    const owner = { extra: join(root, "corp.pem"), file: join(root, "all.pem"), directory: null };
    for (const file of [owner.extra, owner.file]) await writeFile(file, "");
    packages = { ...recordingNetwork({ hosts: [], npm: null }), certificates: async () => owner };
    const names = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "NODE_USE_SYSTEM_CA", "OWNER_CERT_FILE"];

    await prepare(directory, {
      run: names.map((name) => `echo "$${name}" >> out`).join("; "),
      cacheKey: [],
    });

    const [asked] = processes.asked;
    expect(asked?.readable).toEqual([owner.extra, owner.file]);
    expect((await readFile(join(directory, "out"), "utf8")).split("\n")).toEqual([
      ...[owner.extra, owner.file, "1", "", ""],
    ]);
  });

  it("names the hosts that it did not reach first, also where it succeeded", async () => {
    packages = recordingNetwork({ hosts: [], npm: null }, "evil.example");
    const failing = { run: "seq 1 2000; exit 3", cacheKey: [] };

    const failed = await prepare(await checkoutOf({}), failing);
    const passed = await prepare(await checkoutOf({}), { run: "true", cacheKey: [] });

    const reason = "noResult" in failed ? failed.noResult : "";
    expect(reason.split("\n")[0]).toContain("not allowed to reach evil.example");
    expect(reason).toMatch(/\n1\n2\n3\n.*\[… 1960 lines left out …\]\n.*\n2000$/s);
    expect("note" in passed && passed.note).toContain("not allowed to reach evil.example");
  });

  it("lets the accepted lock file alone decide which hosts a preparation reaches", async () => {
    const repository = await openPlainRepository();
    const accepted = await repository.commit({ "yarn.lock": LOCK("accepted.example") });
    const { tree } = await repository.commit({ "yarn.lock": LOCK("change.example") });
    const policy = loadTestPolicy({
      checks: [{ id: "test", run: "true" }],
      prepare: { run: "true", cacheKey: ["yarn.lock"] },
    });
    const [entry] = policy.checks;
    if (entry === undefined) throw new Error("no check");
    const packages = recordingNetwork({ hosts: [], npm: null });

    await runCheck(
      { mirror: repository.mirror, processes, reports: NO_REPORTS, scratch: root, packages },
      {
        ...{ repo: "shop", tree, check: entry, prepare: policy.prepare },
        judges: { accepted: accepted.tree, changes: [] },
      },
    );

    await repository.remove();
    expect(packages.opened.flat()).toContain("accepted.example");
    expect(packages.opened.flat()).not.toContain("change.example");
  });
});
