import { access } from "node:fs/promises";
import type { EngineFiles } from "../../local-engine/files/engine-files.ts";
import { initFile } from "../../local-engine/files/init-file.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import type { Environment } from "../../runtime/environment.ts";
import { findWorkplace, type Workplace } from "../../workplace/find-workplace.ts";
import { type HookFiles, hookFiles } from "../files/hook-files.ts";
import type { HookInput } from "../hosts/host-input.ts";
import type { SessionKey } from "./session-store.ts";

/** One event of one agent, and everything that is known about where it happens. */
export type HookContext = {
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
  /** A hook that takes longer keeps no agent from stopping. */
  keepMs: number;
  /** The engine is not waited for any longer; what is known by then counts. */
  engineMs: number;
  /** Then nothing is said. */
  mostMs: number;
};

/** Null outside the repositories that were set up with init, where hooks do nothing. Any worktree of one counts. */
export async function createHookContext(
  agent: string,
  input: HookInput,
  { env, directory, limits }: Pick<HookContext, "env" | "limits"> & { directory: string },
): Promise<HookContext | null> {
  const place = await findWorkplace(input.directory ?? directory).catch(() => null);
  if (place === null) return null;
  const engineFiles = localFiles(env);
  const isSetUp = await access(initFile(engineFiles.directory, place)).then(
    () => true,
    () => false,
  );
  if (!isSetUp) return null;
  const files = hookFiles(engineFiles);
  const key = { agent, session: input.session, root: place.root };
  return { agent, input, env, place, engineFiles, files, key, limits };
}
