import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { generateHistory } from "./lab/generate-history.ts";

const folder = mkdtempSync(join(tmpdir(), "countersign-by-hand-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DOCUMENT = new URL("../../docs/proof-format.md", import.meta.url);
const [, COMMAND = ""] = /```sh\n([\s\S]+?)```/.exec(readFileSync(DOCUMENT, "utf8")) ?? [];

/** Runs the command of the document for one act of a proof, and returns what ssh-keygen prints. */
function verifyByHand(
  text: string,
  { at, by }: { at: number; by: string },
  signers: string,
): string {
  writeFileSync(join(folder, "proof.jsonl"), text);
  writeFileSync(join(folder, "allowed_signers"), signers);
  const own = COMMAND.replace("sed -n 3p", `sed -n ${at * 2 + 3}p`)
    .replace("sed -n 4p", `sed -n ${at * 2 + 4}p`)
    .replace("-I ana", `-I ${by}`);
  return execFileSync("sh", ["-ec", own], { cwd: folder, encoding: "utf8", stdio: "pipe" });
}

describe.each([
  "ed25519",
  "ecdsa-256",
  "rsa-512",
  "ed25519-sk",
  "ecdsa-sk",
  "webauthn-sk",
] as const)("signatures of people with keys of the kind %s", (kind) => {
  const lab = generateHistory({ seed: 5, moves: 6, kinds: [kind], steps: ["squash", "dispose"] });
  const signers = lab.files.get(".countersign/allowed_signers")?.text ?? "";

  it("are good for the ssh-keygen of the system, with the command of the document", () => {
    const acts = lab.proofs.flatMap(({ text, acts: all }) =>
      all.map(({ act: { by } }, at) => ({ text, at, by })),
    );
    const good = acts.filter(({ text, at, by }) =>
      verifyByHand(text, { at, by }, signers).startsWith('Good "act@countersign" signature'),
    );
    expect(good.length).toBe(acts.length);
    expect(acts.length).toBeGreaterThan(5);
  });

  it("are not good for another person", () => {
    const [proof] = lab.proofs;
    const [first] = proof?.acts ?? [];
    const other = first?.act.by === "ana" ? "ben" : "ana";
    expect(() => verifyByHand(proof?.text ?? "", { at: 0, by: other }, signers)).toThrow();
  });
});
