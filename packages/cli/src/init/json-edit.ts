import { isDeepStrictEqual } from "node:util";
import { applyEdits, type JSONPath, modify } from "jsonc-parser";
import { parseJsonText } from "../config-file/config-file.ts";
import type { Edited, Hook, JsonAddition } from "./edit.ts";
import { splitMark, type TextForm, textForm } from "./text-form.ts";

type Draft = { body: string; form: TextForm };
type Found = { group: number; hook: number; command: string; alone: boolean };

const OTHER_SHAPE = "is not shaped as expected";

/** Adds to a JSON text and leaves everything else as it is, comments and spaces included. */
export function addToJson(text: string, additions: readonly JsonAddition[], name: string): Edited {
  const { mark, body } = splitMark(text);
  const form = textForm(body);
  const before = body.trim() === "" ? `{}${form.eol}` : body;
  const draft = { body: before, form };
  const clash = clashOf(parse(draft, name), additions);
  if (clash !== null) return { left: clash };
  for (const addition of additions) {
    if (addition.adds === "hook") addHook(draft, addition, name);
    else if (!isDeepStrictEqual(valueAt(parse(draft, name), addition.at), addition.value))
      set(draft, addition.at, addition.value);
  }
  // Nothing is written that could not be taken out again.
  const plain = (from: string) =>
    parseJsonText(takeFromJson(from, additions, { before, name }), name);
  if (!isDeepStrictEqual(plain(draft.body), plain(before))) {
    return { left: "cannot be edited without changing something else" };
  }
  return { text: `${mark}${draft.body}` };
}

/** Takes out what was added, and the lists around it that were not there `before`. */
export function takeFromJson(
  text: string,
  additions: readonly JsonAddition[],
  { before, name }: { before: string | null; name: string },
): string {
  const { mark, body } = splitMark(text);
  const draft = { body, form: textForm(body) };
  const old = before === null ? undefined : parseJsonText(splitMark(before).body || "{}", name);
  for (const addition of additions) {
    const path = pathOf(addition);
    if (addition.adds === "hook") takeHook(draft, addition, name);
    else if (valueAt(parse(draft, name), path) !== undefined) set(draft, path, undefined);
    dropEmpty(draft, path, { old, name });
  }
  return `${mark}${draft.body}`;
}

/** Whether somebody else's things are where ours would be. */
function clashOf(given: unknown, additions: readonly JsonAddition[]): string | null {
  if (!isObject(given)) return OTHER_SHAPE;
  for (const addition of additions) {
    const clash = clashAt(given, addition);
    if (clash !== null) return clash;
  }
  return null;
}

function clashAt(given: unknown, addition: JsonAddition): string | null {
  const path = pathOf(addition);
  const around = path.slice(0, -1).map((_, index) => valueAt(given, path.slice(0, index + 1)));
  if (around.some((value) => value !== undefined && !isObject(value))) return OTHER_SHAPE;
  const there = valueAt(given, path);
  if (there === undefined) return null;
  if (addition.adds === "hook") return Array.isArray(there) ? null : OTHER_SHAPE;
  return isOurServer(there) ? null : `has ${JSON.stringify(path.join("."))} of its own`;
}

function pathOf(addition: JsonAddition): string[] {
  return addition.adds === "hook" ? ["hooks", addition.event] : addition.at;
}

/** However the program is called: a server of ours is started as `mcp --agent`. */
export function isOurServer(value: unknown): boolean {
  return /"mcp",\s*"--agent",/.test(JSON.stringify(value));
}

function addHook(draft: Draft, hook: Hook, name: string): void {
  const list = valueAt(parse(draft, name), ["hooks", hook.event]);
  const [known] = findHooks(list, hook);
  if (known?.command === hook.command) return;
  const at = ["hooks", hook.event];
  if (known !== undefined) {
    set(draft, [...at, known.group, "hooks", known.hook, "command"], hook.command);
    return;
  }
  const { matcher, command, timeout } = hook;
  const hooks = [{ type: "command", command, timeout }];
  const group = matcher === null ? { hooks } : { matcher, hooks };
  if (Array.isArray(list) && list.length > 0) set(draft, [...at, -1], group);
  else set(draft, at, [group]);
}

function takeHook(draft: Draft, hook: Hook, name: string): void {
  const at = ["hooks", hook.event];
  for (;;) {
    const [found] = findHooks(valueAt(parse(draft, name), at), hook);
    if (found === undefined) return;
    const group = [...at, found.group];
    set(draft, found.alone ? group : [...group, "hooks", found.hook], undefined);
  }
}

function findHooks(list: unknown, { ending }: Hook): Found[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((group, at) => {
    const hooks = valueAt(group, ["hooks"]);
    if (!Array.isArray(hooks)) return [];
    return hooks.flatMap((entry, index): Found[] => {
      const command = valueAt(entry, ["command"]);
      if (typeof command !== "string" || !command.endsWith(ending)) return [];
      return [{ group: at, hook: index, command, alone: hooks.length === 1 }];
    });
  });
}

/** From the inside out: what is empty now and was not there before goes too. */
function dropEmpty(
  draft: Draft,
  path: JSONPath,
  { old, name }: { old: unknown; name: string },
): void {
  for (let length = path.length; length > 0; length -= 1) {
    const at = path.slice(0, length);
    const value = valueAt(parse(draft, name), at);
    const isEmpty = isDeepStrictEqual(value, {}) || isDeepStrictEqual(value, []);
    if (isEmpty && valueAt(old, at) === undefined) set(draft, at, undefined);
  }
}

function set(draft: Draft, path: JSONPath, value: unknown): void {
  const options = { formattingOptions: draft.form, isArrayInsertion: path.at(-1) === -1 };
  draft.body = applyEdits(draft.body, modify(draft.body, path, value, options));
}

function parse({ body }: Draft, name: string): unknown {
  return parseJsonText(body, name);
}

export function valueAt(value: unknown, path: JSONPath): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner) && typeof key === "number") return inner[key];
    return isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, value);
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
