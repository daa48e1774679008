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

/** Where a program keeps the login of a person. */
export type LoginLocation = {
  /** The person's folder with the files. */
  folder: string;
  /** Where the program looks for that folder, below its home. */
  below: string;
  /** The files; the first is the login itself, and the only one that a run may change for the person. */
  files: readonly [string, ...string[]];
  /** Names the account of a login, where its files say whose it is. */
  accountOf(login: unknown): string | null;
};

/** A private copy of a login, for one run. */
export type LoginCopy = {
  home: string;
  /** Every secret of the login, those that the run got included. */
  tokens(): Promise<readonly string[]>;
  /** Gives rotated tokens back to the person and removes the copy. */
  settle(): Promise<void>;
};

const Original = z.object({ texts: z.record(z.string(), z.string()) });
const ORIGINAL = "original.json";

/** Tells whether a folder holds a login. */
export async function hasLogin({ folder, files }: Pick<LoginLocation, "folder" | "files">) {
  return (await readFileIfExists(join(folder, files[0]))) !== null;
}

/**
 * Copies a login; null if there is none.
 *
 * The copy carries the name of this process. What a process that is gone left is settled first: its run may have
 * rotated tokens, and then the old ones are worth nothing.
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

/** No token is shorter, and no name of a plan or a scope is as long. */
const SHORTEST_TOKEN = 20;

function longStrings(value: unknown): string[] {
  if (typeof value === "string") return value.length < SHORTEST_TOKEN ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(longStrings);
}

/** The beginning of the name of every copy of this login by this user. */
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
  // A process that died while it wrote this had not begun its run.
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
  /** Null: it is gone, or is no file any more. */
  after: string | null;
  accountOf(login: unknown): string | null;
};

/**
 * Gives the person the tokens that a run got in place of the old ones.
 *
 * What a reviewer made of its copy is hostile. Only a login of the same form and account goes back, and only where the
 * person's file is still the one that was copied: the person's own program may have rotated it meanwhile.
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

/** Whether a value has everything that another has, of the same types; what ended a login is no login. */
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
