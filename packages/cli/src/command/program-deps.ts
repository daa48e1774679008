import type { Streams } from "../output/print.ts";
import type { Environment } from "../runtime/environment.ts";

/** What surrounds the program: a process, or a test. */
export type ProgramDeps = {
  env: Environment;
  directory: string;
  /** This program, to start the engine with. */
  program: string;
  streams: Streams & { in: { isTTY?: boolean } };
};
