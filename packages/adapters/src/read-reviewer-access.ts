import { type FileHandle, open } from "node:fs/promises";
import { CountersignError } from "@countersign/core";
import { ReviewerAccess } from "./reviewer-access.ts";

const OTHERS = 0o077;
const MAX_BYTES = 1_048_576;

/**
 * Reads how reviewers are reached; without the file, there are none.
 *
 * The file contains keys. Refuses a file that others can read or write, and never quotes it.
 */
export async function readReviewerAccess(file: string): Promise<ReviewerAccess> {
  const text = await readOwn(file);
  if (text === null) return ReviewerAccess.parse({});
  const read = ReviewerAccess.safeParse(parse(text, file));
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path }) => path.join(".") || "the whole");
  throw refusal(`${file} is not in its form`, `Wrong: ${[...new Set(wrong)].join(", ")}`);
}

async function readOwn(file: string): Promise<string | null> {
  const handle = await openIfThere(file);
  if (handle === null) return null;
  try {
    const { mode, size } = await handle.stat();
    if (process.platform !== "win32" && (mode & OTHERS) !== 0) {
      throw refusal(`${file} holds keys and is open to others`, `chmod 600 ${file}`);
    }
    if (size > MAX_BYTES) throw refusal(`${file} is too large`, "Keep only keys and addresses");
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw refusal(`${file} cannot be read`, "Look whose it is", error);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(`${file} is no JSON`, "Look for a comma or a quote");
  }
}

function refusal(message: string, hint: string, cause?: unknown): CountersignError {
  return new CountersignError("invalid_input", message, { hint, cause });
}
