const NAMES: Readonly<Record<string, string>> = {
  " ": "Space",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  ArrowUp: "Up",
  Escape: "Esc",
  PageDown: "PgDn",
  PageUp: "PgUp",
};

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey" | "shiftKey">;

/** Returns the name of a pressed key as the command table writes it; null for keys that it does not use. */
export function pressedKey({ key, ctrlKey, altKey, metaKey, shiftKey }: Pressed): string | null {
  if (altKey || metaKey) return null;
  const name = NAMES[key] ?? key;
  if (ctrlKey) return `Ctrl+${name.toUpperCase()}`;
  return name === "Tab" && shiftKey ? "Shift+Tab" : name;
}

const TYPED_IN = "input:not([type=checkbox],[type=radio],[type=button]), textarea, select";

/** Returns whether keys enter text at this element. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(TYPED_IN) !== null;
}

const ACTIVATED = "a[href], button, summary, [role=button], [role=option], [role=tab]";

/** Returns whether a key activates the focused element, as Enter does with a button, so that it is no command. */
export function isActivation(key: string, target: EventTarget | null): boolean {
  if (key !== "Enter" && key !== " ") return false;
  return target instanceof HTMLElement && target.closest(ACTIVATED) !== null;
}

/** Returns the button at or around this element if it lets work through, so that its keys are guarded. */
export function decidingButton(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement ? target.closest("button[data-decides]") : null;
}
