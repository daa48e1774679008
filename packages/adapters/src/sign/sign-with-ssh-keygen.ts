import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACT_NAMESPACE, CountersignError, statementBytes } from "@countersign/core";
import { unarmorSshsig } from "./unarmor-sshsig.ts";

const PROGRAMS = [
  "/usr/bin/ssh-keygen",
  "/usr/local/bin/ssh-keygen",
  "/opt/homebrew/bin/ssh-keygen",
];

export type SshKeygenRequest = {
  /** The statement that the person signs. */
  line: string;
  /** The file of the private key, or of the public key if an ssh-agent has the private one. */
  keyFile: string;
  /** The library that speaks to a security key. Default: the one that ssh-keygen contains. */
  provider?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
};

/**
 * Signs a statement with the person's own ssh-keygen, which asks for a passphrase or a touch on their terminal.
 * The message is a file, because ssh-keygen would read a PIN from the same input. Only a few variables reach the
 * program: others could put another program between the person and the device.
 */
export async function signWithSshKeygen(request: SshKeygenRequest): Promise<string> {
  const program = PROGRAMS.find((path) => existsSync(path));
  if (program === undefined)
    throw new CountersignError("wrong_state", "ssh-keygen was not found", {
      hint: "Install OpenSSH 8.2 or later",
    });
  const directory = await mkdtemp(join(tmpdir(), "countersign-sign-"));
  try {
    const message = join(directory, "statement");
    await writeFile(message, statementBytes(request.line), { mode: 0o600 });
    const args = ["-q", "-Y", "sign", "-f", request.keyFile, "-n", ACT_NAMESPACE, message];
    if ((await run(program, args, cleanEnvironment(request))) !== 0) throw notSigned(request);
    const base64 = unarmorSshsig(await readFile(`${message}.sig`, "utf8"));
    if (base64 === null) throw notSigned(request);
    return base64;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function cleanEnvironment({ env, provider = "internal" }: SshKeygenRequest): NodeJS.ProcessEnv {
  const kept = ["HOME", "TERM", "LANG", "SSH_AUTH_SOCK"].map((name) => [name, env[name]]);
  return { ...Object.fromEntries(kept), PATH: "/usr/bin:/bin", SSH_SK_PROVIDER: provider };
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn(program, args, { env, stdio: ["inherit", "ignore", "inherit"] });
  child.on("error", reject);
  child.on("close", (code) => resolve(code ?? 1));
  return await promise;
}

function notSigned({ keyFile }: SshKeygenRequest): CountersignError {
  return new CountersignError("human_only", `ssh-keygen did not sign with ${keyFile}`, {
    hint: "Nothing was decided. Repeat the command, and touch the device or enter the passphrase",
  });
}
