import { asciiSign } from "./signs.ts";

/** Characters that control a terminal or that a reader cannot see: controls, bidi marks, zero-width, odd separators. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const EACH_HIDDEN = new RegExp(HIDDEN, "gu");
const PLAIN = /^[ -~]*$/;
const BEYOND_ASCII = /[^ -~]/gu;

const PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = 0x2421;
const TAB = "  ";

/**
 * Makes any text safe to draw: nothing in the result moves the cursor, changes a colour or hides, and each line
 * stays one line. A safe text stays unchanged.
 */
export function safeText(text: string, ascii = false): string {
  if (PLAIN.test(text)) return text;
  const shown = revealHidden(text, (char) => (char === "\t" ? TAB : hiddenSign(char)));
  return ascii ? shown.replaceAll(BEYOND_ASCII, asciiSign) : shown;
}

/** Replaces every hidden character of a text. */
export function revealHidden(text: string, replace: (char: string) => string): string {
  return HIDDEN.test(text) ? text.replaceAll(EACH_HIDDEN, replace) : text;
}

/** Returns the visible form of a hidden character: a control picture such as `␛`, or its code point. */
export function hiddenSign(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(PICTURES + code);
  if (code === DELETE) return String.fromCodePoint(DELETE_PICTURE);
  return `‹${codePointName(char)}›`;
}

/** Formats a code point: `U+202E`. */
export function codePointName(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
