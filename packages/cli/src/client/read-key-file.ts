import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createSignatureReader } from "@countersign/adapters";
import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import type { KeyInFile } from "./signing-keys.ts";

/** A key pair of ssh-keygen: its private file, which is never read, and its public key. */
type KeyFile = KeyInFile & { key: string };

/** Reads the public key beside a private key file. `device`: the level that a security key shows. */
export async function readKeyFile(
  { directory }: Pick<CommandContext, "directory">,
  named: string,
  device: "touched" | "unlocked" = "touched",
): Promise<KeyFile> {
  const file = resolve(directory, named.replace(/\.pub$/, ""));
  const text = await readFile(`${file}.pub`, "utf8").catch(() => null);
  const found = text === null ? null : createSignatureReader().readKey(text);
  if (found !== null)
    return { ...found, file, level: found.key.startsWith("sk-") ? device : "signed" };
  throw new CountersignError(
    "invalid_input",
    `${file}.pub is not a public key of an accepted kind`,
    {
      hint: "Create one: ssh-keygen -t ed25519-sk, or ssh-keygen -t ed25519 with a passphrase",
    },
  );
}
