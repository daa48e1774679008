import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program under the name of an agent's, which does what a test says. */
export function standInProgram(name: string, script: string): { path: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), "stand-in-"));
  const path = join(directory, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { path, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
