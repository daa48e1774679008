import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { Environment } from "../../runtime/environment.ts";

/** Agents that init knows: their program, and the folders in which they keep their things. */
const KNOWN_AGENTS = [
  { id: "claude-code", name: "Claude Code", program: "claude", folders: [".claude"] },
  { id: "codex", name: "Codex CLI", program: "codex", folders: [".codex"] },
  { id: "gemini", name: "Gemini CLI", program: "gemini", folders: [".gemini"] },
  {
    id: "opencode",
    name: "OpenCode",
    program: "opencode",
    folders: [".opencode", ".config/opencode"],
  },
  { id: "copilot", name: "GitHub Copilot CLI", program: "copilot", folders: [".copilot"] },
  { id: "cursor", name: "Cursor", program: "cursor-agent", folders: [".cursor"] },
  { id: "amp", name: "Amp", program: "amp", folders: [".amp", ".config/amp"] },
] as const;
export type KnownAgent = (typeof KNOWN_AGENTS)[number];

type Places = { root: string; home: string | null; env: Environment };

/** The agents that are named, else those whose program or folder is here. */
export async function findAgents(named: string | undefined, places: Places): Promise<KnownAgent[]> {
  if (named !== undefined) return namedAgents(named);
  const found: KnownAgent[] = [];
  for (const agent of KNOWN_AGENTS) if (await isHere(agent, places)) found.push(agent);
  return found;
}

/** The full path of a program that would be found by its name. */
export async function findProgramPath(
  name: string,
  { PATH = "" }: Environment,
): Promise<string | null> {
  for (const folder of PATH.split(delimiter)) {
    if (!isAbsolute(folder)) continue; // the current directory may be an agent's
    const path = join(folder, name);
    const isFile = (await stat(path).catch(() => null))?.isFile() === true;
    if (isFile && (await canRun(path))) return path;
  }
  return null;
}

function namedAgents(named: string): KnownAgent[] {
  const words = named.split(",").map((word) => word.trim());
  if (words.join() === "none") return [];
  return words.map((word) => {
    const agent = KNOWN_AGENTS.find(({ id, program }) => id === word || program === word);
    if (agent !== undefined) return agent;
    throw new CountersignError("invalid_input", `"${word}" is not a supported agent`, {
      hint: `Supported agents: ${KNOWN_AGENTS.map(({ id }) => id).join(", ")}, or none`,
    });
  });
}

async function isHere({ program, folders }: KnownAgent, { root, home, env }: Places) {
  if ((await findProgramPath(program, env)) !== null) return true;
  const around = [root, ...(home === null ? [] : [home])];
  for (const path of around.flatMap((base) => folders.map((folder) => join(base, folder)))) {
    if ((await stat(path).catch(() => null))?.isDirectory() === true) return true;
  }
  return false;
}

async function canRun(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
