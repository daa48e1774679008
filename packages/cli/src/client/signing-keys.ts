import { join } from "node:path";
import { z } from "zod";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import { readPrivate, writePrivate } from "../local-engine/files/private-file.ts";

const LocalSigningKey = z.union([
  z.object({
    fingerprint: z.string(),
    /** The file that ssh-keygen signs with. */
    file: z.string(),
    /** What a signature of this key shows. */
    level: z.enum(["signed", "touched", "unlocked"]),
  }),
  z.object({
    fingerprint: z.string(),
    /** The origin of the engine's page that signs with this passkey. */
    page: z.string(),
  }),
]);
export type LocalSigningKey = z.infer<typeof LocalSigningKey>;
export type KeyInFile = Extract<LocalSigningKey, { file: string }>;
export type PasskeyOnPage = Extract<LocalSigningKey, { page: string }>;

const SigningKeys = z.object({
  keys: z.array(LocalSigningKey),
  /** The library that speaks to security keys. Default: the one that ssh-keygen contains. */
  provider: z.string().optional(),
});
type SigningKeys = z.infer<typeof SigningKeys>;

type Files = Pick<EngineFiles, "directory">;

/** Reads where the person's keys are on this machine. Private keys stay in their own files. */
export async function readSigningKeys({ directory }: Files): Promise<SigningKeys> {
  return (await readPrivate(fileIn(directory), SigningKeys)) ?? { keys: [] };
}

/** Remembers a key, in front of the others: the newest that reaches a level is used. */
export async function rememberSigningKey(files: Files, key: LocalSigningKey): Promise<void> {
  const { keys, ...more } = await readSigningKeys(files);
  const others = keys.filter(({ fingerprint }) => fingerprint !== key.fingerprint);
  await writePrivate(fileIn(files.directory), { ...more, keys: [key, ...others] });
}

export async function forgetSigningKey(files: Files, fingerprint: string): Promise<void> {
  const { keys, ...more } = await readSigningKeys(files);
  const others = keys.filter((key) => key.fingerprint !== fingerprint);
  if (others.length < keys.length)
    await writePrivate(fileIn(files.directory), { ...more, keys: others });
}

function fileIn(directory: string): string {
  return join(directory, "signing.json");
}
