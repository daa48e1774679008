import { CountersignError } from "@countersign/core";
import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument, visit } from "yaml";
import { splitFrontMatter } from "./front-matter.ts";

/** The content of an agent file: `.claude/agents/*.md`, or a prompt without front matter. */
export type AgentFile = {
  name: string | null;
  description: string | null;
  /** Null if the file names no tools. */
  tools: string[] | null;
  model: string | null;
  skills: string[];
  /** Front matter keys that a reviewer does not use. */
  ignored: string[];
  body: string;
};

const MAX_CHARS = 100_000;
const MAX_HEAD = 10_000;
const MAX_LIST = 50;
const KNOWN = ["name", "description", "tools", "model", "skills"];

/**
 * Reads an agent file. Its front matter is plain YAML: anchors, aliases, tags and duplicate keys are refused,
 * and values are strings or lists of strings.
 */
export function readAgentFile(text: string): AgentFile {
  if (text.length > MAX_CHARS)
    throw refusal(`is too large: ${text.length} characters, at most ${MAX_CHARS} are read`);
  if (text.includes("\u0000")) throw refusal("is not a text file");
  const { head, body } = splitFrontMatter(text);
  if (body.trim() === "") throw refusal("has no instructions below its front matter");
  if (head === null && /^\uFEFF?---[ \t]*\r?\n/.test(text))
    throw refusal("has a front matter that starts with --- and is not closed");
  const values = head === null ? new Map<string, Node | null>() : readHead(head);
  return {
    name: stringValue(values, "name"),
    description: stringValue(values, "description"),
    tools: listValue(values, "tools"),
    model: stringValue(values, "model"),
    skills: listValue(values, "skills") ?? [],
    ignored: [...values.keys()].filter((key) => !KNOWN.includes(key)),
    body: body.trim(),
  };
}

function readHead(head: string): Map<string, Node | null> {
  if (head.length > MAX_HEAD)
    throw refusal(`has a front matter of ${head.length} characters, at most ${MAX_HEAD} are read`);
  const document = parsed(head);
  visit(document, {
    Node(_, node) {
      if (isAlias(node) || ("anchor" in node && node.anchor !== undefined) || node.tag)
        throw refusal("uses YAML anchors, aliases or tags in its front matter");
    },
  });
  const { contents } = document;
  if (contents === null) return new Map();
  if (!isMap(contents)) throw refusal("has a front matter that is not a list of keys and values");
  return new Map(
    contents.items.map(({ key, value }) => {
      if (!isScalar(key) || typeof key.value !== "string")
        throw refusal("has a front matter key that is not a word");
      return [key.value, isNode(value) ? value : null];
    }),
  );
}

/** Descriptions often contain an unquoted colon. In that case each line is taken as is. */
function parsed(head: string) {
  const options = { uniqueKeys: true, schema: "failsafe", resolveKnownTags: false } as const;
  const strict = parseDocument(head, options);
  if (strict.errors.length === 0) return strict;
  const literal = parseDocument(head.replaceAll(PLAIN_LINE, quoted), options);
  if (literal.errors.length === 0) return literal;
  const [first] = strict.errors;
  throw refusal(
    `has a front matter that is not valid YAML: ${first?.message.split("\n")[0] ?? ""}`,
  );
}

const PLAIN_LINE = /^([A-Za-z][\w-]*):[ \t]+([^\s"'|>&*!{[%@`#].*)$/gm;

function quoted(_: string, key: string, value: string): string {
  return `${key}: ${JSON.stringify(value.trim())}`;
}

function stringValue(values: ReadonlyMap<string, Node | null>, key: string): string | null {
  const node = values.get(key) ?? null;
  if (node === null) return null;
  if (!isScalar(node) || typeof node.value !== "string")
    throw refusal(`has a ${key} that is not a string`);
  const text = node.value.trim();
  return text === "" ? null : text;
}

/** Accepts a list or a comma-separated string; both are common. */
function listValue(values: ReadonlyMap<string, Node | null>, key: string): string[] | null {
  const node = values.get(key) ?? null;
  if (node === null) return null;
  const words = isSeq(node)
    ? node.items.map(itemText)
    : (stringValue(values, key) ?? "").split(",");
  if (words.length > MAX_LIST) throw refusal(`lists ${words.length} ${key}, at most ${MAX_LIST}`);
  return words.map((word) => word.trim()).filter((word) => word !== "");
}

function itemText(item: unknown): string {
  if (isScalar(item) && typeof item.value === "string") return item.value;
  throw refusal("has a front matter list with items that are not words");
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isSeq(value) || isMap(value) || isAlias(value);
}

function refusal(what: string): CountersignError {
  return new CountersignError("invalid_input", `The file ${what}`, {
    hint: "A reviewer needs a Markdown file with name and description on top, or a plain prompt",
  });
}
