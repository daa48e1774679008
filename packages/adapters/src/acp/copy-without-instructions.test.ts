import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyWithoutInstructions } from "./copy-without-instructions.ts";

let place = "";
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "without-"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

const KEPT = [
  "src/agents.ts",
  "docs/claude.txt",
  "src/env.ts",
  "readme.md",
  "gemini/x.md",
  ".github/workflows/ci.yml",
  "src/hooks/x.ts",
];
const LEFT_OUT = [
  "AGENTS.md",
  "agents.md",
  "src/deep/CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  ".claude/settings.json",
  "src/.gemini/settings.json",
  ".codex/config.toml",
  ".opencode/plugin/x.ts",
  "opencode.json",
  ".mcp.json",
  ".cursorrules",
  ".env",
  ".env.local",
  ".github/copilot-instructions.md",
  ".github/hooks/x.json",
  ".github/agents/x.agent.md",
  ".github/skills/x/SKILL.md",
  ".copilot/mcp-config.json",
];

it("copies a tree as it is, without what speaks to agents at any depth", async () => {
  const from = join(place, "from");
  for (const path of [...KEPT, ...LEFT_OUT]) {
    await mkdir(dirname(join(from, path)), { recursive: true });
    await writeFile(join(from, path), path);
  }
  await chmod(join(from, "src/agents.ts"), 0o755);
  await symlink("readme.md", join(from, "link"));
  await symlink("/nowhere", join(from, "WARP.md"));
  await writeFile(Buffer.concat([Buffer.from(`${from}/`), Buffer.from([0xff, 0xfe])]), "bytes");
  const to = join(place, "to");

  const leftOut = await copyWithoutInstructions(from, to);

  const files = await readdir(to, { recursive: true, withFileTypes: true, encoding: "latin1" });
  const paths = files.flatMap((entry) =>
    entry.isDirectory() ? [] : [join(entry.parentPath, entry.name).slice(to.length + 1)],
  );
  expect(paths.toSorted()).toEqual([...KEPT, "link", "\u00ff\u00fe"].toSorted());
  expect(leftOut).toBe(LEFT_OUT.length + 1);
  expect(await readlink(join(to, "link"))).toBe("readme.md");
  for (const path of KEPT) expect(await readFile(join(to, path), "utf8")).toBe(path);
});
