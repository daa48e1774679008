import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { engineFiles } from "../../packages/cli/src/local-engine/files/engine-files.ts";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { footprint, footprintLine } from "./footprint.ts";
import { installPacked, npm, type Packed } from "./install-packed.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const GOLDEN = join(ROOT, "test", "golden", "v0.1.0");

const REPLAY = `
import { readFileSync } from "node:fs";
import { type LogEntry, type Policy, replay } from "countersign/core";

const [folder = ""] = process.argv.slice(2);
const read = (file: string) => readFileSync(\`\${folder}/\${file}\`, "utf8").trimEnd().split("\\n");
const policies = read("policies.jsonl").map((line): Policy => JSON.parse(line));
const entries = read("audit.jsonl")
  .map((line): LogEntry & { kind: string; task: string } => JSON.parse(line))
  .filter(({ kind }) => kind === "entry");
const results = [...Map.groupBy(entries, ({ task }) => task).values()].flatMap((log) =>
  replay(log, (digest) => policies.find((policy) => policy.digest === digest)),
);
console.log(JSON.stringify(results.map(({ result }) => result)));
`;

/** The types say what is wrong, so they are not all \`any\`. */
const WRONG = `
import { type Decision, loadPolicy } from "countersign/core";
import { createClient } from "countersign/client";

// @ts-expect-error no such effect
export const effect: Decision["effect"] = "maybe";
// @ts-expect-error a policy only where it was loaded
export const policy = loadPolicy({}).policy;
// @ts-expect-error a task is named
export const task = createClient({ baseUrl: "http://127.0.0.1" }).showTask({});
`;

const compilerOptions = {
  target: "es2024",
  lib: ["es2024", "dom"],
  module: "nodenext",
  typeRoots: [join(ROOT, "node_modules", "@types")],
  types: ["node"],
  strict: true,
  skipLibCheck: false,
  noEmit: true,
};

let packed: Packed;
let bench: Bench;

/** As a job of continuous integration or a program that decides would install it: without PostgreSQL. */
beforeAll(async () => {
  const installer = npm(null, "--omit=optional", "--ignore-scripts");
  [packed, bench] = await Promise.all([installPacked(installer, inject("tarball")), openBench()]);
  const page = await readFile(join(ROOT, "docs", "library.md"), "utf8");
  const [core = "", client = ""] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, it]) => it);
  await write({ "core.ts": core, "client.ts": client, "replay.ts": REPLAY, "wrong.ts": WRONG });
  await write({ "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*.ts"] }) });
  await write({ "package.json": '{ "type": "module" }\n' });
}, 300_000);
afterAll(async () => {
  await bench?.close();
  await packed?.remove();
}, 120_000);

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(packed.home, name), text);
}

async function runFile(file: string, args: readonly string[] = [], env = {}): Promise<string> {
  const options = { cwd: packed.home, env: { ...process.env, ...env } };
  return (await run(process.execPath, [file, ...args], options)).stdout;
}

describe("the package without PostgreSQL", () => {
  it("is one package of at most 25 MB", async () => {
    const size = await footprint(packed.home, inject("tarball"));
    process.stdout.write(footprintLine("without PostgreSQL", size));
    expect(size.packages).toEqual(["countersign"]);
    expect(size.downloadMb).toBeLessThan(25);
  });

  it("judges a change", async () => {
    await bench.write("a.txt", "one\n");
    await bench.git("add", "-A");
    await bench.git("commit", "--quiet", "-m", "Begin");
    await bench.write("a.txt", "two\n");
    await bench.git("commit", "--quiet", "--all", "-m", "Change");
    const options = { cwd: bench.repository, env: bench.env };
    const args = [packed.program, "gate", "--base", "HEAD~1", "--json"];
    const { stdout } = await run(process.execPath, args, options);
    expect(JSON.parse(stdout)).toMatchObject({ schema: "countersign/gate.check/1" });
    expect(JSON.parse(stdout).data.gate).toBe("pass");
  });
});

describe("what other programs import", () => {
  it("has types that need no other package and are checked themselves", async () => {
    const tsc = join(ROOT, "node_modules", ".bin", "tsc");
    const { stdout } = await run(tsc, ["-p", "."], { cwd: packed.home }).catch((error) => error);
    expect(stdout).toBe("");
  });

  it("plans and decides, as the documentation shows", async () => {
    expect(await runFile("core.ts")).toMatch(/^stage \d+: [\s\S]*\nwait: \S/);
  });

  it("makes the decisions of a released log again", async () => {
    const results: string[] = JSON.parse(await runFile("replay.ts", [GOLDEN]));
    expect(results.length).toBeGreaterThan(20);
    expect(results.filter((result) => result !== "equal" && result !== "other_version")).toEqual(
      [],
    );
  });

  it("asks an engine, as the documentation shows", async () => {
    expect(await bench.run(["init", "--yes", "--commit"])).toMatchObject({ code: 0 });
    await bench.git("switch", "--quiet", "-c", "work");
    await bench.write("a.txt", "three\n");
    const submit = ["task", "submit", "--title", "Three", "--agent", "codex"];
    expect(await bench.run(submit)).toMatchObject({ code: 0 });
    const { url } = JSON.parse(await readFile(engineFiles(bench.data).run, "utf8"));
    const env = { COUNTERSIGN_SERVER: url, COUNTERSIGN_TOKEN: await bench.humanToken() };
    expect(await runFile("client.ts", [], env)).toMatch(/^cs-\w+ Three\nnot_found\n$/);
  });

  it("has the descriptions of the interface and of every file and answer", async () => {
    const program = `
      import { createRequire } from "node:module";
      const load = createRequire(import.meta.url);
      const schemas = ["countersign/countersign.schema.json", "countersign/cli.schema.json"];
      console.log(JSON.stringify([load("countersign/openapi.json"), ...schemas.map(load)]));`;
    await write({ "describe.mjs": program });
    const [openApi, config, outputs] = JSON.parse(await runFile("describe.mjs"));
    const { version } = JSON.parse(
      await readFile(join(packed.home, "node_modules", "countersign", "package.json"), "utf8"),
    );
    expect(openApi).toMatchObject({ openapi: "3.1.0", info: { title: "countersign", version } });
    for (const schema of [config, outputs]) {
      const [, path = ""] = /^https:\/\/unpkg\.com\/countersign@0\/(.+)$/.exec(schema.$id) ?? [];
      const file = join(packed.home, "node_modules", "countersign", path);
      expect(JSON.parse(await readFile(file, "utf8"))).toEqual(schema);
    }
  });
});
