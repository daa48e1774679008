import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCRIPTS } from "./scripts.ts";

const run = promisify(execFile);

/** Stands for the program: it says what it was asked, so that only the scripts are on trial. */
const PROGRAM = `#!/bin/sh
printf '%s|' "$@" >> "$ASKED"
printf 'cs-ab12\\tFix: the login\\ncs-cd34\\tOther\\n'
`;

let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-shells-"));
  await writeFile(join(folder, "countersign"), PROGRAM, { mode: 0o755 });
  for (const [shell, script] of Object.entries(SCRIPTS))
    await writeFile(join(folder, shell), script);
  const path = `${folder}:${process.env.PATH ?? ""}`;
  env = { PATH: path, HOME: folder, ASKED: join(folder, "asked"), TERM: "dumb" };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function hasShell(shell: string): Promise<boolean> {
  return await run(shell, ["-c", "exit 0"]).then(
    () => true,
    () => false,
  );
}

async function inShell(shell: string, text: string): Promise<{ out: string; asked: string }> {
  const { stdout } = await run(shell, ["-c", text], { env, cwd: folder });
  const { stdout: asked } = await run("tail", ["-c", "200", env.ASKED ?? ""]);
  return { out: stdout, asked };
}

const BASH = `. ./bash
COMP_WORDS=(countersign approve cs-); COMP_CWORD=2
_countersign
printf '%s\\n' "\${COMPREPLY[@]}"`;

const FISH = "source ./fish; complete -C 'countersign approve cs-'";

/** Zsh completes only at a terminal, so what would be shown is taken from the function that shows it. */
const ZSH = `compdef() { :; }
_describe() { print -l -- "\${(@P)2}"; }
_files() { print files; }
. ./zsh
words=(countersign approve cs-); CURRENT=3
_countersign`;

describe("the completion scripts", () => {
  it.each([
    ["bash", BASH, "cs-ab12\ncs-cd34\n"],
    ["zsh", ZSH, "cs-ab12:Fix: the login\ncs-cd34:Other\n"],
    ["fish", FISH, "cs-ab12\tFix: the login\ncs-cd34\tOther\n"],
  ])("offer in a real %s what the program offers", async (shell, text, offered) => {
    const there = await hasShell(shell);
    expect(there || shell !== "bash").toBe(true);
    if (!there) return; // the others are only tried where they are installed
    const { out, asked } = await inShell(shell, text);
    expect(out).toBe(offered);
    expect(asked).toMatch(/--plain\|complete\|--\|approve\|cs-\|$/);
  });

  it("ask the program for words in every shell, and name both its names", () => {
    for (const script of Object.values(SCRIPTS)) {
      expect(script).toContain("--plain complete -- ");
      expect(script).toContain("countersign");
      expect(script).toContain("csn");
    }
  });
});
