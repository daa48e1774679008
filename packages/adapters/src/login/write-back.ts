import { randomBytes } from "node:crypto";
import { chmod, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { parseJsonOrNull, readFileIfExists } from "./login-file.ts";

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
export async function writeBack(path: string, { before, after, accountOf }: Rotation) {
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
