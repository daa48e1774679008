import { readFile, realpath, stat } from "node:fs/promises";
import { basename, extname, join, relative, resolve, sep } from "node:path";
import { CountersignError } from "@countersign/core";
import { type AgentFile, readAgentFile } from "@countersign/engine";
import { isBelow } from "../config-file/config-file.ts";

/** The file that a reviewer is made from. */
export type AgentSource = AgentFile & {
  /** Its path in the repository; null for one elsewhere, whose text goes into the policy. */
  inRepository: string | null;
  /** Its name without ending, where the file does not name the agent. */
  fileName: string;
  /** Files of the skills that it names and that the repository has, by name. */
  skillFiles: ReadonlyMap<string, string>;
};

const MAX_BYTES = 400_000;

/** Reads the file of an agent, and finds the skills that it names. */
export async function readAgentSource(
  directory: string,
  root: string,
  from: string,
): Promise<AgentSource> {
  const path = await realpath(resolve(directory, from)).catch(() => null);
  const found = path === null ? null : await stat(path);
  if (path === null || found === null)
    throw new CountersignError("not_found", `${from} does not exist`, {
      hint: "Claude Code keeps its agents in .claude/agents",
    });
  if (!found.isFile()) throw new CountersignError("invalid_input", `${from} is not a file`);
  if (found.size > MAX_BYTES)
    throw new CountersignError("too_large", `${from} is too large: ${found.size} bytes`, {
      hint: `The maximum is ${MAX_BYTES} bytes`,
    });
  const agent = readAgentFile(await readFile(path, "utf8"));
  const top = await realpath(root);
  return {
    ...agent,
    inRepository: isBelow(top, path) ? relative(top, path).split(sep).join("/") : null,
    fileName: basename(path, extname(path)),
    skillFiles: await findSkills(top, agent.skills),
  };
}

const SKILL_NAME = /^[A-Za-z0-9][\w-]{0,63}$/;

async function findSkills(top: string, names: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of names) {
    if (!SKILL_NAME.test(name)) continue;
    const file = `.claude/skills/${name}/SKILL.md`;
    const isThere = await stat(join(top, file)).catch(() => null);
    if (isThere?.isFile() === true) found.set(name, file);
  }
  return found;
}
