/** A text that is being edited, and the position of the cursor in UTF-16 units. */
export type TextField = { readonly text: string; readonly at: number };

export const EMPTY_FIELD: TextField = { text: "", at: 0 };

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const MAX_LENGTH = 10_000;

/** Creates a field with the cursor at the end of its text. */
export function createField(text: string): TextField {
  return { text, at: text.length };
}

/** Inserts a text at the cursor, as far as there is room. */
export function insertText({ text, at }: TextField, piece: string): TextField {
  const room = piece.slice(0, Math.max(0, MAX_LENGTH - text.length));
  return { text: text.slice(0, at) + room + text.slice(at), at: at + room.length };
}

/** Returns the field after a key; null if the key does not edit a text. */
export function editField(field: TextField, key: string, isMultiline: boolean): TextField | null {
  const edit = EDITS[key];
  if (edit !== undefined) return edit(field);
  if (isMultiline && (key === "Ctrl+J" || key === "Alt+Enter")) return insertText(field, "\n");
  const letter = printableText(key);
  return letter === null ? null : insertText(field, letter);
}

const EDITS: Readonly<Record<string, (field: TextField) => TextField>> = {
  Backspace: eraseBefore,
  // Terminals send the same for both keys.
  Delete: eraseBefore,
  "Ctrl+H": eraseBefore,
  Left: ({ text, at }) => ({ text, at: before(text, at) }),
  Right: ({ text, at }) => ({ text, at: after(text, at) }),
  Home: ({ text, at }) => ({ text, at: lineStart(text, at) }),
  End: ({ text, at }) => ({ text, at: lineEnd(text, at) }),
  "Ctrl+A": ({ text, at }) => ({ text, at: lineStart(text, at) }),
  "Ctrl+W": eraseWord,
  "Ctrl+U": ({ text, at }) => {
    const start = lineStart(text, at);
    return { text: text.slice(0, start) + text.slice(at), at: start };
  },
  "Ctrl+K": ({ text, at }) => ({ text: text.slice(0, at) + text.slice(lineEnd(text, at)), at }),
  Up: (field) => moveLine(field, -1),
  Down: (field) => moveLine(field, 1),
};

function eraseBefore({ text, at }: TextField): TextField {
  const start = before(text, at);
  return { text: text.slice(0, start) + text.slice(at), at: start };
}

function eraseWord({ text, at }: TextField): TextField {
  const head = text.slice(0, at).replace(/\s*\S*$/u, "");
  return { text: head + text.slice(at), at: head.length };
}

function before(text: string, at: number): number {
  const last = [...graphemes.segment(text.slice(0, at))].at(-1);
  return last === undefined ? 0 : last.index;
}

function after(text: string, at: number): number {
  const [next] = graphemes.segment(text.slice(at));
  return next === undefined ? at : at + next.segment.length;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function moveLine(field: TextField, by: -1 | 1): TextField {
  const { text, at } = field;
  const start = lineStart(text, at);
  const column = at - start;
  const target = by === -1 ? lineStart(text, start - 1) : lineEnd(text, at) + 1;
  if ((by === -1 && start === 0) || target > text.length) return field;
  return { text, at: Math.min(target + column, lineEnd(text, target)) };
}

/** Returns the text that a key writes; null for keys that write nothing. */
export function printableText(key: string): string | null {
  if (key === "Space") return " ";
  return [...graphemes.segment(key)].length === 1 && !/^\p{C}$/u.test(key) ? key : null;
}
