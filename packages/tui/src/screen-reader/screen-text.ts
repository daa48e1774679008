import { type CommandId, firstKey, type Keymap } from "@countersign/review";

/** A panel as text for a screen reader. */
export type PanelText = {
  readonly name: string;
  /** Everything that is on it. */
  readonly lines: readonly string[];
  /** The chosen entry. */
  readonly here: string;
  readonly keys: string;
};

/** The whole screen as text. */
export type ScreenText = PanelText & {
  /** Another id is another screen. */
  readonly id: string;
  /** Messages that appear for a while. */
  readonly notices: readonly string[];
};

/** Commands and what their keys do; a text in place of commands is a key that cannot be changed. */
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
