import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { binariesIn } from "../platform/postgres/binaries.ts";
import { runServer } from "./run-server.ts";

let stop = async (): Promise<void> => undefined;

/** Starts the machine's Postgres, found by `pg_config`, with a new cluster. */
export async function setup(project: TestProject): Promise<void> {
  const { stdout } = await promisify(execFile)("pg_config", ["--bindir"]);
  stop = await runServer(project, binariesIn(stdout.trim()));
}

export async function teardown(): Promise<void> {
  await stop();
}
