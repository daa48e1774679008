import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "./testing/bench.ts";

const LONGEST_MS = 180_000;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
}, LONGEST_MS);
afterAll(async () => {
  await bench.close();
});

describe("countersign", () => {
  it("tells its version on stdout and nothing else", async () => {
    const { code, out, err } = await bench.run(["--version"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("begins its help, and that of each command, with purpose, usage and two examples", async () => {
    for (const args of [["--help"], ["approve", "--help"], ["task", "--help"]]) {
      const { code, out } = await bench.run(args);
      expect(code).toBe(0);
      expect(out).toMatch(
        /^\S.+\n\nUsage: countersign .+\n\nExamples:\n {2}\$ countersign .+\n {2}\$ countersign .+\n/,
      );
    }
  });

  it.each([
    [["aprove"], "unknown command `aprove`, did you mean `approve`?"],
    [["task", "lst"], "unknown command `lst`, did you mean `list`?"],
    [["inbox", "--limt", "3"], "unknown option `--limt`, did you mean `--limit`?"],
    [["reject"], "missing required argument `id`"],
    [["inbox", "--limit", "many"], "--limit: must be a whole number"],
    [["version", "--timeout", "soon"], '--timeout: "soon" is not a time'],
  ])("says what is wrong with %j and ends with 2", async (args, message) => {
    const { code, out, err } = await bench.run(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err.split("\n")[0]).toBe(`error: ${message}`);
  });

  it("tells errors as JSON on stderr where JSON was asked for", async () => {
    const { code, out, err } = await bench.run(["config", "get", "nothing.here", "--json"]);
    expect({ code, out }).toEqual({ code: 5, out: "" });
    expect(JSON.parse(err)).toMatchObject({
      error: { code: "not_found", message: "There is no value at nothing.here", retryable: false },
    });
  });

  it("explains its exit codes, environment and JSON", async () => {
    for (const topic of ["exit-codes", "environment", "json"]) {
      const { code, out } = await bench.run(["help", topic]);
      expect(code).toBe(0);
      expect(out.split("\n").length).toBeGreaterThan(4);
    }
    expect((await bench.run(["help", "nothing"])).code).toBe(5);
  });

  it("uses no colour without a terminal, and all of it when told to", async () => {
    expect((await bench.run(["help", "json"])).out).not.toContain("\u001b");
    expect((await bench.run(["help", "json", "--color", "always"])).out).toContain("\u001b[1m");
  });

  it("never sends its own credentials to another address", async () => {
    const { code, err } = await bench.run(["status", "--server", "http://127.0.0.1:1"]);
    expect(code).toBe(4);
    expect(err).toContain("Set COUNTERSIGN_TOKEN to a credential for that engine");
  });

  it("says that an engine does not answer, and ends with 7", async () => {
    const env = { COUNTERSIGN_TOKEN: "cs_local_x", COUNTERSIGN_SERVER: "http://127.0.0.1:1" };
    const { code, err } = await bench.run(["status"], { env });
    expect(code).toBe(7);
    expect(err).toContain("http://127.0.0.1:1 does not answer");
  });
});

describe("exit codes of the program", () => {
  /** An engine that takes every call and answers none. */
  const silent = createServer(() => undefined);
  let env: Record<string, string>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    env = { COUNTERSIGN_TOKEN: "cs_local_x", COUNTERSIGN_SERVER: `http://127.0.0.1:${port}` };
  });
  afterAll(() => {
    silent.closeAllConnections();
    silent.close();
  });

  it("is 1 when something is wrong that nobody expected", async () => {
    const dead = { ...env, COUNTERSIGN_SERVER: "http://127.0.0.1:1" };
    const { code, out } = await bench.run(["doctor"], { env: dead });
    expect(code).toBe(1);
    expect(out).toMatch(/^fail {2}engine/m);
  });

  it("is 3 when the time is over", async () => {
    const { code, out, err } = await bench.run(["status", "--timeout", "1s"], { env });
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toContain("Timed out after 1s");
  });

  it("is 130 when it is interrupted", async () => {
    const asked = once(silent, "request");
    const child = bench.start(["status"], { env });
    await asked;
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([130, null]);
  });
});

describe("countersign config", () => {
  it("changes a value, keeps comments, and says where the value comes from", async () => {
    await bench.write("countersign.json", '{\n  // ours\n  "limits": { "attempts": 4 }\n}\n');
    expect((await bench.run(["config", "set", "limits.attempts", "5"])).code).toBe(0);
    expect((await bench.run(["config", "get", "limits.attempts"])).out).toBe("5\n");
    const { out } = await bench.run(["config", "get", "merge.target", "--json"]);
    expect(JSON.parse(out).data).toEqual({ key: "merge.target", value: "main", source: "default" });
    const { out: path } = await bench.run(["config", "path"]);
    expect(path).toBe(`${bench.repository}/countersign.json\n`);
    await bench.run(["config", "unset", "limits.attempts"]);
    expect((await bench.run(["config", "get", "limits.attempts"])).out).toBe("3\n");
  });

  it("refuses what would not be valid, and writes nothing", async () => {
    await bench.write("countersign.json", "{}\n");
    const { code, err } = await bench.run(["config", "set", "limits.atempts", "5"]);
    expect(code).toBe(2);
    expect(err).toContain("did you mean `attempts`?");
    expect((await bench.run(["config", "get", "limits.attempts"])).out).toBe("3\n");
  });
});

describe("the libraries of model providers", () => {
  /** Whether a bundled file contains code of a package. */
  const contains = (text: string, name: string) => text.includes(`node_modules/${name}`);

  it("are in files of their own", async () => {
    const folder = dirname(bench.program);
    const names = await readdir(folder, { recursive: true });
    const files = names.filter((name) => name.endsWith(".mjs"));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));

    const providers = texts.filter((text) => contains(text, "@ai-sdk/"));
    expect(providers).not.toEqual([]);
    expect(providers.filter((text) => contains(text, "commander/"))).toEqual([]);
  });

  it("are not loaded to tell the version, to help or to read the configuration", async () => {
    const list = join(bench.directory, "loaded.txt");
    const hook = `
      import { appendFileSync } from "node:fs";
      import { registerHooks } from "node:module";
      registerHooks({
        load(url, context, next) {
          appendFileSync(${JSON.stringify(list)}, url + "\\n");
          return next(url, context);
        },
      });`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` };

    for (const args of [["--version"], ["--help"], ["config", "get", "limits.attempts"]]) {
      expect(await bench.run(args, { env })).toMatchObject({ code: 0 });
    }

    const loaded = new Set((await readFile(list, "utf8")).split("\n"));
    const files = [...loaded].filter((url) => url.startsWith("file:"));
    const texts = await Promise.all(files.map((url) => readFile(new URL(url), "utf8")));
    expect(texts.some((text) => contains(text, "commander/"))).toBe(true);
    expect(texts.some((text) => contains(text, "@ai-sdk/"))).toBe(false);
  });
});
