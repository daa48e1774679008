import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compareInTool, pagerText, showInPager } from "./hand-over.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-test-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function script(text: string): Promise<string> {
  const path = join(folder, "program");
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

describe("a pager", () => {
  it("gets the text, and nothing in it that a terminal obeys", async () => {
    const pager = await script(`cat > "$1"`);
    const shown = await showInPager("+a\tb\u001b[2J\n-c\r\n", `${pager} ${folder}/seen`);
    expect(shown).toBe(true);
    expect(await readFile(join(folder, "seen"), "utf8")).toBe("+a\tb␛[2J\n-c␍\n");
  });

  it("is not there when nobody would stay in it, or when it does not start", async () => {
    expect(await showInPager("x", "cat")).toBe(false);
    expect(await showInPager("x", "")).toBe(false);
    expect(await showInPager("x", join(folder, "no-such-program"))).toBe(false);
  });

  it("may be left before its end", async () => {
    const pager = await script("exit 0");
    expect(await showInPager("x\n".repeat(1_000_000), pager)).toBe(true);
  });

  it("keeps safe text as it is", () => {
    expect(pagerText("a\n b\n")).toBe("a\n b\n");
  });
});

describe("a tool that compares", () => {
  it("gets both versions as files, by names that are only names", async () => {
    const tool = await script(`cat "$2" "$3" > "$1"; echo "$2 $3" >> "$1"`);
    const versions = { path: "src/../--evil $(x).ts", old: "one\n", now: "two\n" };
    expect(await compareInTool(versions, `${tool} ${folder}/seen`)).toBe(true);
    expect(await readFile(join(folder, "seen"), "utf8")).toBe(
      "one\ntwo\nold/file--evil___x_.ts new/file--evil___x_.ts\n",
    );
  });

  it("leaves nothing behind", async () => {
    const tool = await script(`pwd > "$1"`);
    await compareInTool({ path: "a.ts", old: "", now: "" }, `${tool} ${folder}/seen`);
    const place = (await readFile(join(folder, "seen"), "utf8")).trim();
    await expect(readFile(join(place, "new/a.ts"))).rejects.toThrow();
  });

  it("is git's own where no other is named", async () => {
    expect(await compareInTool({ path: "a.ts", old: "", now: "" }, "no-such-tool-anywhere")).toBe(
      false,
    );
  });
});
