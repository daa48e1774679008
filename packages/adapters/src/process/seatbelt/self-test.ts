import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SELF_TEST_ESCAPES } from "./self-test-escapes.ts";

/** Runs a command in a directory, in the tested sandbox, and returns its output. */
export type RunInside = (command: string, directory: string) => Promise<string>;

const DONE = "tried all";

/**
 * Tries escapes against files, a server, a socket and a process of our own. Throws if one succeeds,
 * or if an ordinary command of the same script fails.
 */
export async function selfTest(runInside: RunInside): Promise<void> {
  const out = await realpath(await mkdtemp(join(tmpdir(), "countersign-self-test-")));
  const bystander = spawn("/bin/sleep", ["60"], { stdio: "ignore" });
  const servers = [
    await listen({ port: 0, host: "127.0.0.1" }),
    await listen({ path: join(out, "socket") }),
  ];
  try {
    await writeFile(join(out, "secret"), "CANARY\n");
    await writeFile(join(out, "log"), "");
    await writeFile(join(out, "program"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const checkout = join(out, "checkout");
    await mkdir(checkout);
    const variables = { OUT: out, TCP_PORT: portOf(servers[0]), BYSTANDER: bystander.pid ?? 0 };
    await writeFile(join(checkout, "escapes.sh"), scriptOf(variables));
    judge((await runInside("sh ./escapes.sh", checkout)).trim().split("\n"));
  } finally {
    for (const server of servers) server.close();
    bystander.kill("SIGKILL");
    await rm(out, { recursive: true, force: true });
  }
}

function judge(lines: readonly string[]): void {
  if (lines.at(-1) !== DONE) throw new Error("its self-test did not end");
  const escaped = lines.slice(0, -1);
  if (escaped.length > 0) throw new Error(`its self-test failed: a command ${escaped.join(", ")}`);
}

/**
 * Returns the script. It also writes a file, so that a sandbox that refuses everything does not
 * pass.
 */
function scriptOf(variables: Readonly<Record<string, string | number>>): string {
  const names = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  const tries = Object.entries(SELF_TEST_ESCAPES).map(
    ([name, attack]) => `if (\n${attack}\n) >/dev/null 2>&1 </dev/null; then echo '${name}'; fi`,
  );
  return [...names, ...tries, `touch mine "$TMPDIR/mine" && echo '${DONE}'`, ""].join("\n");
}

async function listen(where: { port: number; host: string } | { path: string }): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => undefined).end()).listen(where);
  await once(server, "listening");
  return server;
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
