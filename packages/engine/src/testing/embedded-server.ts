import type { TestProject } from "vitest/node";
import { runServer } from "./run-server.ts";

let stop = async (): Promise<void> => undefined;

/** Starts the embedded Postgres for the tests. */
export async function setup(project: TestProject): Promise<void> {
  stop = await runServer(project);
}

export async function teardown(): Promise<void> {
  await stop();
}
