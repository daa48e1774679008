import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, inject, it } from "vitest";

it("runs no configuration file of a library from the current directory", () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-foreign-"));
  const marker = join(folder, "was-run");
  const code = `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "")`;
  for (const name of [
    ".graphile-workerrc.cjs",
    "graphile-worker.config.cjs",
    "graphile.config.cjs",
  ])
    writeFileSync(join(folder, name), code);
  const chunks = join(dirname(inject("program")), "chunks");
  const engine = readdirSync(chunks).filter((name) => name.startsWith("compose-engine"));
  expect(engine).toHaveLength(1);

  execFileSync(
    process.execPath,
    ["-e", `import(${JSON.stringify(join(chunks, engine[0] ?? ""))})`],
    {
      cwd: folder,
      stdio: "inherit",
    },
  );

  expect(existsSync(marker)).toBe(false);
});
