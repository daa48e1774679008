import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statementBytes } from "@countersign/core";

/** Asks the machine's own ssh-keygen whether this key signed the statement, with the command of the documents. */
export function verifiesWithSshKeygen(line: string, sshsig: string, key: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), "countersign-verify-"));
  const [allowed, signature] = [join(folder, "allowed_signers"), join(folder, "signature")];
  writeFileSync(allowed, `ana namespaces="act@countersign" ${key}\n`);
  const lines = sshsig.match(/.{1,70}/g) ?? [];
  const armor = ["-----BEGIN SSH SIGNATURE-----", ...lines, "-----END SSH SIGNATURE-----", ""];
  writeFileSync(signature, armor.join("\n"));
  const args = ["-Y", "verify", "-f", allowed, "-I", "ana", "-n", "act@countersign"];
  const input = statementBytes(line);
  const { status } = spawnSync("ssh-keygen", [...args, "-s", signature], { input });
  rmSync(folder, { recursive: true });
  return status === 0;
}
