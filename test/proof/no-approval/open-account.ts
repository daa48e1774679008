import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ACT_NAMESPACE, statementBytes } from "@countersign/core";
import { unarmorSshsig } from "../../../packages/adapters/src/sign/unarmor-sshsig.ts";

const execute = promisify(execFile);
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Two users of the machine that no test needs otherwise: the person's account, and the inside of the device. */
const PERSON = { uid: 33, gid: 33 };
const DEVICE = { uid: 5, gid: 60 };

/** A person's account with a device whose key is in a process of another user. */
export type PersonAccount = {
  directory: string;
  provider: string;
  deviceSocket: string;
  /** Touches the device. Default: the person does, whose finger it knows. */
  touch(finger?: "person" | "stranger"): Promise<void>;
  /** Runs work that needs one touch. */
  touching<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Signs a statement as the person, with one touch and the real ssh-keygen. */
  sign(line: string, keyFile: string): Promise<string>;
  /** Makes a copy of a file that only the person's account can read. */
  own(file: string, name: string): string;
  /** Runs a script of this folder in the account, with its own user. */
  run(script: string, args: readonly string[]): Promise<string>;
  start(program: string, args: readonly string[]): ChildProcess;
  close(): Promise<void>;
};

export async function openAccount(): Promise<PersonAccount> {
  const directory = await mkdtemp(join(tmpdir(), "countersign-account-"));
  await chmod(directory, 0o755);
  const [home, device] = [join(directory, "home"), join(directory, "device")];
  for (const [path, { uid, gid }, mode] of [
    [home, PERSON, 0o700],
    [device, DEVICE, 0o755],
  ] as const) {
    mkdirSync(path);
    chownSync(path, uid, gid);
    chmodSync(path, mode);
  }
  const node = join(directory, "node");
  copyFileSync(process.execPath, node); // the tests' own may be in a folder of root
  const deviceSocket = join(device, "socket");
  const provider = await compileProvider(directory, deviceSocket);
  const touchFile = join(device, "touch");
  const inside = join(directory, "device.ts");
  copyFileSync(here("device.ts"), inside);
  const running = spawn(node, [inside, deviceSocket, touchFile], { ...DEVICE, env: {} });
  await new Promise((resolve) => running.stdout.once("data", resolve));
  const touching: PersonAccount["touching"] = async (work) => {
    await touch();
    return await work().finally(() => rm(touchFile, { force: true }));
  };
  const touch = (finger = "person") => writeFile(touchFile, finger);
  return {
    ...{ directory: home, provider, deviceSocket, touch },
    touching,
    sign: (line, keyFile) => touching(() => signWithoutTerminal(line, keyFile, provider)),
    own(file, name) {
      const copy = join(home, name);
      copyFileSync(file, copy);
      chownSync(copy, PERSON.uid, PERSON.gid);
      chmodSync(copy, 0o600);
      return copy;
    },
    async run(script, args) {
      const copy = join(directory, script);
      copyFileSync(here("attack-tools.ts"), join(directory, "attack-tools.ts"));
      copyFileSync(here(script), copy);
      const options = { ...PERSON, env: { HOME: home }, cwd: home, timeout: 120_000 };
      return (await execute(node, [copy, ...args], options)).stdout;
    },
    start: (program, args) => spawn(program, args, { ...PERSON, env: { HOME: home } }),
    async close() {
      running.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The input is closed, because ssh-keygen asks for a PIN there, which this device does not need. */
async function signWithoutTerminal(line: string, key: string, provider: string): Promise<string> {
  const message = `${key}.message`;
  await writeFile(message, statementBytes(line));
  const args = ["-q", "-Y", "sign", "-f", key, "-n", ACT_NAMESPACE, message];
  const env = { PATH: "/usr/bin:/bin", SSH_SK_PROVIDER: provider };
  const signing = execute("ssh-keygen", args, { env });
  signing.child.stdin?.end();
  await signing;
  const base64 = unarmorSshsig(await readFile(`${message}.sig`, "utf8"));
  await rm(`${message}.sig`);
  if (base64 === null) throw new Error("ssh-keygen made no signature");
  return base64;
}

async function compileProvider(directory: string, socket: string): Promise<string> {
  const library = join(directory, "provider.so");
  const args = ["-shared", "-fPIC", "-O1", `-DSOCKET="${socket}"`, here("provider.c")];
  await execute("gcc", [...args, "-o", library]);
  return library;
}

/** Starts an ssh-agent of the account that holds a key, and returns its socket. */
export async function startAgent(
  account: PersonAccount,
  key: string,
): Promise<{ socket: string; agent: ChildProcess }> {
  const socket = join(account.directory, "agent");
  const agent = account.start("/usr/bin/ssh-agent", ["-D", "-a", socket]);
  for (let tries = 0; tries < 100; tries += 1, await sleep(50)) {
    const adding = account.start("/bin/sh", [
      "-c",
      `SSH_AUTH_SOCK=${socket} exec /usr/bin/ssh-add -q ${key}`,
    ]);
    if ((await new Promise((resolve) => adding.on("close", resolve))) === 0)
      return { socket, agent };
  }
  throw new Error("The ssh-agent does not take the key");
}

/** Writes what the attacker found, readable for its account. */
export function writeLoot(account: PersonAccount, loot: object): string {
  const file = join(account.directory, "loot.json");
  writeFileSync(file, JSON.stringify(loot));
  chmodSync(file, 0o644);
  return file;
}

export async function readFingerprint(key: string): Promise<string> {
  const { stdout } = await execute("ssh-keygen", ["-lf", `${key}.pub`]);
  return stdout.split(" ")[1] ?? "";
}

export async function createKey(
  file: string,
  type: "ed25519" | "ed25519-sk",
  env: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<void> {
  const args = ["-q", "-t", type, "-N", "", "-C", "", "-f", file, ...options];
  await execute("ssh-keygen", args, { env: { PATH: "/usr/bin:/bin", ...env } });
  await readFile(`${file}.pub`);
}
