import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { KeyChanges } from "@countersign/review";
import { z } from "zod";
import type { Environment } from "../runtime/environment.ts";

const Keys = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.literal(false)]));

/** The person's own keys. Never from a repository: a checkout must not move them. */
export async function readKeyChanges(env: Environment): Promise<KeyChanges> {
  const path = join(configDirectory(env), "keys.json");
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return {};
  const read = Keys.safeParse(jsonOr(text));
  if (read.success) return read.data;
  throw new CountersignError("invalid_input", `${path} is not a valid key map`, {
    hint: 'Write it as {"review.approve": "A", "review.reject": false}',
  });
}

/** The person's own themes as they are written; null: there are none. Never from a repository either. */
export async function readThemeFile(
  env: Environment,
): Promise<{ path: string; written: unknown } | null> {
  const path = join(configDirectory(env), "themes.json");
  const text = await readFile(path, "utf8").catch(() => null);
  return text === null ? null : { path, written: jsonOr(text) };
}

function configDirectory({ XDG_CONFIG_HOME: configHome, HOME: home }: Environment): string {
  const root =
    configHome === undefined || configHome === "" ? join(home ?? homedir(), ".config") : configHome;
  return join(root, "countersign");
}

/** Replaces a file as a whole; only its owner can read it. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
