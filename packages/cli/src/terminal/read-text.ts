import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CountersignError } from "@countersign/core";

const MAX_CHARS = 200_000;

/** The text of an option: itself, `@file` for the text of a file, `-` for stdin. */
export async function readTextOption(value: string, directory: string): Promise<string> {
  return value.startsWith("@")
    ? await fileText(value.slice(1), directory)
    : await textOrStdin(value);
}

/** The text of a file, or of stdin for `-`. */
export async function readFileOrStdin(path: string, directory: string): Promise<string> {
  return path === "-" ? await textOrStdin(path) : await fileText(path, directory);
}

async function fileText(path: string, directory: string): Promise<string> {
  const text = await readFile(resolve(directory, path), "utf8").catch(() => null);
  if (text === null)
    throw new CountersignError("not_found", `${path} cannot be read`, {
      hint: "Check the path, relative to the current directory",
    });
  if (text.length > MAX_CHARS)
    throw new CountersignError("too_large", `${path} has more than ${MAX_CHARS} characters`);
  return text.trimEnd();
}

/** The text itself, or stdin for `-`. */
export async function textOrStdin(text: string): Promise<string> {
  if (text !== "-") return text;
  let read = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    read += chunk;
    if (read.length > MAX_CHARS) {
      throw new CountersignError("too_large", `More than ${MAX_CHARS} characters on stdin`);
    }
  }
  return read.trimEnd();
}
