import { randomBytes } from "node:crypto";
import { mkdir, readFile, realpath, rename, writeFile } from "node:fs/promises";
import { isAbsolute, join, sep } from "node:path";
import { CountersignError } from "@countersign/core";
import { z } from "zod";

/** The directories below which repositories may be registered, as listed by the engine's owner. */
export type RepositoryRoots = () => Promise<readonly string[]>;

const FILE = "repository-roots.json";
const Roots = z.strictObject({ roots: z.array(z.string().refine(isAbsolute)).max(10_000) });

/** Reads the list from the engine's data directory, which no client can write. */
export function fileRoots(directory: string): RepositoryRoots {
  return () => readRoots(join(directory, FILE));
}

/** Adds a root. Only a process with access to the data directory can do this. */
export async function allowRoot(directory: string, root: string): Promise<void> {
  const file = join(directory, FILE);
  const roots = await readRoots(file);
  const real = await realpath(root);
  if (roots.includes(real)) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const text = JSON.stringify({ roots: [...roots, real] }, null, 2);
  await writeFile(draft, `${text}\n`, { mode: 0o600, flag: "wx" });
  await rename(draft, file);
}

/** Refuses a repository if any of these paths, with all links resolved, is not below a listed root. */
export async function requireBelowRoot(
  roots: RepositoryRoots,
  paths: readonly string[],
): Promise<void> {
  const listed = await Promise.all((await roots()).map((root) => realpath(root).catch(() => null)));
  const isBelow = (path: string) =>
    listed.some((root) => root !== null && `${path}${sep}`.startsWith(withSeparator(root)));
  const outside = paths.find((path) => !isBelow(path));
  if (outside === undefined) return;
  throw new CountersignError(
    "forbidden",
    `This engine does not allow repositories at ${outside}.`,
    {
      hint: `Run countersign init in the repository on the engine's machine, or add a parent directory to ${FILE} in the data directory`,
    },
  );
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : `${path}${sep}`;
}

async function readRoots(file: string): Promise<readonly string[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return [];
  const parsed = Roots.safeParse(parseJson(text));
  if (parsed.success) return parsed.data.roots;
  throw new CountersignError("internal", `${file} cannot be read, so nothing can be registered`, {
    hint: 'Expected content: {"roots": ["/absolute/path"]}',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
