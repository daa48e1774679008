import type { Environment } from "../context.ts";
import type { EngineFiles } from "../local-engine/engine-files.ts";
import { localFiles } from "../local-engine/local-files.ts";
import { findWorkplace, type Workplace } from "../workplace/find-workplace.ts";
import { type HookFiles, hookFiles } from "./hook-files.ts";
import type { HookInput } from "./hosts.ts";
import type { SessionKey } from "./session-store.ts";

/** One event of one agent, and everything that is known about where it happens. */
export type HookMoment = {
  agent: string;
  input: HookInput;
  env: Environment;
  place: Workplace;
  engineFiles: EngineFiles;
  files: HookFiles;
  key: SessionKey;
  limits: HookLimits;
};

export type HookLimits = {
  /** Whoever takes longer does not keep an agent from stopping. */
  usualMs: number;
  /** The engine is not waited for any longer; what is known by then counts. */
  engineMs: number;
  /** Then nothing is said. */
  mostMs: number;
};

/** Null outside of repositories, where nothing is reviewed. */
export async function momentOf(
  agent: string,
  input: HookInput,
  { env, directory, limits }: Pick<HookMoment, "env" | "limits"> & { directory: string },
): Promise<HookMoment | null> {
  const place = await findWorkplace(input.directory ?? directory).catch(() => null);
  if (place === null) return null;
  const engineFiles = localFiles(env);
  const files = hookFiles(engineFiles);
  const key = { agent, session: input.session, root: place.root };
  return { agent, input, env, place, engineFiles, files, key, limits };
}
