import { CountersignError, keysWithoutEffect } from "@countersign/core";
import { applyEdits, modify } from "jsonc-parser";
import type { CommandContext } from "../command/context.ts";
import { display } from "../output/display.ts";
import type { Result } from "../output/result.ts";
import {
  type ConfigFile,
  parseJsonText,
  readConfigFile,
  requireValid,
  writeConfigFile,
} from "./config-file.ts";
import { type KeyPath, readKeyPath, valueAt } from "./key-path.ts";

const FORMATTING = { insertSpaces: true, tabSize: 2, eol: "\n" };

/** Changes one value of the text and leaves everything else as it is; undefined removes it. */
export function withValue(text: string, path: KeyPath, value: unknown): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: FORMATTING }));
}

/** Adds an entry at the end of a list and leaves everything else as it is. */
export function withEntry(text: string, path: KeyPath, entry: unknown): string {
  const options = { formattingOptions: FORMATTING, isArrayInsertion: true };
  return applyEdits(text, modify(text, [...path, -1], entry, options));
}

export function isJsonName(name: string): boolean {
  return /\.jsonc?$/.test(name);
}

/** Comments and order can be kept in JSON; YAML is its writer's own. */
export function requireJson({ name }: ConfigFile): void {
  if (isJsonName(name)) return;
  throw new CountersignError("invalid_input", `${name} can only be edited by hand`, {
    hint: "Print its path: countersign config path",
  });
}

/** Changes one value of the file, if the result is still a valid configuration. */
export async function editConfig(
  { directory, dryRun, env }: CommandContext,
  { verb, key, value }: { verb: "set" | "unset"; key: string; value: unknown },
): Promise<Result> {
  const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
  requireJson(file);
  const steps = readKeyPath(key);
  const before = file.text ?? "{}\n";
  const old = valueAt(parseJsonText(before, file.name), steps);
  const isThere = value !== undefined || old !== undefined;
  const after = isThere ? withValue(before, steps, value) : before;
  await requireValid(file, after);
  const changed = after !== before;
  if (changed && !dryRun) await writeConfigFile(file, after);
  const { path } = file;
  const now = wordFor(value);
  const done = dryRun ? `would be ${now}` : `is now ${now}`;
  const notes = notesOf(after, file.name);
  return {
    schema: `config.${verb}`,
    data: { path, key, old: old ?? null, value: value ?? null, written: changed && !dryRun },
    text: (style) =>
      [
        changed
          ? `${style.paint("strong", display(key))} ${done}, was ${wordFor(old)}\nIt counts once ${display(path)} is on the target branch.`
          : `${display(key)} already is ${now}.`,
        ...notes.map((note) => style.paint("warn", display(note))),
      ].join("\n"),
  };
}

/** What the file sets without an effect. */
function notesOf(text: string, name: string): string[] {
  return keysWithoutEffect(parseJsonText(text, name));
}

function wordFor(value: unknown): string {
  return value === undefined ? "left to its default" : display(JSON.stringify(value));
}
