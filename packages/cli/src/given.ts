import { CountersignError } from "@countersign/core";
import type { z } from "zod";
import type { Given } from "./context.ts";

/** Reads the options of a command with its own schema, in words about the option. */
export function readOptions<Schema extends z.ZodType>(
  { options }: Given,
  schema: Schema,
): z.infer<Schema> {
  const read = schema.safeParse(options);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = String(issue?.path[0] ?? "").replaceAll(/[A-Z]/g, (big) => `-${big.toLowerCase()}`);
  throw new CountersignError("invalid_input", `--${name}: ${issue?.message ?? "not understood"}`, {
    hint: "See what it takes with --help",
  });
}

/** An argument that the command line itself has already required. */
export function argument({ args }: Given, place = 0): string {
  const value = args[place];
  if (value === undefined) throw new CountersignError("invalid_input", "An argument is missing");
  return value;
}

const MAX_STDIN = 200_000;

/** `-` stands for what comes from stdin. */
export async function textOrStdin(text: string): Promise<string> {
  if (text !== "-") return text;
  let read = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    read += chunk;
    if (read.length > MAX_STDIN) {
      throw new CountersignError("too_large", `More than ${MAX_STDIN} characters on stdin`);
    }
  }
  return read.trimEnd();
}
