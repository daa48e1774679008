import type { TestProject } from "vitest/node";
import { runServer } from "./run-server.ts";

let stop = async (): Promise<void> => undefined;

/** The Postgres that is installed with us. */
export async function setup(project: TestProject): Promise<void> {
  stop = await runServer(project);
}

export async function teardown(): Promise<void> {
  await stop();
}
