import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";

const OWNER_ONLY = 0o600;

/** Reads a file of ours; null when it is absent or not what it should be. */
export async function readPrivate<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  return schema.safeParse(parse(text)).data ?? null;
}

/** Replaces a file in one step, readable for its owner only; a crash leaves the old one or the new one. */
export async function writePrivate(file: string, content: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: OWNER_ONLY, flag: "wx" });
  await rename(draft, file);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
