import { parseStrictJson } from "../../kernel/strict-json.ts";
import { folderOf } from "./named-paths.ts";
import type { SteeringSource } from "./steering-source.ts";

/** A script of a manifest or a target of a make file: its name, and the text that runs under it. */
export type NamedRule = { name: string; text: string; from: string; folder: string };

const LIMITS = { maxChars: 1024 * 1024, maxDepth: 64 };

/** Scripts of a manifest. One that runs before or after another has the name of that one as well. */
export function readScripts({ path, text }: SteeringSource): NamedRule[] {
  const parsed = parseStrictJson(text, LIMITS);
  const scripts = parsed.ok && isObject(parsed.value) ? parsed.value.scripts : undefined;
  if (!isObject(scripts)) return [];
  const place = { from: path, folder: folderOf(path) };
  return Object.entries(scripts).flatMap(([name, script]) => {
    if (typeof script !== "string") return [];
    const around = /^(?:pre|post)(.+)$/.exec(name)?.[1];
    const names = around !== undefined && Object.hasOwn(scripts, around) ? [name, around] : [name];
    return names.map((one) => ({ name: one, text: script, ...place }));
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Targets of a make file, and the lines outside of any: variables and what is included. */
export function readTargets({ path, text }: SteeringSource): {
  rules: NamedRule[];
  loose: string;
} {
  const place = { from: path, folder: folderOf(path) };
  const rules: NamedRule[] = [];
  const loose: string[] = [];
  let names: string[] = [];
  for (const line of text.replaceAll("\\\n", " ").split("\n")) {
    const head = /^([^\s#:=][^#:=]*)::?(?!=)(.*)$/.exec(line);
    if (head !== null) {
      names = (head[1] ?? "").split(/\s+/).filter((name) => name !== "");
      rules.push(...names.map((name) => ({ name, text: head[2] ?? "", ...place })));
    } else if (/^\s/.test(line))
      rules.push(...names.map((name) => ({ name, text: line, ...place })));
    else loose.push(line);
  }
  return { rules, loose: loose.join("\n") };
}
