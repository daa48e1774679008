import { execFile } from "node:child_process";
import { chmod, link, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** A folder in which a repository is made, with the tools that people make theirs with. */
export type Workshop = {
  root: string;
  /** An account's folder beside it. */
  home: string;
  git(...args: string[]): Promise<string>;
  npm(...args: string[]): Promise<void>;
  write(path: string, text: string, mode?: number): Promise<void>;
  /** Writes below the account's folder. */
  writeHome(path: string, text: string, mode?: number): Promise<void>;
};

/** Where init is run, if it is not the repository itself. */
type Made = { directory?: string; env?: Record<string, string> };

export type Sample = {
  name: string;
  make(workshop: Workshop): Promise<Made | undefined>;
  /** What the plan says about some of its files. */
  plan: Readonly<Record<string, string>>;
};

export function openWorkshop(root: string, home: string, env: NodeJS.ProcessEnv): Workshop {
  const run = async (program: string, args: string[]) =>
    (await execute(program, args, { cwd: root, env })).stdout;
  return {
    root,
    home,
    git: (...args) =>
      run("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args]),
    npm: async (...args) => {
      await run("npm", args);
    },
    write: (path, text, mode) => writeBelow(root, path, { text, mode }),
    writeHome: (path, text, mode) => writeBelow(home, path, { text, mode }),
  };
}

async function writeBelow(
  folder: string,
  path: string,
  { text, mode }: { text: string; mode?: number | undefined },
): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
  if (mode !== undefined) await chmod(join(folder, path), mode);
}

const SETTINGS = ".claude/settings.json";
const CLAUDE_HOOKS = `~/${SETTINGS}`;
const CLAUDE_SERVER = "~/.claude.json";
const CODEX = "~/.codex/config.toml";
const OWN_HOOK = '#!/bin/sh\n# ours\nwhile read -r line; do echo "seen $line" >>"$SEEN"; done\n';

/** Repositories as they are found in the wild; after init and undo each must be as it was, to the byte. */
export const SAMPLES: readonly Sample[] = [
  {
    name: "made by npm init",
    async make({ npm }) {
      await npm("init", "-y");
      return undefined;
    },
    plan: {
      "countersign.jsonc": "new",
      [CLAUDE_HOOKS]: "new",
      [CLAUDE_SERVER]: "new",
      [CODEX]: "new",
      "AGENTS.md": "new",
    },
  },
  {
    name: "with git hooks of its own",
    async make({ write }) {
      await write(".git/hooks/pre-push", OWN_HOOK, 0o755);
      await write(".git/hooks/post-commit", "#!/usr/bin/env python3\nprint('hi')\n", 0o755);
      return undefined;
    },
    plan: { ".git/hooks/pre-push": "edit", ".git/hooks/post-commit": "leave" },
  },
  {
    name: "with a git hook that is switched off",
    async make({ write }) {
      await write(".git/hooks/pre-push", OWN_HOOK, 0o644);
      return undefined;
    },
    plan: { ".git/hooks/pre-push": "leave", ".git/hooks/post-commit": "new" },
  },
  {
    name: "with comments and trailing commas in its settings",
    async make({ writeHome }) {
      await writeHome(
        SETTINGS,
        '// ours\n{\n  "hooks": {\n    /* all of it */\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "true", }], }, // mine\n    ],\n  },\n}\n',
      );
      return undefined;
    },
    plan: { [CLAUDE_HOOKS]: "edit" },
  },
  {
    name: "with CRLF",
    async make({ write, writeHome }) {
      await writeHome(SETTINGS, '{\r\n    "model": "opus"\r\n}\r\n');
      await write("AGENTS.md", "# Agents\r\n\r\nBe kind.\r\n");
      await writeHome(".codex/config.toml", 'model = "x"\r\n');
      return undefined;
    },
    plan: { [CLAUDE_HOOKS]: "edit", "AGENTS.md": "edit", [CODEX]: "edit" },
  },
  {
    name: "with the hooks of husky",
    async make({ git, write }) {
      await write(".husky/_/h", "#!/usr/bin/env sh\n", 0o755);
      await write(".husky/_/pre-push", '#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n', 0o755);
      await write(".husky/_/.gitignore", "*");
      await write(".husky/pre-push", "npm test\n");
      await git("config", "core.hooksPath", ".husky/_");
      return undefined;
    },
    plan: { "git hooks": "leave" },
  },
  {
    name: "with a folder of hooks that it keeps",
    async make({ git, write }) {
      await write("tools/hooks/pre-push", "#!/bin/bash\nexit 0\n", 0o755);
      await git("config", "core.hooksPath", "tools/hooks");
      return undefined;
    },
    plan: { "git hooks": "leave" },
  },
  {
    name: "with hooks somewhere else",
    async make({ home, git }) {
      await git("config", "core.hooksPath", join(home, "hooks"));
      return undefined;
    },
    plan: { "git hooks": "leave" },
  },
  {
    name: "seen from a folder of a monorepo",
    async make({ root, write }) {
      await write("package.json", '{ "private": true, "workspaces": ["packages/*"] }\n');
      await write("packages/a/package.json", '{ "name": "a" }\n');
      await write("packages/a/.claude/settings.json", "{}\n");
      return { directory: join(root, "packages", "a") };
    },
    plan: { [CLAUDE_HOOKS]: "new", "countersign.jsonc": "new" },
  },
  {
    name: "seen from a linked worktree",
    async make({ root, git }) {
      await git("worktree", "add", "--quiet", "-b", "feature", join(root, "..", "linked"));
      return { directory: join(root, "..", "linked") };
    },
    plan: { [CLAUDE_HOOKS]: "new" },
  },
  {
    name: "with read-only settings",
    async make({ writeHome }) {
      await writeHome(SETTINGS, "{}\n", 0o444);
      return undefined;
    },
    plan: { [CLAUDE_HOOKS]: "leave", [CLAUDE_SERVER]: "new" },
  },
  {
    name: "with texts that do not end their last line",
    async make({ write, writeHome }) {
      await write("AGENTS.md", "# Agents");
      await writeHome(SETTINGS, "{}");
      await writeHome(".codex/config.toml", "# mine");
      return undefined;
    },
    plan: { "AGENTS.md": "edit", [CLAUDE_HOOKS]: "edit" },
  },
  {
    name: "with a byte order mark",
    async make({ writeHome }) {
      await writeHome(SETTINGS, '\uFEFF{ "model": "opus" }\n');
      await writeHome(".codex/hooks.json", "\uFEFF{}\n");
      return undefined;
    },
    plan: { [CLAUDE_HOOKS]: "edit", "~/.codex/hooks.json": "edit" },
  },
  {
    name: "with settings that are links",
    async make({ root, home, write, writeHome }) {
      await writeHome("dotfiles/settings.json", "{}\n");
      await writeHome("dotfiles/codex/config.toml", "# mine\n");
      await mkdir(join(home, ".claude"));
      await symlink(join(home, "dotfiles", "settings.json"), join(home, SETTINGS));
      await symlink(join(home, "dotfiles", "codex"), join(home, ".codex"));
      await write("CLAUDE.md", "# Read me\n");
      await symlink("CLAUDE.md", join(root, "AGENTS.md"));
      return undefined;
    },
    plan: { [CLAUDE_HOOKS]: "edit", [CODEX]: "edit", "AGENTS.md": "leave" },
  },
  {
    name: "with empty files",
    async make({ write, writeHome }) {
      await writeHome(SETTINGS, "");
      await write("AGENTS.md", "");
      await writeHome(".codex/config.toml", "");
      return undefined;
    },
    plan: { [CLAUDE_HOOKS]: "edit", "AGENTS.md": "edit" },
  },
  {
    name: "with tabs, and with everything on one line",
    async make({ writeHome }) {
      await writeHome(SETTINGS, '{\n\t"permissions": {\n\t\t"allow": []\n\t}\n}\n', 0o600);
      await writeHome(".codex/hooks.json", '{"hooks":{"Stop":[]}}');
      await writeHome(".claude.json", '{\n  "mcpServers": {\n    "other": {}\n  }\n}\n');
      return undefined;
    },
    plan: { [CLAUDE_HOOKS]: "edit", [CLAUDE_SERVER]: "edit", "~/.codex/hooks.json": "edit" },
  },
  {
    name: "with a server of tools under our name",
    async make({ writeHome }) {
      await writeHome(
        ".claude.json",
        '{ "mcpServers": { "countersign": { "command": "other" } } }\n',
      );
      await writeHome(".codex/config.toml", "mcp_servers = {}\n");
      await writeHome(".config/opencode/opencode.jsonc", '{ "mcp": [] }\n');
      return undefined;
    },
    plan: {
      [CLAUDE_SERVER]: "leave",
      [CODEX]: "leave",
      "~/.config/opencode/opencode.jsonc": "leave",
    },
  },
  {
    name: "with hooks and servers of Copilot CLI",
    async make({ writeHome }) {
      await writeHome(".copilot/hooks/mine.json", '{ "version": 1, "hooks": {} }\n');
      await writeHome(".copilot/mcp-config.json", '{\n\t"mcpServers": {}\n}', 0o600);
      return undefined;
    },
    plan: {
      "~/.copilot/hooks/countersign.json": "new",
      "~/.copilot/mcp-config.json": "edit",
    },
  },
  {
    name: "with hooks and servers of Cursor",
    async make({ writeHome }) {
      await writeHome(
        ".cursor/hooks.json",
        '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "mine" }]\n  }\n}\n',
      );
      await writeHome(".cursor/mcp.json", '{ "mcpServers": { "other": {} } }');
      return undefined;
    },
    plan: { "~/.cursor/hooks.json": "edit", "~/.cursor/mcp.json": "edit" },
  },
  {
    name: "with a file under two names",
    async make({ home, writeHome }) {
      await writeHome(".claude.json", "{}\n");
      await link(join(home, ".claude.json"), join(home, "copy.json"));
      return undefined;
    },
    plan: { [CLAUDE_SERVER]: "leave" },
  },
  {
    name: "with Beads",
    async make({ write }) {
      await write(".beads/config.yaml", "states: blocked_outside:wip\n");
      return undefined;
    },
    plan: { "bd config set status.custom blocked_outside:wip,reviewing": "run" },
  },
  {
    name: "that was set up by hand, and shares its agents' files",
    async make({ git, write, writeHome }) {
      await write("countersign.json", '{ "version": 1 }\n');
      await writeHome(SETTINGS, '{\n  "hooks": {}\n}\n');
      await git("add", "-A");
      await git("commit", "--quiet", "-m", "by hand");
      return undefined;
    },
    plan: { "countersign.json": "keep", [CLAUDE_HOOKS]: "edit" },
  },
];
