import { statementText } from "@countersign/api";
import { parsePersonStatement } from "@countersign/core";
import type { KeyInFile, LocalSigningKey } from "./signing-keys.ts";

const PROMPTS: Readonly<Record<KeyInFile["level"], string>> = {
  signed: "ssh-keygen asks for the passphrase if the key has one.",
  touched: "Touch your device to sign.",
  unlocked: "Enter the PIN of your device, or use its sensor, to sign.",
};

/** Describes what a person is about to sign: the decision, its exact content, the key and how to go on. */
export function describeStatement(line: string, key: LocalSigningKey): string {
  const place = "file" in key ? key.file : key.page;
  const statement = parsePersonStatement(line);
  if (statement === null) return `Signing with ${place}`;
  const { title, rows } = statementText(statement);
  return [
    `Signing: ${title}`,
    ...rows.flatMap(([name, value]) => {
      if (!SHOWN.has(name)) return [];
      return `  ${name.padEnd(8)}${name === "key" ? `${place} (${value})` : value}`;
    }),
    "file" in key ? PROMPTS[key.level] : "Sign with your passkey in the browser.",
  ].join("\n");
}

/** The rows that fit above a prompt. */
const SHOWN: ReadonlySet<string> = new Set(["target", "tree", "answers", "as", "key"]);
