import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  ProcessNetwork,
  ProcessRequest,
  ProcessResult,
  ProcessSource,
} from "@countersign/engine";
import { runContained } from "../contain/run-contained.ts";
import { findOwnNode } from "../contain/system-paths.ts";
import { seatbeltCommand } from "./seatbelt-command.ts";
import { MAC_SYSTEM } from "./seatbelt-profile.ts";

const MARK = "COUNTERSIGN_RUN";

export type SeatbeltSettings = {
  readable: readonly string[];
  graceMs: number;
  source: ProcessSource | undefined;
};

/**
 * Runs a request in Seatbelt, with a temporary folder that is removed after all its processes have
 * ended.
 */
export async function runInSeatbelt(
  program: string,
  request: ProcessRequest,
  { readable, graceMs, source }: SeatbeltSettings,
): Promise<ProcessResult> {
  const temporary = await realpath(await mkdtemp(join(tmpdir(), "countersign-run-")));
  try {
    const directory = await realpath(request.directory);
    const node = await findOwnNode();
    const id = randomUUID();
    const rules = {
      readable: [
        ...MAC_SYSTEM,
        ...(await realPaths([node.shown, ...readable, ...(request.readable ?? [])])),
      ],
      directory,
      readOnly: request.readOnly === true,
      temporary,
      home: request.home === undefined ? null : await realpath(request.home),
      gateway: await gatewayFor(request.network),
    };
    const own = { program: join(node.programs, "node"), programs: node.programs };
    const words = seatbeltCommand(request, rules, { program, node: own, mark: { [MARK]: id } });
    const mark = `${MARK}=${id}`;
    const contained = { words, cwd: directory, files: null, mark, graceMs, source };
    return { ...(await runContained(contained, request)), sandboxed: true };
  } finally {
    // The system cleans up temporary files that cannot be removed here.
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Resolves paths, because Seatbelt compares real paths. A missing path allows nothing. */
async function realPaths(paths: readonly string[]): Promise<string[]> {
  return await Promise.all(paths.map((path) => realpath(path)));
}

/**
 * Chooses the port that leads to the socket. All processes of the machine share one loopback, so no
 * other port is allowed.
 */
async function gatewayFor(network: ProcessNetwork) {
  if (typeof network === "string") return null;
  return { socket: await realpath(network.socket), port: await freePort() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port");
  return address.port;
}
