import { type CommandId, firstKey, type Keymap } from "@countersign/review";

/** A panel as text for a screen reader. */
export type PanelText = {
  readonly name: string;
  /** All lines of the panel. */
  readonly lines: readonly string[];
  /** The selected entry. */
  readonly here: string;
  readonly keys: string;
};

/** The whole screen as text. */
export type ScreenText = PanelText & {
  /** A different id means a different screen. */
  readonly id: string;
  /** Messages that appear for a while. */
  readonly notices: readonly string[];
};

/** Commands with a description of their keys; a text instead of commands is a fixed key. */
export type SpokenKey = readonly [keys: string | readonly CommandId[], text: string];

const KEY_NAMES: Readonly<Record<string, string>> = {
  "?": "question mark",
  "!": "exclamation mark",
  "+": "plus",
  "-": "minus",
  Esc: "Escape",
  "] and [": "brackets",
  "} and {": "braces",
};

/** `Keys: R review, j and k task.` with the keys of the user. */
export function keysText(keymap: Keymap, keys: readonly SpokenKey[]): string {
  const parts = keys.flatMap(([key, text]) => {
    const name = typeof key === "string" ? key : commandKeys(keymap, key);
    return name === "" ? [] : [`${name} ${text}`];
  });
  return `Keys: ${parts.join(", ")}.`;
}

function commandKeys(keymap: Keymap, commands: readonly CommandId[]): string {
  const keys = commands.map((id) => firstKey(keymap, id)).filter((key) => key !== "");
  return KEY_NAMES[keys.join(" and ")] ?? keys.map((key) => KEY_NAMES[key] ?? key).join(" and ");
}

/**
 * Returns the lines to append after a change: all lines of a new screen; otherwise only new lines
 * and the selected entry.
 */
export function announce(before: ScreenText | null, now: ScreenText): string[] {
  const notices = now.notices.filter((line) => before?.notices.includes(line) !== true);
  if (before === null || before.id !== now.id) {
    const whole = [now.name, ...now.lines, now.here, now.keys];
    return [...notices, ...whole.filter((line) => line !== "")];
  }
  const known = new Set(before.lines);
  const lines = now.lines.filter((line) => !known.has(line));
  const here = now.here === before.here ? [] : [now.here];
  return [...notices, ...lines, ...here].filter((line) => line !== "");
}
