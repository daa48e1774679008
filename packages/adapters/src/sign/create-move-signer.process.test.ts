import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MOVE_NAMESPACE, statementBytes } from "@countersign/core";
import { createFileSigner } from "@countersign/engine";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMoveSigner } from "./create-move-signer.ts";
import { createSignatureReader } from "./create-signature-reader.ts";

const LINE = '{"predicateType":"https://countersign.dev/move/v1"}';

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "countersign-move-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe("the engine's signature of a move", () => {
  it("is verified by ssh-keygen, and refused for another statement", async () => {
    const folder = openFolder();
    const signer = createMoveSigner(createFileSigner(folder, "move-key"));
    const sshsig = await signer.sign(LINE);
    const armour = (sshsig.match(/.{1,70}/g) ?? []).join("\n");
    const file = join(folder, "signature");
    const signers = join(folder, "allowed_signers");
    writeFileSync(file, `-----BEGIN SSH SIGNATURE-----\n${armour}\n-----END SSH SIGNATURE-----\n`);
    writeFileSync(signers, `engine ${await signer.publicKey()}\n`);
    const args = ["-Y", "verify", "-f", signers, "-I", "engine", "-n", MOVE_NAMESPACE, "-s", file];
    const verify = (line: string) =>
      execFileSync("ssh-keygen", args, { input: statementBytes(line), stdio: "pipe" }).toString();
    expect(verify(LINE)).toMatch(/^Good "move@countersign" signature for engine/);
    expect(() => verify(`${LINE} `)).toThrow(/incorrect signature|Could not verify/);
  });

  it("is read by our own reader", async () => {
    const signer = createMoveSigner(createFileSigner(openFolder(), "move-key"));
    const key = await signer.publicKey();
    const reading = createSignatureReader().readSignature(
      statementBytes(LINE),
      await signer.sign(LINE),
    );
    expect(reading).toMatchObject({ ok: true, key, namespace: MOVE_NAMESPACE, level: "signed" });
    expect(createSignatureReader().readKey(key)?.key).toBe(key);
  });

  it("is made with the signer's own key, whichever was used last", async () => {
    const [one, other] = [openFolder(), openFolder()].map((folder) =>
      createMoveSigner(createFileSigner(folder, "move-key")),
    );
    const names: string[] = [];
    for (const signer of [one, other, one]) {
      if (signer === undefined) throw new Error("There is no signer");
      const name = await signer.publicKey();
      const sshsig = await signer.sign(LINE);
      const reading = createSignatureReader().readSignature(statementBytes(LINE), sshsig);
      expect(reading).toMatchObject({ ok: true, key: name });
      names.push(name);
    }
    expect([new Set(names).size, names[2]]).toEqual([2, names[0]]);
  });

  it("is the same for the same statement, so that a repeated proof is the same", async () => {
    const folder = openFolder();
    const sign = () => createMoveSigner(createFileSigner(folder, "move-key")).sign(LINE);
    expect(await sign()).toBe(await sign());
    expect(statSync(join(folder, "move-key.pem")).mode & 0o077).toBe(0);
  });
});
