import { z } from "zod";
import { readPrivate, writePrivate } from "./private-file.ts";

const Credential = z.object({ actor: z.string().min(1), token: z.string().min(16) });

/** The two credentials of the person at this machine: one decides, the other sets up and decides nothing. */
export const Credentials = z.object({ human: Credential, admin: Credential });
export type Credentials = z.infer<typeof Credentials>;

export async function readCredentials(file: string): Promise<Credentials | null> {
  return await readPrivate(file, Credentials);
}

export async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  await writePrivate(file, credentials);
}
