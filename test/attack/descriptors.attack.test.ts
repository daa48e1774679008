import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runToEnd } from "../../packages/cli/src/testing/run-to-end.ts";

const RUN_INSIDE = fileURLToPath(new URL("./run-inside.ts", import.meta.url));
const SECRET = "TOP-SECRET-CANARY";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "descriptors-"));
  await mkdir(join(root, "work"));
  await writeFile(join(root, "secret"), SECRET, { mode: 0o600 });
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

/** Runs a command in the sandbox, started by a shell that holds descriptors open. */
async function inside(opened: string, command: string): Promise<string> {
  const program = `exec '${process.execPath}' '${RUN_INSIDE}' "$0" "$1"`;
  const words = ["-c", `exec ${opened}; ${program}`, join(root, "work"), command];
  const { out, err } = await runToEnd("/bin/bash", words, { cwd: root, env: { PATH: "/usr/bin" } });
  return `${out}${err}`;
}

describe("I13 No secret leaves: no descriptor of the starter reaches a command", () => {
  it.each([
    ["directories", "200</ 9</ 64</", "cat /proc/self/fd/*/etc/shadow; ls /proc/self/fd/200/"],
    [
      "files",
      "17<secret 201<secret 251>>secret",
      "cat /proc/self/fd/201; echo x > /proc/self/fd/251",
    ],
  ])("keeps %s out", async (_, opened, command) => {
    const said = await inside(
      opened,
      `ls /proc/self/fd | tr '\\n' ' '; { ${command}; } 2>&1; true`,
    );
    expect(said).toContain('{"how":"exited","code":0}\n0 1 2 3 ');
    expect(said).toMatch(/No such file|nonexistent|cannot/i);
    expect(said).not.toContain(SECRET);
    expect(said).not.toContain("root:");
    expect(await readdir(join(root, "work"))).toEqual([]);
  });
});
