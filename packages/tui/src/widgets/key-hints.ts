import { type CommandId, firstKey, type Keymap } from "@countersign/review";
import { type ScreenRow, type Span, span } from "../terminal/row.ts";

/** Keys whose lower case means something else in most panels; their hint names Shift. */
const SHIFTED: ReadonlySet<string> = new Set(["L", "S"]);

/** Returns `Shift+S` for S, and every other key unchanged. */
export function keyName(key: string): string {
  return SHIFTED.has(key) ? `Shift+${key}` : key;
}

/** `[R] review`: a click on the key or its text presses the key. A command without keys has no hint. */
export function keyHint(keymap: Keymap, command: CommandId, text: string): Span[] {
  const key = firstKey(keymap, command);
  return key === "" ? [] : fixedHint(key, text);
}

/** Draws a hint for a key of a form, which cannot be changed. */
export function fixedHint(key: string, text: string, label = `[${key}]`): Span[] {
  const hit = { is: "key", key } as const;
  return [
    { ...span(label, "key"), hit },
    ...(text === "" ? [] : [{ ...span(text), ...(text.trim() === "" ? {} : { hit }) }]),
  ];
}

/** Draws a hint such as `[j/k] move` for related commands; a hint with several keys is not clickable. */
export function keysHint(keymap: Keymap, commands: readonly CommandId[], text: string): ScreenRow {
  const keys = commands.map((command) => firstKey(keymap, command)).filter((key) => key !== "");
  return keys.length === 0 ? [] : [span(`[${keys.join("/")}]`, "key"), span(text)];
}
