import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PolicyFile } from "@countersign/core";
import { beforeEach, describe, expect, it } from "vitest";
import { createPlainProcesses } from "../testing/plain-processes.ts";
import { createPreparations, type Preparations } from "./preparations.ts";
import { prepareCheckout } from "./prepare-checkout.ts";
import { createPreparedCache } from "./prepared-cache.ts";

const LIMITS = { timeoutMs: 60_000, outputBytes: 10_000, processes: 50, memoryBytes: 1e9 };
const MAKE = { run: "mkdir out && cat lock > out/made", cacheKey: ["lock"] };

let root = "";
let preparations: Preparations;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "preparations-"));
  await mkdir(join(root, "cache"));
  preparations = createPreparations();
  return () => rm(root, { recursive: true, force: true });
});

async function checkoutOf({ lock }: { lock: string }): Promise<string> {
  const directory = await mkdtemp(join(root, "tree-"));
  await writeFile(join(directory, "lock"), lock);
  return directory;
}

async function prepare(directory: string, settings: object, signal?: AbortSignal) {
  const { prepare: policy } = PolicyFile.parse({ prepare: settings });
  const [processes, cache] = [createPlainProcesses(), createPreparedCache(join(root, "cache"))];
  const request = { directory, prepare: policy, limits: LIMITS, signal };
  return await prepareCheckout({ processes, cache, preparations }, request);
}

const madeIn = (directory: string) => readFile(join(directory, "out/made"), "utf8");

describe("several checks at once", () => {
  const runs = () => readFile(join(root, "runs"), "utf8").then((text) => text.length);
  const counting = (more: string) => ({ ...MAKE, run: `printf x >> ${root}/runs; ${more}` });
  const checkouts = () => Promise.all(["1", "1", "1"].map((lock) => checkoutOf({ lock })));
  it("wait for one preparation of the same lock file", async () => {
    const settings = counting(`sleep 0.3; ${MAKE.run}`);
    const directories = await checkouts();

    const prepared = await Promise.all(directories.map((place) => prepare(place, settings)));

    expect(prepared).toEqual([{ note: null }, { note: null }, { note: null }]);
    expect(await Promise.all(directories.map(madeIn))).toEqual(["1", "1", "1"]);
    expect(await runs()).toBe(1);
  });

  it("are told of one failure, and the next attempt prepares again", async () => {
    const settings = counting("sleep 0.2; exit 3");
    const [first = "", ...others] = await checkouts();

    const failed = await Promise.all([first, ...others].map((place) => prepare(place, settings)));

    expect(failed).toMatchObject(
      failed.map(() => ({ noResult: expect.stringContaining("exit code 3") })),
    );
    await prepare(first, settings);
    expect(await runs()).toBe(2);
  });

  it("keep a preparation alive that one of them leaves, and stop it with the last", async () => {
    const settings = counting(`sleep 0.5; ${MAKE.run}; printf y >> ${root}/ends`);
    const [one = "", two = "", three = ""] = await checkouts();
    const early = new AbortController();
    const left = prepare(one, settings, early.signal);
    const stayed = prepare(two, settings);
    setTimeout(() => early.abort(), 100);

    expect(await left).toEqual({ noResult: "The check is no longer needed." });
    expect(await stayed).toEqual({ note: null });

    const slow = counting(`sleep 5; printf z >> ${root}/ends`);
    const all = [one, three].map((place) => prepare(place, slow, AbortSignal.timeout(200)));
    expect(await Promise.all(all)).toEqual([0, 1].map(() => ({ noResult: expect.any(String) })));
    expect(await runs()).toBe(2);
    expect(await readFile(join(root, "ends"), "utf8")).toBe("y");
  });
});
