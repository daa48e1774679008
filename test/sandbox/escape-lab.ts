import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";

/** The machine around a sandbox: everything that escapes reach for, at paths and ports of its own. */
export type EscapeLab = {
  checkout: string;
  /** What scripts call the things of the lab. */
  variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

const CALL_EVERY_MS = 50;
const PTRACE = process.arch === "arm64" ? "117" : "101";

export async function openEscapeLab(): Promise<EscapeLab> {
  const out = await realpath(await mkdtemp(join(tmpdir(), "escape-")));
  await chmod(out, 0o755);
  const home = await mkdtemp(join(homedir(), ".countersign-escape-"));
  const name = basename(out);
  const temporary = (what: string) => join(tmpdir(), `${name}-${what}`);
  const checkout = await mkdtemp(join(out, "checkout-"));
  await fillFolders({ out, home, checkout, temporary: temporary("other") });
  await writeFile(temporary("swapped"), "");
  const servers = await openServers(out, name);
  const victims = Array.from({ length: 5 }, (_, index) => startVictim(out, index === 4));
  const [bystander, stopped, ended, traced, group] = victims.map(({ pid }) => String(pid));
  return {
    checkout,
    variables: {
      OUT: out,
      CHECKOUT: checkout,
      HOME_FOLDER: home,
      REAL_HOME: homedir(),
      NAME: name,
      TEMPORARY: temporary("other"),
      PLANTED: temporary("planted"),
      PLANTED_LINK: temporary("link"),
      SWAPPED: temporary("swapped"),
      BYSTANDER: bystander ?? "",
      STOPPED: stopped ?? "",
      ENDED: ended ?? "",
      TRACED: traced ?? "",
      GROUP: group ?? "",
      PTRACE,
      ...servers.ports,
    },
    async close() {
      servers.close();
      for (const victim of victims) victim.kill("SIGKILL");
      const paths = ["other", "planted", "link", "swapped"].map(temporary);
      for (const path of [out, home, `/dev/shm/${name}`, ...paths])
        await rm(path, { recursive: true, force: true });
    },
  };
}

type Folders = { out: string; home: string; checkout: string; temporary: string };

async function fillFolders({ out, home, checkout, temporary }: Folders): Promise<void> {
  for (const path of [join(out, "secret"), join(home, "key"), temporary])
    await writeFile(path, "CANARY\n");
  for (const path of ["log", "movable", "removable"]) await writeFile(join(out, path), "");
  await writeFile(join(out, "program"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  execFileSync("mkfifo", [join(out, "pipe")]);
  await symlink(join(out, "secret"), join(checkout, "planted"));
}

/** A process of the same account, with a secret in its environment and in its input. */
function startVictim(cwd: string, detached: boolean): ChildProcess {
  const secret = openSync(join(cwd, "secret"), "r");
  const env = { PATH: "/bin:/usr/bin", KEY: "CANARY" };
  const victim = spawn("sleep", ["120"], {
    cwd,
    env,
    detached,
    stdio: [secret, "ignore", "ignore"],
  });
  closeSync(secret);
  return victim;
}

async function openServers(out: string, name: string) {
  const tcp = await listen({ port: 0, host: "127.0.0.1" });
  const unix = await listen({ path: join(out, "socket") });
  const abstract = process.platform === "linux" ? [await listen({ path: `\0${name}` })] : [];
  const udp = createSocket("udp4", (_, { port, address }) => udp.send("x", port, address));
  udp.bind(0, "127.0.0.1");
  await once(udp, "listening");
  const called = await freePort();
  const calls = setInterval(() => {
    const call = connect(called, "127.0.0.1");
    call.on("error", () => undefined).on("connect", () => call.destroy());
  }, CALL_EVERY_MS);
  return {
    ports: {
      TCP_PORT: String(portOf(tcp)),
      UDP_PORT: String(udp.address().port),
      CALLED_PORT: String(called),
    },
    close() {
      clearInterval(calls);
      for (const server of [tcp, unix, ...abstract, udp]) server.close();
    },
  };
}

async function listen(where: { port: number; host: string } | { path: string }): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => undefined).end()).listen(where);
  await once(server, "listening");
  return server;
}

async function freePort(): Promise<number> {
  const server = await listen({ port: 0, host: "127.0.0.1" });
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
