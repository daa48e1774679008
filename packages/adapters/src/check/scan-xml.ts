/** An element with its own text, without that of its children. */
export type XmlElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
};

type ScanResult = { ok: true; root: XmlElement } | { ok: false; reason: string };

const MAX_CHARS = 8_000_000;
const MAX_DEPTH = 32;
const MAX_ELEMENTS = 100_000;
const MAX_ATTRIBUTES = 64;
const MAX_TEXT = 20_000;

const TAG = /<([A-Za-z_][\w.:-]{0,127})/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]{0,127})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
const CLOSE = /<\/([A-Za-z_][\w.:-]{0,127})\s*>/y;
const REFERENCE = /&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot|apos));|&/g;
const NAMED: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

class Refused extends Error {}

/**
 * Parses untrusted XML in linear time.
 *
 * Supports elements, attributes, text, comments and the five predefined entities. Refuses document
 * types, and with them custom entities, and documents that are too large, too deep or incomplete.
 */
export function scanXml(text: string): ScanResult {
  try {
    return { ok: true, root: scan(text) };
  } catch (error) {
    if (error instanceof Refused)
      return { ok: false, reason: `its XML is refused: ${error.message}` };
    throw error;
  }
}

type State = { open: XmlElement[]; root: XmlElement | null; elements: number };

function scan(text: string): XmlElement {
  if (text.length > MAX_CHARS) throw new Refused(`longer than ${MAX_CHARS} characters`);
  const state: State = { open: [], root: null, elements: 0 };
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const end = next === -1 ? text.length : next;
    addText(state, decode(text.slice(at, end)));
    at = next === -1 ? end : markup(state, text, end);
  }
  if (state.open.length > 0) throw new Refused("it ends inside an element");
  if (state.root === null) throw new Refused("there is no element");
  return state.root;
}

/** Reads one piece of markup and returns the offset of its end. */
function markup(state: State, text: string, at: number): number {
  if (text.startsWith("<!--", at)) return after(text, "-->", at);
  if (text.startsWith("<?", at)) return after(text, "?>", at);
  if (text.startsWith("<![CDATA[", at)) {
    const end = after(text, "]]>", at);
    addText(state, text.slice(at + "<![CDATA[".length, end - "]]>".length));
    return end;
  }
  if (text.startsWith("<!", at)) throw new Refused("a document type is not allowed");
  return text.startsWith("</", at) ? closeElement(state, text, at) : openElement(state, text, at);
}

function openElement(state: State, text: string, start: number): number {
  const name = match(TAG, text, start)[1] ?? "";
  const attributes = new Map<string, string>();
  let at = TAG.lastIndex;
  for (let found = tryMatch(ATTRIBUTE, text, at); found; found = tryMatch(ATTRIBUTE, text, at)) {
    const [, key = "", double, single] = found;
    if (attributes.has(key)) throw new Refused(`the attribute ${key} is there twice`);
    if (attributes.size === MAX_ATTRIBUTES) throw new Refused("too many attributes");
    attributes.set(key, decode(double ?? single ?? ""));
    at = ATTRIBUTE.lastIndex;
  }
  const isEmpty = match(TAG_END, text, at)[1] === "/";
  add(state, { name, attributes, children: [], text: "" }, isEmpty);
  return TAG_END.lastIndex;
}

function add(state: State, element: XmlElement, isEmpty: boolean): void {
  state.elements += 1;
  if (state.elements > MAX_ELEMENTS) throw new Refused("too many elements");
  const parent = state.open.at(-1);
  if (parent === undefined && state.root !== null) throw new Refused("there are two roots");
  if (parent === undefined) state.root = element;
  else parent.children.push(element);
  if (isEmpty) return;
  if (state.open.length === MAX_DEPTH) throw new Refused(`nested deeper than ${MAX_DEPTH}`);
  state.open.push(element);
}

function closeElement(state: State, text: string, start: number): number {
  const name = match(CLOSE, text, start)[1];
  if (state.open.pop()?.name !== name) throw new Refused("an end does not fit its beginning");
  return CLOSE.lastIndex;
}

function addText({ open }: State, text: string): void {
  const element = open.at(-1);
  if (element !== undefined) element.text = (element.text + text).slice(0, MAX_TEXT);
  else if (text.trim() !== "" && text !== "\u{FEFF}") throw new Refused("text outside of elements");
}

function decode(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? "";
    if (whole === "&") throw new Refused("an unknown entity");
    const code = Number.parseInt(hex ?? decimal ?? "", hex === undefined ? 10 : 16);
    if (code > 0x10ffff) throw new Refused("a character that does not exist");
    return String.fromCodePoint(code).toWellFormed();
  });
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at === -1) throw new Refused(`${mark} is missing`);
  return at + mark.length;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray {
  const found = tryMatch(pattern, text, at);
  if (found === null) throw new Refused("a tag is not well formed");
  return found;
}

function tryMatch(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
