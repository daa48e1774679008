import { dataDirectory } from "@countersign/engine";
import type { Environment } from "../../runtime/environment.ts";
import { type EngineFiles, engineFiles } from "./engine-files.ts";

/** The files of this person's own engine. */
export function localFiles(env: Environment): EngineFiles {
  return engineFiles(dataDirectory(env, { uid: process.getuid?.() }));
}
