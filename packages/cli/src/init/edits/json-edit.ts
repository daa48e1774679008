import { isDeepStrictEqual } from "node:util";
import { applyEdits, findNodeAtLocation, type JSONPath, modify, parseTree } from "jsonc-parser";
import { parseJsonText } from "../../config-file/config-file.ts";
import type { EditResult, Hook, HookEntry, JsonAddition } from "./edit.ts";
import { detectTextFormat, splitByteOrderMark, type TextFormat } from "./text-format.ts";

type Draft = { body: string; form: TextFormat };
type HookPosition = { group: number; hook: number; command: string; alone: boolean };

const OTHER_SHAPE = "is not shaped as expected";

/** Adds to a JSON text and leaves everything else as it is, comments and spaces included. */
export function addToJson(
  text: string,
  additions: readonly JsonAddition[],
  name: string,
): EditResult {
  const { mark, body } = splitByteOrderMark(text);
  const form = detectTextFormat(body);
  const before = body.trim() === "" ? `{}${form.eol}` : body;
  const draft = { body: before, form };
  const clash = clashOf(parse(draft, name), additions);
  if (clash !== null) return { left: clash };
  for (const addition of additions) {
    if (addition.adds === "hook") addHook(draft, addition, name);
    else if (addition.adds === "entry") addEntry(draft, addition, name);
    else if (addition.adds === "required") addRequired(draft, addition, name);
    else if (!isDeepStrictEqual(readJsonValue(parse(draft, name), addition.at), addition.value))
      set(draft, addition.at, addition.value);
  }
  // Nothing is written that could not be taken out again.
  const plain = (from: string) =>
    parseJsonText(removeFromJson(from, additions, { before, name }), name);
  if (!isDeepStrictEqual(plain(draft.body), plain(before))) {
    return { left: "cannot be edited without changing something else" };
  }
  return { text: `${mark}${draft.body}` };
}

/** Takes out what was added, and the lists around it that were not there `before`. */
export function removeFromJson(
  text: string,
  additions: readonly JsonAddition[],
  { before, name }: { before: string | null; name: string },
): string {
  const { mark, body } = splitByteOrderMark(text);
  const draft = { body, form: detectTextFormat(body) };
  const old =
    before === null ? undefined : parseJsonText(splitByteOrderMark(before).body || "{}", name);
  for (const addition of additions) {
    const path = pathOf(addition);
    if (addition.adds === "hook") takeHook(draft, addition, name);
    else if (addition.adds === "entry") takeEntries(draft, addition, name);
    else if (addition.adds === "required") takeRequired(draft, path, { old, name });
    else if (readJsonValue(parse(draft, name), path) !== undefined) set(draft, path, undefined);
    dropEmpty(draft, path, { old, name });
  }
  return `${mark}${draft.body}`;
}

/** Whether the place for our entry holds a value that is not ours. */
function clashOf(json: unknown, additions: readonly JsonAddition[]): string | null {
  if (!isObject(json)) return OTHER_SHAPE;
  for (const addition of additions) {
    const clash = clashAt(json, addition);
    if (clash !== null) return clash;
  }
  return null;
}

function clashAt(json: unknown, addition: JsonAddition): string | null {
  const path = pathOf(addition);
  const around = path.slice(0, -1).map((_, index) => readJsonValue(json, path.slice(0, index + 1)));
  if (around.some((value) => value !== undefined && !isObject(value))) return OTHER_SHAPE;
  const there = readJsonValue(json, path);
  if (there === undefined) return null;
  if (addition.adds === "required") return null;
  if (addition.adds !== "value") return Array.isArray(there) ? null : OTHER_SHAPE;
  return isOurServer(there) ? null : `has ${JSON.stringify(path.join("."))} of its own`;
}

function pathOf(addition: JsonAddition): string[] {
  return "at" in addition ? addition.at : ["hooks", addition.event];
}

/** However the program is called: a server of ours is started as `mcp --agent`. */
export function isOurServer(value: unknown): boolean {
  return /"mcp",\s*"--agent",/.test(JSON.stringify(value));
}

function addHook(draft: Draft, hook: Hook, name: string): void {
  const list = readJsonValue(parse(draft, name), ["hooks", hook.event]);
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
    const [found] = findHooks(readJsonValue(parse(draft, name), at), hook);
    if (found === undefined) return;
    const group = [...at, found.group];
    set(draft, found.alone ? group : [...group, "hooks", found.hook], undefined);
  }
}

function findHooks(list: unknown, { ending }: Hook): HookPosition[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((group, at) => {
    const hooks = readJsonValue(group, ["hooks"]);
    if (!Array.isArray(hooks)) return [];
    return hooks.flatMap((entry, index): HookPosition[] => {
      const command = readJsonValue(entry, ["command"]);
      if (typeof command !== "string" || !command.endsWith(ending)) return [];
      return [{ group: at, hook: index, command, alone: hooks.length === 1 }];
    });
  });
}

function addEntry(draft: Draft, entry: HookEntry, name: string): void {
  const at = ["hooks", entry.event];
  const list = readJsonValue(parse(draft, name), at);
  const { command, timeout } = entry;
  const known = findEntry(list, entry);
  if (known !== -1) {
    if (readJsonValue(list, [known, "command"]) !== command)
      set(draft, [...at, known, "command"], command);
  } else if (Array.isArray(list) && list.length > 0) set(draft, [...at, -1], { command, timeout });
  else set(draft, at, [{ command, timeout }]);
}

function takeEntries(draft: Draft, entry: HookEntry, name: string): void {
  const at = ["hooks", entry.event];
  for (;;) {
    const known = findEntry(readJsonValue(parse(draft, name), at), entry);
    if (known === -1) return;
    set(draft, [...at, known], undefined);
  }
}

function findEntry(list: unknown, { ending }: HookEntry): number {
  if (!Array.isArray(list)) return -1;
  return list.findIndex((one) => String(readJsonValue(one, ["command"])).endsWith(ending));
}

function addRequired(
  draft: Draft,
  { at, value }: Extract<JsonAddition, { adds: "required" }>,
  name: string,
): void {
  if (readJsonValue(parse(draft, name), at) === undefined) set(draft, at, value);
}

/** Others' entries in a file that we made may need the key too. */
function takeRequired(
  draft: Draft,
  path: JSONPath,
  { old, name }: { old: unknown; name: string },
): void {
  const isAlone = Object.keys(Object(parse(draft, name))).length === 1;
  const wasMissing = old === undefined ? isAlone : readJsonValue(old, path) === undefined;
  if (wasMissing) set(draft, path, undefined);
}

/** From the inside out: what is empty now and was not there before goes too. */
function dropEmpty(
  draft: Draft,
  path: JSONPath,
  { old, name }: { old: unknown; name: string },
): void {
  for (let length = path.length; length > 0; length -= 1) {
    const at = path.slice(0, length);
    const value = readJsonValue(parse(draft, name), at);
    const isEmpty = isDeepStrictEqual(value, {}) || isDeepStrictEqual(value, []);
    if (isEmpty && readJsonValue(old, at) === undefined) set(draft, at, undefined);
  }
}

function set(draft: Draft, path: JSONPath, value: unknown): void {
  const last = value === undefined ? lastItem(draft.body, path) : null;
  if (last !== null) {
    draft.body = applyEdits(draft.body, [{ ...last, content: "" }]);
    return;
  }
  const options = { formattingOptions: draft.form, isArrayInsertion: path.at(-1) === -1 };
  draft.body = applyEdits(draft.body, modify(draft.body, path, value, options));
}

/**
 * The text of the last of several items, from the end of the one before it. The library that edits takes one
 * character too few out of a list whose bracket follows without a space.
 */
function lastItem(body: string, path: JSONPath): { offset: number; length: number } | null {
  const tree = parseTree(body);
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, path);
  const items = node?.parent?.type === "array" ? (node.parent.children ?? []) : [];
  const before = items.at(-2);
  if (node === undefined || before === undefined || items.at(-1) !== node) return null;
  const offset = before.offset + before.length;
  return { offset, length: node.offset + node.length - offset };
}

function parse({ body }: Draft, name: string): unknown {
  return parseJsonText(body, name);
}

export function readJsonValue(value: unknown, path: JSONPath): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner) && typeof key === "number") return inner[key];
    return isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, value);
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
