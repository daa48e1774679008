import { stat } from "node:fs/promises";
import type { OwnerNotifications } from "@countersign/adapters";
import { CountersignError } from "@countersign/core";
import { type OwnerRegistries, type OwnerSettings, readHost } from "@countersign/engine";
import { z } from "zod";
import { readPrivate, writePrivate } from "../files/private-file.ts";

const Registry = z.string().refine((text) => readHost(text) !== null, {
  message: "a host, a host with a port, or an address",
});
const RegistryAddress = z.httpUrl().refine((text) => {
  const { username, password } = new URL(text);
  return username === "" && password === "";
}, "an address without a password");

/**
 * What the engine's owner has decided for this machine. No repository and no agent writes it.
 *
 * Keys of other releases are kept.
 */
export const EngineSettings = z.looseObject({
  /** Paths of repositories whose commands may run without a sandbox where there is none. */
  unsandboxed: z.array(z.string()).default([]),
  /** Agents' programs that the owner confirmed, by the name or path that a reviewer declares. */
  programs: z.record(z.string(), z.object({ path: z.string(), sha256: z.string() })).default({}),
  /** Hosts of package registries that preparations of every repository may reach, also on a private network. */
  registries: z.array(Registry).default([]),
  /** The address that npm uses in preparations in place of the public registry. */
  npmRegistry: RegistryAddress.optional(),
  /** Webhooks that policies may name as `webhook:<name>`. The secret signs; it is `whsec_` and base64. */
  webhooks: z
    .record(z.string(), z.object({ url: z.httpUrl(), secret: z.string().default("") }))
    .default({}),
  /** Hosts of webhooks that may have an address of a private network or of this machine. */
  webhookHosts: z.array(z.string()).default([]),
  /** Variables that the engine starts with, from the environment in which its owner started it. */
  environment: z.record(z.string(), z.string()).optional(),
  /** Folders where commands of checks find programs, from the search path with which the owner ran init. */
  checkPath: z.array(z.string().startsWith("/")).optional(),
});
export type EngineSettings = z.infer<typeof EngineSettings>;

const WRITABLE_BY_OTHERS = 0o022;

/** Reads the settings; a missing file has the defaults. A file that another account can write is an error. */
export async function readEngineSettings(file: string): Promise<EngineSettings> {
  const found = await stat(file).catch(() => null);
  if (found === null) return EngineSettings.parse({});
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!isOurs || (found.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new CountersignError("invalid_input", `Another account can change ${file}`, {
      hint: `Check its content, then restrict its permissions: chmod 600 ${file}`,
    });
  }
  const settings = await readPrivate(file, EngineSettings);
  if (settings !== null) return settings;
  throw new CountersignError("invalid_input", `${file} cannot be read`, {
    hint: "Fix it, or delete it to restore the defaults",
  });
}

/** Changes the settings in one step, in a file that only its owner can read. */
export async function changeEngineSettings(
  file: string,
  change: (settings: EngineSettings) => EngineSettings,
): Promise<EngineSettings> {
  const changed = EngineSettings.parse(change(await readEngineSettings(file)));
  await writePrivate(file, changed);
  return changed;
}

/** What of the settings the engine records. An unreadable file says nothing. */
export async function readRecordedSettings(file: string): Promise<OwnerSettings> {
  const settings = await readEngineSettings(file).catch(() => null);
  return { unsandboxed: settings?.unsandboxed ?? [], programs: settings?.programs ?? {} };
}

/** Whether the owner lets commands of the repository at a path run without a sandbox. An unreadable file says no. */
export async function allowsUnsandboxed(file: string, path: string): Promise<boolean> {
  const settings = await readEngineSettings(file).catch(() => null);
  return settings?.unsandboxed.includes(path) ?? false;
}

/** The programs that the owner confirmed. An unreadable file confirms none. */
export async function readConfirmedPrograms(file: string): Promise<EngineSettings["programs"]> {
  const settings = await readEngineSettings(file).catch(() => null);
  return settings?.programs ?? {};
}

/** The package registries that the owner lists. An unreadable file lists none. */
export async function readOwnerRegistries(file: string): Promise<OwnerRegistries> {
  const settings = await readEngineSettings(file).catch(() => null);
  return { hosts: settings?.registries ?? [], npm: settings?.npmRegistry ?? null };
}

/** The webhooks that the owner set up. An unreadable file has none. */
export async function readOwnerNotifications(file: string): Promise<OwnerNotifications> {
  const settings = await readEngineSettings(file).catch(() => null);
  return { webhooks: settings?.webhooks ?? {}, webhookHosts: settings?.webhookHosts ?? [] };
}
