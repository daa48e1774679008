import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statementBytes } from "@countersign/core";
import { afterAll, expect, it } from "vitest";
import { createSignatureReader } from "./create-signature-reader.ts";
import { signWithSshKeygen } from "./sign-with-ssh-keygen.ts";

/** Debian's package `openssh-tests` contains a library that imitates a security key. */
const DUMMY = "/usr/lib/openssh/regress/misc/sk-dummy/sk-dummy.so";

const LINE = '{"a":1}';
const folder = mkdtempSync(join(tmpdir(), "countersign-keygen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function createKey(type: string, options: readonly string[] = []): string {
  const file = join(folder, [type, ...options].join("").replaceAll(/[^\w-]/g, ""));
  const args = ["-q", "-t", type, ...options, "-N", "", "-C", "a comment", "-f", file];
  execFileSync("ssh-keygen", args, { env: { ...process.env, SSH_SK_PROVIDER: DUMMY } });
  return file;
}

async function signed(keyFile: string, env: Record<string, string> = {}) {
  const provider = keyFile.includes("-sk") ? DUMMY : undefined;
  const sshsig = await signWithSshKeygen({ line: LINE, keyFile, provider, env });
  const reader = createSignatureReader();
  const { key, fingerprint } = reader.readKey(readFileSync(`${keyFile}.pub`, "utf8")) ?? {};
  return {
    signer: { key, fingerprint },
    signature: reader.readSignature(statementBytes(LINE), sshsig),
  };
}

it.each(["ed25519", "ecdsa", "rsa"])("signs with a key of the type %s", async (type) => {
  const { signer, signature } = await signed(createKey(type));
  expect(signature).toMatchObject({ ok: true, ...signer, namespace: "act@countersign" });
  expect(signature).toMatchObject({ level: "signed" });
});

it.runIf(existsSync(DUMMY)).each([
  ["ed25519-sk", [], "touched"],
  ["ecdsa-sk", [], "touched"],
  ["ed25519-sk", ["-O", "no-touch-required"], "signed"],
])("reads the touch of a device of the type %s %j", async (type, options, level) => {
  const { signer, signature } = await signed(createKey(type, options));
  expect(signature).toMatchObject({ ok: true, ...signer, level });
});

it("starts ssh-keygen without the caller's variables", async () => {
  const { signature } = await signed(createKey("ed25519", ["-Z", "aes256-ctr"]), {
    SSH_SK_PROVIDER: "/nonexistent.so",
    LD_PRELOAD: "/nonexistent.so",
  });
  expect(signature).toMatchObject({ ok: true });
});

it("says so if the person does not sign", async () => {
  const keyFile = join(folder, "absent");
  const attempt = signWithSshKeygen({ line: LINE, keyFile, env: {} });
  await expect(attempt).rejects.toMatchObject({ code: "human_only" });
});
