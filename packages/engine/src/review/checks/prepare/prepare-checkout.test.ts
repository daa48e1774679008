import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { PackageNetwork } from "../../../ports/package-network.ts";
import { loadTestPolicy } from "../../../testing/load-test-policy.ts";
import { createPlainProcesses, type PlainProcesses } from "../testing/plain-processes.ts";
import { recordingNetwork } from "../testing/recording-network.ts";
import { prepareCheckout } from "./prepare-checkout.ts";
import { createPreparedCache, type PreparedCache } from "./prepared-cache.ts";

const LIMITS = { timeoutMs: 60_000, outputBytes: 10_000, processes: 50, memoryBytes: 1e9 };

let root = "";
let cacheRoot = "";
let cache: PreparedCache;
let processes: PlainProcesses;
let packages: PackageNetwork | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "prepare-"));
  cacheRoot = join(root, "cache");
  await mkdir(cacheRoot);
  cache = createPreparedCache(cacheRoot);
  processes = createPlainProcesses();
  packages = undefined;
  return () => rm(root, { recursive: true, force: true });
});

async function checkoutOf(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(root, "tree-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  return directory;
}

async function prepare(directory: string, settings: object) {
  const { prepare: policy } = loadTestPolicy({ prepare: settings });
  const request = { directory, prepare: policy, limits: LIMITS, signal: undefined };
  return await prepareCheckout({ processes, cache, packages }, request);
}

const MAKE = {
  run: "mkdir -p out/deep && cat lock > out/deep/made && ls -A > out/seen",
  cacheKey: ["lock"],
};
const madeIn = (directory: string) => readFile(join(directory, "out/deep/made"), "utf8");

describe("prepareCheckout", () => {
  it("does nothing without a command", async () => {
    expect(await prepare(await checkoutOf({}), { run: null })).toEqual({ note: null });
    expect(processes.asked).toEqual([]);
  });

  it("skips the installation of packages where there is no lock file, and says so", async () => {
    expect(await prepare(await checkoutOf({ "package.json": "{}" }), {})).toEqual({
      note: "Nothing was installed: there is no package-lock.json.",
    });
    expect(processes.asked).toEqual([]);
  });

  it("installs packages with npm, without running scripts of theirs", async () => {
    const lock = {
      name: "shop",
      lockfileVersion: 3,
      packages: {
        "": { name: "shop", dependencies: { tool: "file:tool" } },
        "node_modules/tool": { resolved: "tool", link: true },
        tool: { version: "1.0.0" },
      },
    };
    const directory = await checkoutOf({
      "package.json": JSON.stringify({ name: "shop", dependencies: { tool: "file:tool" } }),
      "package-lock.json": JSON.stringify(lock),
      "tool/package.json": JSON.stringify({
        name: "tool",
        version: "1.0.0",
        scripts: { install: "touch /tmp/countersign-was-here" },
      }),
      "tool/index.js": "module.exports = 5",
    });

    expect(await prepare(directory, {})).toEqual({ note: null });

    expect(await readFile(join(directory, "node_modules/tool/index.js"), "utf8")).toContain("5");
    expect(await readdir("/tmp")).not.toContain("countersign-was-here");
  });

  it("uses a result again when the command saw the same bytes", async () => {
    const first = await checkoutOf({ lock: "1", "a.ts": "one" });
    const second = await checkoutOf({ lock: "1", "a.ts": "two" });

    expect(await prepare(first, MAKE)).toEqual({ note: null });
    expect(await prepare(second, MAKE)).toEqual({ note: "Prepared from an earlier result." });

    expect(processes.asked).toHaveLength(1);
    expect(await Promise.all([madeIn(first), madeIn(second)])).toEqual(["1", "1"]);
    expect(await readFile(join(second, "a.ts"), "utf8")).toBe("two");
  });

  it.each([
    { what: "another lock file", files: { lock: "2" }, more: {} },
    { what: "another manifest", files: { lock: "1", "sub/package.json": "{}" }, more: {} },
    { what: "another setting of npm", files: { lock: "1", ".npmrc": "a=b" }, more: {} },
    { what: "another command", files: { lock: "1" }, more: { run: `${MAKE.run}; true` } },
    { what: "network", files: { lock: "1" }, more: { allowHosts: ["packages.example.com"] } },
  ])("makes its own for $what", async ({ files, more }) => {
    packages = recordingNetwork({ hosts: [], npm: null });
    await prepare(await checkoutOf({ lock: "1" }), MAKE);

    expect(await prepare(await checkoutOf({ ...files }), { ...MAKE, ...more })).toEqual({
      note: null,
    });
    expect(processes.asked).toHaveLength(2);
  });

  it("never uses in a sandbox what was made without one", async () => {
    processes = createPlainProcesses(false);
    await prepare(await checkoutOf({ lock: "1" }), MAKE);
    processes = createPlainProcesses(true);

    expect(await prepare(await checkoutOf({ lock: "1" }), MAKE)).toEqual({ note: null });
  });

  it("shows the command nothing but what the name of its result covers", async () => {
    const files = {
      lock: "1",
      "package.json": "{}",
      "evil.sh": "x",
      "node_modules/a/package.json": "{}",
    };
    const directory = await checkoutOf(files);

    await prepare(directory, MAKE);

    expect(await readFile(join(directory, "out/seen"), "utf8")).toBe("lock\nout\npackage.json\n");
  });

  it("takes patterns as names of files", async () => {
    const settings = { ...MAKE, cacheKey: ["**/*.lock", "lock"] };
    await prepare(await checkoutOf({ lock: "1", "a/b.lock": "1" }), settings);
    await prepare(await checkoutOf({ lock: "1", "a/b.lock": "2" }), settings);

    expect(processes.asked).toHaveLength(2);
  });

  it("leaves files of the tree as they are, and follows no link of it", async () => {
    const outside = await checkoutOf({});
    const directory = await checkoutOf({ lock: "1" });
    await symlink(outside, join(directory, "out"));
    const other = await checkoutOf({ lock: "1", "out/deep/made": "mine" });

    await prepare(directory, MAKE);
    await prepare(other, MAKE);

    expect(await readdir(outside)).toEqual([]);
    expect(await madeIn(other)).toBe("mine");
    expect(await readFile(join(other, "out/seen"), "utf8")).toContain("lock");
  });

  it("gives each checkout files of its own", async () => {
    const first = await checkoutOf({ lock: "1" });
    await prepare(first, MAKE);
    await writeFile(join(first, "out/deep/made"), "poison");
    const second = await checkoutOf({ lock: "1" });

    await prepare(second, MAKE);

    expect(await madeIn(second)).toBe("1");
  });

  it("keeps nothing of a command that failed, and says what it said", async () => {
    const settings = { ...MAKE, run: "mkdir out; echo no such package >&2; exit 4" };

    expect(await prepare(await checkoutOf({ lock: "1" }), settings)).toEqual({
      noResult: `The preparation \`${settings.run}\` ended with exit code 4.\n\nno such package`,
    });
    expect(await readdir(cacheRoot)).toEqual([]);
  });

  it("makes again what is damaged in the cache", async () => {
    await prepare(await checkoutOf({ lock: "1" }), MAKE);
    const [name = ""] = await readdir(cacheRoot);
    await rm(join(cacheRoot, name, "files/out/deep/made"));
    const directory = await checkoutOf({ lock: "1" });

    expect(await prepare(directory, MAKE)).toEqual({ note: null });
    expect(await madeIn(directory)).toBe("1");
  });

  it("runs in the checkout itself and keeps nothing when no files are named", async () => {
    const directory = await checkoutOf({ "a.ts": "one" });

    await prepare(directory, { run: "cp a.ts b.ts", cacheKey: [] });

    expect(await readFile(join(directory, "b.ts"), "utf8")).toBe("one");
    expect(await readdir(cacheRoot)).toEqual([]);
  });
});

describe("the cache", () => {
  const kept = async () => (await readdir(cacheRoot)).toSorted();
  const write = (text: string) => async (directory: string) => {
    await writeFile(join(directory, "file"), text);
    return null;
  };

  it("drops what was used longest ago when it is too large, and what was never finished", async () => {
    const small = createPreparedCache(cacheRoot, { bytes: 25, entries: 10 });
    const ago = async (name: string, hours: number) => {
      const then = new Date(Date.now() - hours * 3_600_000);
      await utimes(join(cacheRoot, name), then, then);
    };
    await mkdir(join(cacheRoot, "making-a"));
    await mkdir(join(cacheRoot, "making-b"));
    await ago("making-a", 30);
    await small.keep("one", write("1234567890"));
    await ago("one", 3);
    await small.keep("two", write("1234567890"));
    await ago("two", 2);
    await small.find("one");

    await small.keep("three", write("1234567890"));

    expect(await kept()).toEqual(["making-b", "one", "three"]);
  });

  it("lets two make the same at the same time", async () => {
    const both = await Promise.all([cache.keep("a", write("x")), cache.keep("a", write("x"))]);

    expect(both).toEqual([0, 1].map(() => ({ directory: join(cacheRoot, "a", "files") })));
    expect(await kept()).toEqual(["a"]);
  });

  it("has nothing under a name whose making was cut off", async () => {
    await mkdir(join(cacheRoot, "a", "files"), { recursive: true });

    expect(await cache.find("a")).toBeNull();
    expect(await cache.find("b")).toBeNull();
  });
});
