import { Buffer } from "node:buffer";
import { constants, copyFile, link, mkdir, readdir, readlink, symlink } from "node:fs/promises";

/** Names under which agents look for instructions, settings and variables. */
const NAMES = new Set([
  ...[
    ".agent",
    ".agents",
    ".amp",
    ".augment",
    ".claude",
    ".cline",
    ".codex",
    ".continue",
    ".copilot",
    ".crush",
  ],
  ...[".factory", ".gemini", ".junie", ".kilocode", ".kiro", ".qwen", ".roo", ".trae", ".warp"],
  ...[".zed", ".mcp.json", "opencode.json", "opencode.jsonc", "copilot-instructions.md"],
]);
const BEGINNINGS = [".aider", ".clinerules", ".cursor", ".env", ".goose", ".opencode", ".windsurf"];
/** Files in `.github` that agents read. Workflows and code owners stay in the copy. */
const GITHUB_NAMES = new Set([
  ...["agents", "chatmodes", "copilot", "extensions", "hooks", "instructions", "lsp.json"],
  ...["mcp.json", "prompts", "skills"],
]);
const NOTES = /^(?:agents?|claude|crush|gemini|qwen|warp)(?:\.[\w-]+)?\.md$/;

const SEPARATOR = Buffer.from("/");

/**
 * Copies a tree without the files that address agents, and returns how many it left out.
 *
 * Agents take settings, instructions and even code from their working directory, and the author of
 * a change must not write those for its reviewer. The copy consists of hard links where the disk
 * supports them.
 */
export async function copyWithoutInstructions(from: string, to: string): Promise<number> {
  return await copyDirectory(Buffer.from(from), Buffer.from(to), false);
}

async function copyDirectory(from: Buffer, to: Buffer, isGithub: boolean): Promise<number> {
  await mkdir(to, { recursive: true });
  let leftOut = 0;
  for (const entry of await readdir(from, { withFileTypes: true, encoding: "buffer" })) {
    const source = Buffer.concat([from, SEPARATOR, entry.name]);
    const target = Buffer.concat([to, SEPARATOR, entry.name]);
    const name = entry.name.toString("latin1").toLowerCase();
    if (speaksToAgents(name) || (isGithub && GITHUB_NAMES.has(name))) leftOut += 1;
    else if (entry.isDirectory())
      leftOut += await copyDirectory(source, target, name === ".github");
    else if (entry.isSymbolicLink()) await symlink(await readlink(source, "buffer"), target);
    else if (entry.isFile()) await sameFile(source, target);
  }
  return leftOut;
}

function speaksToAgents(name: string): boolean {
  const isKnown = NAMES.has(name) || NOTES.test(name);
  return isKnown || BEGINNINGS.some((beginning) => name.startsWith(beginning));
}

async function sameFile(source: Buffer, target: Buffer): Promise<void> {
  await link(source, target).catch(
    async () => await copyFile(source, target, constants.COPYFILE_FICLONE),
  );
}
