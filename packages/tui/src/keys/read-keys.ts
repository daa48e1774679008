import type { Key } from "ink";

const NAMED: readonly (readonly [flag: keyof Key, name: string])[] = [
  ["upArrow", "Up"],
  ["downArrow", "Down"],
  ["leftArrow", "Left"],
  ["rightArrow", "Right"],
  ["pageDown", "PgDn"],
  ["pageUp", "PgUp"],
  ["home", "Home"],
  ["end", "End"],
  ["return", "Enter"],
  ["escape", "Esc"],
  ["backspace", "Backspace"],
  ["delete", "Delete"],
  ["tab", "Tab"],
];

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the keys of one chunk of input by name: `j`, `A`, `Enter`, `Ctrl+D`, `Shift+Tab`. */
export function readKeys(input: string, key: Key): string[] {
  if (key.eventType === "release") return [];
  const named = NAMED.find(([flag]) => key[flag] === true)?.[1];
  if (named !== undefined) return [withModifiers(named, key)];
  if (input === "") return [];
  if (key.ctrl) return [`Ctrl+${input.toUpperCase()}`];
  if (key.meta) return [`Alt+${input === "\r" ? "Enter" : input}`];
  return [...graphemes.segment(input)].map(({ segment }) => nameOf(segment));
}

function withModifiers(name: string, key: Key): string {
  if (name === "Tab" && key.shift) return "Shift+Tab";
  return name === "Enter" && key.meta ? "Alt+Enter" : name;
}

function nameOf(segment: string): string {
  if (segment === " ") return "Space";
  if (segment === "\r" || segment === "\r\n") return "Enter";
  if (segment === "\n") return "Ctrl+J";
  return segment === "\t" ? "Tab" : segment;
}
