import { join } from "node:path";
import {
  findConfirmed,
  type ProgramPin,
  pinProgram,
  readReviewerAccess,
} from "@countersign/adapters";
import type { EngineFiles } from "../files/engine-files.ts";
import { changeEngineSettings, readEngineSettings } from "./engine-settings.ts";

const KNOWN = ["claude", "codex", "gemini", "opencode"];

/** The state of a reviewing program: whether the owner confirmed it and it is still the same file. */
export type AgentProgram = {
  name: string;
  path: string | null;
  state: "confirmed" | "installed" | "changed" | "unconfirmed" | "missing";
};

/** The programs of agents that may review: those we know, and those that reviewers.json declares. */
export async function listAgentPrograms(files: EngineFiles): Promise<AgentProgram[]> {
  const { programs } = await readEngineSettings(files.settings);
  const names = new Set([...KNOWN, ...(await declared(files)), ...Object.keys(programs)]);
  return await Promise.all(
    [...names].map(async (name) => {
      const found = await findConfirmed(name, async () => programs);
      if (!found.ok) return { name, path: found.path, state: found.why };
      const state = Object.hasOwn(programs, name) ? "confirmed" : "installed";
      return { name, path: found.program.path, state } as const;
    }),
  );
}

/** Pins programs as they are found on a search path now. A name that is not found is left out of the answer. */
export async function confirmPrograms(
  files: EngineFiles,
  names: readonly string[],
  searchPath: string,
): Promise<Record<string, ProgramPin>> {
  const found = await Promise.all(
    names.map(async (name) => [name, await pinProgram(name, searchPath)] as const),
  );
  const pins = Object.fromEntries(
    found.flatMap(([name, pin]) => (pin === null ? [] : [[name, pin] as const])),
  );
  if (Object.keys(pins).length === 0) return {};
  await changeEngineSettings(files.settings, (settings) => ({
    ...settings,
    programs: { ...settings.programs, ...pins },
  }));
  return pins;
}

async function declared({ directory }: EngineFiles): Promise<string[]> {
  const { agents } = (await readReviewerAccess(join(directory, "reviewers.json"))) ?? {};
  return Object.values(agents ?? {}).flatMap(({ command }) => command[0] ?? []);
}
