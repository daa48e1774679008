import { createHash, randomBytes } from "node:crypto";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { isRunning, processName } from "@countersign/engine";
import { z } from "zod";
import { parseJsonOrNull, readFileIfExists, readWithoutLinks } from "./login-file.ts";

/** The files of a person's login with a program. */
export type LoginLocation = {
  /** The person's folder with the files. */
  folder: string;
  /** The path of that folder below the program's home. */
  below: string;
  /** The files. The first is the login itself; a run may update no other for the person. */
  files: readonly [string, ...string[]];
  /** Returns the account of a login, if its files name one. */
  accountOf(login: unknown): string | null;
};

/** A private copy of a login, for one run. */
export type LoginCopy = {
  home: string;
  /** Returns every secret of the login, including new ones of the run. */
  tokens(): Promise<readonly string[]>;
  /** Writes rotated tokens back to the person's login and removes the copy. */
  settle(): Promise<void>;
};

const Original = z.object({ texts: z.record(z.string(), z.string()) });
const ORIGINAL = "original.json";

/** Returns true if a folder contains a login. */
export async function hasLogin({ folder, files }: Pick<LoginLocation, "folder" | "files">) {
  return (await readFileIfExists(join(folder, files[0]))) !== null;
}

/**
 * Copies a login; null if there is none.
 *
 * The copy's name contains the id of this process. Settles copies of dead processes first: their
 * runs may have rotated the tokens, which invalidates the old ones.
 */
export async function copyLogin(place: LoginLocation): Promise<LoginCopy | null> {
  await settleLeftCopies(place);
  const texts = new Map<string, string>();
  for (const name of place.files) {
    const text = await readFileIfExists(join(place.folder, name));
    if (text !== null) texts.set(name, text);
  }
  if (!texts.has(place.files[0])) return null;
  const copy = await mkdtemp(`${copyName(place)}${processName()}-`);
  const home = join(copy, "home");
  const original = JSON.stringify({ texts: Object.fromEntries(texts) });
  await writeFile(join(copy, ORIGINAL), original, { mode: 0o600 });
  for (const [name, text] of texts) {
    const path = join(home, place.below, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, text, { mode: 0o600 });
  }
  return {
    home,
    async tokens() {
      const after = place.files.map((name) => readWithoutLinks(home, place.below, name));
      const all = [...texts.values(), ...(await Promise.all(after))];
      return [...new Set(all.flatMap((text) => longStrings(parseJsonOrNull(text ?? "null"))))];
    },
    settle: () => settleCopy(place, copy),
  };
}

/** Minimum length of a token. Names of plans and scopes are shorter. */
const SHORTEST_TOKEN = 20;

function longStrings(value: unknown): string[] {
  if (typeof value === "string") return value.length < SHORTEST_TOKEN ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(longStrings);
}

/** Returns the name prefix of all copies of this login by this user. */
function copyName({ folder }: LoginLocation): string {
  const id = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return join(tmpdir(), `countersign-login-${id}-`);
}

async function settleLeftCopies(place: LoginLocation): Promise<void> {
  const prefix = basename(copyName(place));
  const names = await readdir(tmpdir());
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const path = join(tmpdir(), name);
    const [owner = ""] = name.slice(prefix.length).split("-");
    const found = await lstat(path).catch(() => null);
    if (found?.uid === process.getuid?.() && !isRunning(owner)) await settleCopy(place, path);
  }
}

async function settleCopy(place: LoginLocation, copy: string): Promise<void> {
  const { folder, below, accountOf } = place;
  const [name] = place.files;
  const record = await readFileIfExists(join(copy, ORIGINAL));
  // A process that died while writing this had not started its run.
  const original = Original.safeParse(parseJsonOrNull(record ?? "null"));
  const texts = original.success ? original.data.texts : {};
  const before = texts[name];
  if (before !== undefined) {
    const after = await readWithoutLinks(join(copy, "home"), below, name);
    await writeBack(join(folder, name), { before, after, accountOf });
  }
  await rm(copy, { recursive: true, force: true });
}

/** A file of a login before and after a run. */
type Rotation = {
  before: string;
  /** Null if it is gone or no longer a file. */
  after: string | null;
  accountOf(login: unknown): string | null;
};

/**
 * Writes new tokens of a run back to the person's login.
 *
 * The copy is untrusted after the run. Writes back only a login of the same form and account, and
 * only if the person's file is unchanged since the copy: the person's own program may have rotated
 * it meanwhile.
 */
async function writeBack(path: string, { before, after, accountOf }: Rotation) {
  if (after === null || after === before) return;
  const [old, next] = [parseJsonOrNull(before), parseJsonOrNull(after)];
  if (!hasForm(next, old) || accountOf(next) !== accountOf(old)) return;
  if ((await readFileIfExists(path)) !== before) return;
  const real = await realpath(path);
  const { mode } = await stat(real);
  const draft = `${real}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(draft, after, { flag: "wx", mode: 0o600 });
    await chmod(draft, mode & 0o777);
    await rename(draft, real);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Returns true if a value has all fields of another, with the same types. A login without tokens
 * fails.
 */
function hasForm(value: unknown, form: unknown): boolean {
  if (isRecord(form)) {
    return (
      isRecord(value) &&
      Object.keys(form).every((key) => Object.hasOwn(value, key) && hasForm(value[key], form[key]))
    );
  }
  if (typeof form === "string" && form !== "") return typeof value === "string" && value !== "";
  return typeof value === typeof form;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
